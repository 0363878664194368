/** Error messages for visitors. */
import { SEARCH_UNAVAILABLE } from "#shared/search/unavailable.ts";
import { t } from "../i18n/initial.ts";
import { ContractError, HttpError, NetworkError, TimeoutError } from "./errors.ts";
import { needsPause } from "./retry-after.ts";

/** One sentence for the visitor; details from the server are not translated. */
export function errorMessage(error: unknown): string {
  if (error instanceof HttpError) return httpMessage(error.status, error.message);
  if (error instanceof NetworkError) return t("errors.network");
  if (error instanceof TimeoutError) return t("errors.timeout");
  if (error instanceof ContractError) return t("errors.contract");
  return error instanceof Error && error.message !== "" ? error.message : t("errors.unexpected");
}

function httpMessage(status: number, body: string): string {
  const detail = body === "" ? "" : ` ${body}`;
  if (status === 401) return t("errors.credentials");
  if (status === 400 || status === 422) return `${t("errors.badRequest")}${detail}`;
  if (status === 404) return `${t("errors.notFound")}${detail}`;
  if (status === 429) return t("errors.tooMany");
  if (status === 503) return t(body === SEARCH_UNAVAILABLE ? "errors.search" : "errors.maintenance");
  if (status >= 500) return t("errors.server");
  return t("errors.unknown");
}

/** True if an immediate retry could help: not for permanent errors, nor if the server asks for a pause. */
export function isWorthRetrying(error: unknown): boolean {
  return error instanceof HttpError && error.status >= 500 && !needsPause(error);
}
