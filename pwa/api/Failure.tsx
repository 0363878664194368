import { useMemo } from "react";
import { t } from "../i18n/initial.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { NotFound } from "../ui/NotFound.tsx";
import { HttpError, NetworkError, TimeoutError } from "./errors.ts";
import { errorMessage } from "./messages.ts";
import { autoRetryAt, needsPause, recordRetry, unblock } from "./retry-after.ts";

const AvailableOffline = lazyComponent(() =>
  import("../offline/cache/AvailableOffline.tsx").then((file) => file.AvailableOffline),
);

const Countdown = lazyComponent(() => import("./Countdown.tsx").then((file) => file.Countdown));

/** Collapsed, so they may load late; offline perhaps never. */
export const Details = lazyComponent<{ error: unknown }>(() =>
  import("./ErrorDetails.tsx").then(
    (file) => file.ErrorDetails,
    () => () => null,
  ),
);

export interface FailureProps {
  error: unknown;
  onRetry: () => void;
  /** Replaces the whole page, including its heading. */
  isPage?: boolean;
}

/** Shown if content could not be loaded; temporary failures are retried once automatically. */
export function Failure({ error, onRetry, isPage = false }: FailureProps) {
  const until = useMemo(() => autoRetryAt(error), [error]);
  if (error instanceof HttpError && error.isMissing) return <NotFound />;
  const isOffline = error instanceof NetworkError && !navigator.onLine;
  const repeat = () => {
    if (needsPause(error)) recordRetry(error);
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
        unblock(error);
        onRetry();
      }}
      below={error instanceof NetworkError || error instanceof TimeoutError ? <AvailableOffline /> : null}
    />
  );
}
