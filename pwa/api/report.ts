/** Error reports. */
import { t } from "../i18n/index.ts";
import { HttpError, NetworkError } from "./errors.ts";

/** Label and value of each detail. */
export function detailsOf(error: unknown): [string, string][] {
  const details: [string, string][] = [
    [t("report.origin"), errorOrigin(error)],
    [t("report.page"), location.pathname + location.search],
    [t("report.name"), error instanceof Error ? error.name : typeof error],
    [t("report.message"), reportMessage(error)],
  ];
  if (error instanceof HttpError)
    details.push(
      [t("report.request"), error.url],
      [t("report.response"), `${error.status} ${error.statusText}`],
    );
  return details;
}

/** The API's own wording of a failure for reports, in English in every language. */
export function reportMessage(error: unknown): string {
  if (error instanceof NetworkError)
    return navigator.onLine
      ? "Failed to fetch because the server could not be reached."
      : "Failed to fetch due to client settings.";
  if (!(error instanceof HttpError)) return error instanceof Error ? error.message : String(error);
  return `${sentenceOf(error.status)} ${error.message}`.trimEnd();
}

function sentenceOf(status: number): string {
  if (status === 401) return "Failed to fetch from API due to lack of credentials.";
  if (status === 400 || status === 422) return "Failed to fetch from API due to client inputs.";
  if (status === 404) return "Failed to fetch from API because path doesn't exist.";
  if (status === 503) return "API is in maintenance or not available.";
  if (status >= 500) return "Failed to fetch from API due to server error.";
  return "Failed to fetch from API for unknown reasons.";
}

/** Origin of a failure, shown by the error screen and in reports. */
export function errorOrigin(error: unknown): string {
  if (!(error instanceof HttpError)) return t("report.fromClient");
  return t(error.status === 503 ? "report.fromMaintenance" : "report.fromServer");
}
