import { t } from "../i18n/index.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { NotFound } from "../ui/NotFound.tsx";
import { HttpError, NetworkError } from "./errors.ts";
import { errorMessage, errorOrigin } from "./messages.ts";

/** What a screen shows when its content could not be fetched. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof HttpError && error.status === 404) return <NotFound />;
  const isOffline = error instanceof NetworkError && !navigator.onLine;
  return (
    <ErrorPanel
      title={t(isOffline ? "errors.offlineTitle" : "errors.title")}
      message={isOffline ? t("errors.offline") : errorMessage(error)}
      details={detailsOf(error)}
      onRetry={onRetry}
    />
  );
}

/** Label and value of what a report should say. */
export function detailsOf(error: unknown): [string, string][] {
  const details: [string, string][] = [
    [t("errors.origin"), errorOrigin(error)],
    [t("errors.page"), location.pathname + location.search],
    [t("errors.name"), error instanceof Error ? error.name : typeof error],
    [t("errors.message"), error instanceof Error ? error.message : String(error)],
  ];
  if (error instanceof HttpError)
    details.push(
      [t("errors.request"), error.url],
      [t("errors.response"), `${error.status} ${error.statusText}`],
    );
  return details;
}
