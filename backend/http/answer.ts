/** What handlers answer with, and how it is written. */
import type { Readable } from "node:stream";
import type { Context } from "koa";
import type { Endpoint, JsonEndpoint } from "#shared/contracts/endpoint.ts";
import { Redirect } from "./redirect.ts";

/** An answer that is JSON text already, such as an array built by the database. */
export class JsonText {
  constructor(
    readonly text: string | Buffer,
    /** Of a text that is cached: its tag, and false where it may be behind the database. */
    readonly cached?: { etag: string; sure: boolean },
  ) {}
}

/** Stands in an answer for JSON that `inserting` puts there. No text of the database has a NUL. */
export const inserted = (place: number) => `\0${place}`;
const INSERTED = /"\\u0000(\d+)"/;

/** An answer with long texts as the database wrote them. */
export function inserting(answer: unknown, texts: readonly Buffer[]): JsonText {
  const parts = JSON.stringify(answer)
    .split(INSERTED)
    .map((part, at) => (at % 2 === 0 ? Buffer.from(part) : texts[Number(part)]!));
  return new JsonText(Buffer.concat(parts));
}

/** An answer in another form its contract names under `also`, such as YAML. */
export class OtherForm {
  constructor(
    readonly type: string,
    readonly text: string | Buffer,
  ) {}
}

/** An answer of bytes, sent as they come. */
export class StreamAnswer {
  constructor(
    readonly type: string,
    readonly bytes: Readable,
    /** In bytes, where it is known. */
    readonly length?: number,
    /** `Content-Disposition`. */
    readonly disposition?: string,
  ) {}
}

/** Of pages of other origins, which call no endpoint. */
const CORS = /^access-control-/;

/** Writes an answer. @returns its text, undefined where it has none to be tagged or checked */
export function writeAnswer(ctx: Context, contract: Endpoint, answer: unknown): string | Buffer | undefined {
  if (answer instanceof Redirect) {
    ctx.body = "";
    ctx.status = 302;
    ctx.set("location", answer.path);
    return undefined;
  }
  if (answer instanceof Response) {
    ctx.status = answer.status;
    for (const [name, value] of answer.headers) if (!CORS.test(name)) ctx.set(name, value);
    return undefined;
  }
  ctx.status = contract.status ?? 200;
  if (answer instanceof StreamAnswer) {
    ctx.body = answer.bytes; // Koa destroys it when the connection closes
    ctx.type = answer.type;
    if (answer.length !== undefined) ctx.length = answer.length;
    if (answer.disposition !== undefined) ctx.set("content-disposition", answer.disposition);
    return undefined;
  }
  if (contract.status === 204) return undefined;
  ctx.type = typeOf(contract, answer);
  const text = textOf(contract, answer);
  ctx.body = text;
  return text;
}

function typeOf({ text, type = "application/json" }: Endpoint, answer: unknown): string {
  if (answer instanceof OtherForm) return `${answer.type}; charset=utf-8`;
  return text ? "text/plain; charset=utf-8" : `${type}; charset=utf-8`;
}

export function textOf({ text, envelope }: Endpoint, answer: unknown): string | Buffer {
  if (answer instanceof JsonText || answer instanceof OtherForm) return answer.text;
  if (text) return String(answer);
  return JSON.stringify(envelope === undefined ? answer : { type: envelope, data: answer });
}

/**
 * The text sent must be what the schema gives back, so a missing, extra or differently ordered key is an error.
 * Off in production, where it would cost more than the query (a page of 50 posts) and the tests have seen every endpoint.
 */
export function checkAnswer(contract: Endpoint, sent: string | Buffer): void {
  if (typeof contract.response === "string") return;
  const text = sent.toString();
  const expected = contract.text
    ? String(contract.response.parse(text))
    : expectedJson(contract as JsonEndpoint, JSON.parse(text));
  if (expected !== text)
    throw new Error(
      `${contract.path} answered ${text.slice(0, 400)} where its contract gives ${expected.slice(0, 400)}`,
    );
}

function expectedJson({ envelope, response }: JsonEndpoint, answer: { data?: unknown }): string {
  if (envelope === undefined) return JSON.stringify(response.parse(answer));
  return JSON.stringify({ type: envelope, data: response.parse(answer.data) });
}
