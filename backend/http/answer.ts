/** Step 5 of a request: writes the response with its ETag. */
import type { Context } from "koa";
import type { Endpoint, JsonEndpoint } from "#shared/contracts/endpoint.ts";
import { JsonText, OtherForm, StreamAnswer } from "./answer-forms.ts";
import type { ConditionalGet } from "./conditional-get.ts";
import type { Route } from "./handler.ts";
import { Redirect } from "./redirect.ts";

/** CORS headers, which endpoints do not need. */
const CORS = /^access-control-/;

export function writeAnswer(
  ctx: Context,
  { contract, services }: Route,
  answer: unknown,
  conditional: ConditionalGet,
): void {
  const text = writeBody(ctx, contract, answer);
  if (text === undefined) return;
  conditional.tag(text, answer instanceof JsonText ? answer.cached : undefined);
  if (services.strict && !(answer instanceof OtherForm)) checkAnswer(contract, text);
}

/** @returns the text; undefined if there is none to tag or check */
function writeBody(ctx: Context, contract: Endpoint, answer: unknown): string | Buffer | undefined {
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

function typeOf({ text, type }: Endpoint, answer: unknown): string {
  if (answer instanceof OtherForm) return `${answer.type}; charset=utf-8`;
  return `${type ?? (text ? "text/plain" : "application/json")}; charset=utf-8`;
}

export function textOf({ text, envelope }: Endpoint, answer: unknown): string | Buffer {
  if (answer instanceof JsonText || answer instanceof OtherForm) return answer.text;
  if (text) return String(answer);
  return JSON.stringify(envelope === undefined ? answer : { type: envelope, data: answer });
}

/**
 * Compares the text sent with the schema's output, so that a missing, extra or misplaced key is an error.
 * Off in production, where it costs more than the query (for 50 posts); tests cover all endpoints.
 */
function checkAnswer(contract: Endpoint, sent: string | Buffer): void {
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
