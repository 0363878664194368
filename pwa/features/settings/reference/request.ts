/** Sends requests of the reference: builds the address, and limits the response shown. */
import type { Parameter } from "#shared/entities/openapi.ts";
import { formatNumber, t } from "../../../i18n/index.ts";

/** Typed values by parameter name; lists have one value per line. */
export type Typed = Record<string, string>;

/** Maximum length of the response shown; more would slow down the page. */
const MAX_SHOWN = 40_000;
const TIMEOUT_MS = 30_000;

/** Names of required parameters that are still empty. */
export function missingIn(parameters: Parameter[], typed: Typed): string[] {
  return parameters.filter((one) => one.required && (typed[one.name] ?? "") === "").map((one) => one.name);
}

/** Builds the address; `{name}` stays until a value is typed. */
export function addressFor(path: string, parameters: Parameter[], typed: Typed): string {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    (typed[name] ?? "") === "" ? whole : encodeURIComponent(typed[name] ?? ""),
  );
  const query = new URLSearchParams();
  for (const { name, in: place } of parameters)
    if (place === "query")
      for (const value of (typed[name] ?? "").split("\n").filter(Boolean)) query.append(name, value);
  return query.size > 0 ? `${filled}?${query}` : filled;
}

export interface Result {
  status: string;
  milliseconds: number;
  text: string;
  /** Notice about parts not shown. */
  note?: string;
}

/** Sends a GET. @throws without a response */
export async function sendRequest(address: string, signal: AbortSignal): Promise<Result> {
  const begun = performance.now();
  const response = await fetch(address, {
    cache: "no-store",
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  const type = response.headers.get("content-type") ?? "";
  const isText = /^(text\/|application\/(json|yaml))/.test(type);
  const text = isText ? formatted(await response.text(), type) : "";
  if (!isText) await response.body?.cancel();
  const note = !isText
    ? t(type === "" ? "reference.emptyResponse" : "reference.binary", { type })
    : text.length > MAX_SHOWN
      ? t("reference.cut", { count: formatNumber(MAX_SHOWN) })
      : undefined;
  return {
    status: `${response.status} ${response.statusText}`,
    milliseconds: Math.round(performance.now() - begun),
    text: text.slice(0, MAX_SHOWN),
    ...(note === undefined ? {} : { note }),
  };
}

function formatted(text: string, type: string): string {
  return type.startsWith("application/json") ? JSON.stringify(JSON.parse(text), null, 2) : text;
}
