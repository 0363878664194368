/** Requests of the 'Try it' form: their address, their curl line, and what came back, bounded. */
import type { Parameter } from "#shared/entities/openapi.ts";
import { formatNumber, t } from "../../../i18n/index.ts";

/** What is typed, by the parameter's name; a list has one value a line. */
export type Typed = Record<string, string>;

/** Longest response that is read; the remainder is not downloaded. */
const LONGEST = 512 * 1024;
/** Longest text shown: more would make the page slow. */
const LONGEST_SHOWN = 40_000;
const TIMEOUT_MS = 30_000;
const TELLING = [
  "content-type",
  "content-length",
  "content-encoding",
  "cache-control",
  "etag",
  "last-modified",
  "content-disposition",
  "accept-ranges",
  "retry-after",
];

/** Names of path parameters that are still empty. */
export function missingIn(parameters: Parameter[], typed: Typed): string[] {
  return parameters.filter((one) => one.required && (typed[one.name] ?? "") === "").map((one) => one.name);
}

/** `{name}` stays where nothing is typed yet. */
export function addressFor(path: string, parameters: Parameter[], typed: Typed): string {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    (typed[name] ?? "") === "" ? whole : encodeURIComponent(typed[name] ?? ""),
  );
  const query = new URLSearchParams();
  for (const { name, in: place, schema } of parameters) {
    const value = typed[name] ?? "";
    if (place !== "query" || value === "") continue;
    for (const one of schema["type"] === "array" ? value.split("\n").filter(Boolean) : [value])
      query.append(name, one);
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

export function curlFor(method: string, address: string, origin: string, body?: unknown): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const how = method === "GET" ? "" : ` -X ${method}`;
  const sent =
    body === undefined ? "" : ` -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`;
  return `curl${how}${sent} ${quoted(origin + address)}`;
}

export interface Result {
  status: number;
  statusText: string;
  milliseconds: number;
  headers: [string, string][];
  /** Formatted where it is JSON that came whole. */
  text: string;
  /** What is not shown, in words; absent where all of it is. */
  note?: string;
}

/** Sends a GET and reads at most half a megabyte of the answer. @throws where no answer came */
export async function tryRequest(address: string, signal: AbortSignal): Promise<Result> {
  const begun = performance.now();
  const response = await fetch(address, {
    headers: { accept: "application/json" },
    cache: "no-store",
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  const type = response.headers.get("content-type") ?? "";
  const headers = TELLING.flatMap((name): [string, string][] => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const isText = /^(text\/|application\/(json|yaml))/.test(type);
  const { text, isWhole } = isText ? await readSome(response) : { text: "", isWhole: true };
  if (!isText) await response.body?.cancel();
  const milliseconds = Math.round(performance.now() - begun);
  const shown = formatted(text, type, isWhole);
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds,
    headers: response.redirected ? [[t("reference.redirectedTo"), response.url], ...headers] : headers,
    text: shown.slice(0, LONGEST_SHOWN),
    ...noteOf({ isText, isWhole, length: shown.length, type }),
  };
}

async function readSome(response: Response): Promise<{ text: string; isWhole: boolean }> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (reader !== undefined && text.length < LONGEST) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isWhole: true };
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return { text, isWhole: reader === undefined };
}

function formatted(text: string, type: string, isWhole: boolean): string {
  if (!isWhole || !type.startsWith("application/json")) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface Shown {
  isText: boolean;
  isWhole: boolean;
  length: number;
  type: string;
}

function noteOf({ isText, isWhole, length, type }: Shown): { note?: string } {
  if (!isText) return { note: type === "" ? t("reference.emptyResponse") : t("reference.binary", { type }) };
  if (!isWhole) return { note: t("reference.tooLarge") };
  if (length > LONGEST_SHOWN) return { note: t("reference.cut", { count: formatNumber(LONGEST_SHOWN) }) };
  return {};
}
