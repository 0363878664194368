import { lazy, Suspense, useMemo } from "react";
import { t } from "../i18n/index.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { NotFound } from "../ui/NotFound.tsx";
import { Countdown } from "./Countdown.tsx";
import { HttpError, NetworkError, TimeoutError } from "./errors.ts";
import { errorMessage, errorOrigin, reportMessage } from "./messages.ts";
import { letPass, needsPause, noteRepeat, repeatAt } from "./retry-after.ts";

const AvailableOffline = lazy(() =>
  import("../offline/cache/AvailableOffline.tsx").then((file) => ({ default: file.AvailableOffline })),
);

export interface FailureProps {
  error: unknown;
  onRetry: () => void;
  /** It stands in place of the whole page, heading included. */
  isPage?: boolean;
}

/** What a screen shows when its content could not be fetched; what passes with time is asked for once more by itself. */
export function Failure({ error, onRetry, isPage = false }: FailureProps) {
  const until = useMemo(() => repeatAt(error), [error]);
  if (error instanceof HttpError && error.status === 404) return <NotFound />;
  const isOffline = error instanceof NetworkError && !navigator.onLine;
  const repeat = () => {
    if (needsPause(error)) noteRepeat(error);
    onRetry();
  };
  return (
    <ErrorPanel
      title={t(isOffline ? "errors.offlineTitle" : needsPause(error) ? "errors.busyTitle" : "errors.title")}
      message={isOffline ? t("errors.offline") : errorMessage(error)}
      details={detailsOf(error)}
      isPage={isPage}
      note={until === undefined ? null : <Countdown key={until} until={until} onEnd={repeat} />}
      onRetry={() => {
        letPass(error);
        onRetry();
      }}
      below={
        error instanceof NetworkError || error instanceof TimeoutError ? (
          <Suspense fallback={null}>
            <AvailableOffline />
          </Suspense>
        ) : null
      }
    />
  );
}

/** Label and value of what a report should say. */
export function detailsOf(error: unknown): [string, string][] {
  const details: [string, string][] = [
    [t("errors.origin"), errorOrigin(error)],
    [t("errors.page"), location.pathname + location.search],
    [t("errors.name"), error instanceof Error ? error.name : typeof error],
    [t("errors.message"), reportMessage(error)],
  ];
  if (error instanceof HttpError)
    details.push(
      [t("errors.request"), error.url],
      [t("errors.response"), `${error.status} ${error.statusText}`],
    );
  return details;
}
