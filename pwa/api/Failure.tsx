import { useMemo } from "react";
import { t } from "../i18n/initial.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { later } from "../ui/later.tsx";
import { NotFound } from "../ui/NotFound.tsx";
import { HttpError, NetworkError, TimeoutError } from "./errors.ts";
import { errorMessage } from "./messages.ts";
import { letPass, needsPause, noteRepeat, repeatAt } from "./retry-after.ts";

const AvailableOffline = later(() =>
  import("../offline/cache/AvailableOffline.tsx").then((file) => file.AvailableOffline),
);

const Countdown = later(() => import("./Countdown.tsx").then((file) => file.Countdown));

/** Folded, so they may come late; without a connection perhaps never. */
export const Details = later<{ error: unknown }>(() =>
  import("./ErrorDetails.tsx").then(
    (file) => file.ErrorDetails,
    () => () => null,
  ),
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
  if (error instanceof HttpError && error.isMissing) return <NotFound />;
  const isOffline = error instanceof NetworkError && !navigator.onLine;
  const repeat = () => {
    if (needsPause(error)) noteRepeat(error);
    onRetry();
  };
  return (
    <ErrorPanel
      title={t(isOffline ? "errors.offlineTitle" : needsPause(error) ? "errors.busyTitle" : "errors.title")}
      message={isOffline ? t("errors.offline") : errorMessage(error)}
      details={<Details error={error} />}
      isPage={isPage}
      note={until === undefined ? null : <Countdown key={until} until={until} onEnd={repeat} />}
      onRetry={() => {
        letPass(error);
        onRetry();
      }}
      below={error instanceof NetworkError || error instanceof TimeoutError ? <AvailableOffline /> : null}
    />
  );
}
