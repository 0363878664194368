/** Recognizes answers that refuse a program: human checks, login pages and rate limits. */
import { open } from "node:fs/promises";
import { DomUtils, parseDocument } from "htmlparser2";
import { extensionOf } from "#shared/rules/files.ts";
import type { Answer } from "./request.ts";

/** The service rejected the key. */
export class InvalidKey extends Error {
  override name = "InvalidKey";
}

/** The service shows a captcha or another page for people in place of its data. */
export class HumanCheck extends Error {
  override name = "HumanCheck";
}

/** The service asks to come back later. */
export class TooManyRequests extends Error {
  override name = "TooManyRequests";
  /** Seconds. */
  readonly retryAfter: number;

  constructor(host: string, retryAfter = DEFAULT_RETRY_AFTER_SECONDS) {
    super(`${host} gets too many requests.`);
    this.retryAfter = retryAfter;
  }
}

const DEFAULT_RETRY_AFTER_SECONDS = 3_600;
const HEAD_BYTES = 64 * 1024;
/** A creator may publish a page that mentions a captcha. */
const TEXTS: ReadonlySet<string> = new Set([".html", ".htm", ".txt"]);

/** Text in the pages of Cloudflare, DataDome, DDoS-Guard, AWS and HUMAN, and in no others of these sites. */
const HUMAN_CHECKS = [
  "_cf_chl_opt",
  "jschl-answer",
  'name="captcha-bypass"',
  "captcha-delivery.com",
  "/.well-known/ddos-guard/js-challenge",
  "AwsWafIntegration",
  "px-captcha",
];

export const isHumanCheck = (body: string) => HUMAN_CHECKS.some((text) => body.includes(text));

/**
 * Checks the answer to the first request of a run.
 * @param host for messages
 * @param type of the body that a signed-in account gets
 * @throws InvalidKey; HumanCheck; TooManyRequests; Error for other failures
 */
export function checkAnswer({ status, headers, body }: Answer, host: string, type: "json" | "html"): void {
  const retryAfter = secondsOf(headers["retry-after"]);
  if (status === 429 || (status === 503 && retryAfter !== undefined))
    throw new TooManyRequests(host, retryAfter);
  if (isHumanCheck(body)) throw new HumanCheck();
  if (status >= 300 && status < 400)
    throw /captcha|challenge/i.test(headers.location ?? "") ? new HumanCheck() : new InvalidKey();
  if (status === 401) throw new InvalidKey();
  const isHtml = headers["content-type"]?.startsWith("text/html") === true;
  if (isHtml && status === 403) throw new HumanCheck();
  if (status !== 200) throw new Error(`${host} answers ${status}`);
  if (isHtml && hasPasswordField(body)) throw new InvalidKey();
  if (isHtml && type === "json") throw new HumanCheck();
}

function hasPasswordField(html: string): boolean {
  const isField = (element: { attribs: Record<string, string> }) => element.attribs["type"] === "password";
  return DomUtils.getElementsByTagName("input", parseDocument(html), true).some(isField);
}

/** Seconds of `Retry-After`: a number or a date. */
function secondsOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}

/** @throws HumanCheck if a downloaded file is such a page */
export async function checkFile(localPath: string): Promise<void> {
  if (TEXTS.has(extensionOf(localPath))) return;
  const file = await open(localPath, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.toString("latin1", 0, bytesRead);
    if (head.trimStart().startsWith("<") && isHumanCheck(head)) throw new HumanCheck();
  } finally {
    await file.close();
  }
}
