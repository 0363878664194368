/** Converts a contract to an OpenAPI operation. */
import type { z } from "zod/mini";
import { EMPTY_LIST, type Endpoint, hasEffect, maySayTakenDown } from "#shared/contracts/endpoint.ts";
import {
  CROSS_SITE,
  EXPIRED_TOKEN,
  INSUFFICIENT_PRIVILEGES,
  INVALID_TOKEN,
  KEY_REUSED,
  missingScope,
  NOT_FOR_TOKENS,
  NOT_LOGGED_IN,
  TAKEN_DOWN,
  TOO_MANY_REQUESTS,
} from "#shared/contracts/refusals.ts";
import { scopeOf } from "#shared/contracts/scope.ts";
import type { Answer, Operation, Parameter, Reference, Schema } from "#shared/entities/openapi.ts";
import { wordsFor } from "./descriptions.ts";
import { SENT } from "./file-paths.ts";
import { groupAndId } from "./groups.ts";
import { IDEMPOTENCY_KEY, policyOf, securityOf } from "./policy.ts";

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
const REFUSED = "A parameter, the body or the address itself is not valid; the message says which and why.";
const AWAY = "The archive or its search is not available right now; try again later.";
/** Statuses that other parts of the server also use, with other messages. */
const OPEN_STATUSES = new Set(["400", "503"]);

/** The contract's parts in JSON Schema. */
export interface Parts {
  params?: Schema | undefined;
  query?: Schema | undefined;
  body?: Schema | undefined;
  response?: Schema | undefined;
}

/** `/v1/:service/user/:id` → `/api/v1/{service}/user/{id}`. */
export function addressOf(contract: Endpoint): string {
  return `/api${contract.path.replace(/:(\w+)/g, "{$1}")}`;
}

export function operationOf(contract: Endpoint, parts: Parts): Operation {
  const { group, id } = groupAndId(contract);
  const words = (name: string) => wordsFor(name, group, contract.path);
  const parameters = [
    ...parametersIn("path", parts.params, words),
    ...parametersIn("query", parts.query, words),
    ...(contract.idempotent ? [IDEMPOTENCY_KEY] : []),
  ];
  return {
    operationId: id,
    tags: [group],
    summary: contract.summary,
    description: policyOf(contract),
    security: securityOf(contract.access, scopeOf(contract)),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(parts.body === undefined ? {} : { requestBody: bodyOf(contract, parts.body) }),
    responses: { ...successOf(contract, parts.response), ...errorsOf(contract) },
  };
}

function parametersIn(
  location: "path" | "query",
  schema: Schema | undefined,
  wordsOf: (name: string) => ReturnType<typeof wordsFor>,
): Parameter[] {
  const required = (schema?.["required"] ?? []) as string[];
  return Object.entries((schema?.["properties"] ?? {}) as Record<string, Schema>).map(([name, own]) => {
    const { description, ...rest } = own;
    const words = wordsOf(name);
    const said = String(description ?? words?.description ?? "");
    return {
      name,
      in: location,
      required: location === "path" || required.includes(name),
      ...(said === "" ? {} : { description: said }),
      schema: { ...rest, ...words?.schema },
      ...(rest["type"] === "array" ? { style: "form" as const, explode: true } : {}),
    };
  });
}

function bodyOf({ envelope, form }: Endpoint, schema: Schema): NonNullable<Operation["requestBody"]> {
  const sent = envelope === undefined ? schema : closed({ type: { type: "string" }, data: schema });
  return { required: true, content: { [form === true ? FORM_TYPE : JSON_TYPE]: { schema: sent } } };
}

function successOf(contract: Endpoint, schema: Schema | undefined): Record<string, Answer | Reference> {
  if (contract.response === "redirect")
    return { 302: { description: "A path of this site in `Location`.", headers: LOCATION } };
  if (contract.response === "file") return SENT;
  const status = contract.status ?? 200;
  if (contract.response === "web") return { [status]: { description: "Done; the headers say the rest." } };
  const isCached = contract.method === "GET" && contract.private !== true;
  return {
    [status]:
      status === 204
        ? { description: "Done." }
        : { description: "The answer.", content: contentOf(contract, schema) },
    ...(isCached ? { 304: { $ref: "#/components/responses/NotModified" } } : {}),
  };
}

function contentOf(
  { envelope, text, type, also = [] }: Endpoint,
  schema: Schema | undefined,
): NonNullable<Answer["content"]> {
  if (schema === undefined) return { "*/*": { schema: {} } };
  const sent = envelope === undefined ? schema : closed({ type: { const: envelope }, data: schema });
  const content: NonNullable<Answer["content"]> = {
    [type ?? (text ? "text/plain" : JSON_TYPE)]: { schema: sent },
  };
  for (const other of also) content[other] = { schema: { type: "string" } };
  return content;
}

function errorsOf(contract: Endpoint): Record<string, Answer | Reference> {
  const kind = contract.path.startsWith("/v2/") ? "V2" : "";
  const shared = (name: string): Reference => ({ $ref: `#/components/responses/${name}${kind}` });
  const answers: Record<string, Answer | Reference> = {
    400: shared("BadInput"),
    ...(contract.body === undefined ? {} : { 413: shared("TooLarge") }),
    500: shared("Fault"),
    503: shared("Unavailable"),
  };
  if (contract.errors?.[404] === EMPTY_LIST) answers[404] = NONE_FOUND;
  for (const [status, messages] of Object.entries(messagesOf(contract))) {
    // A 422 with custom messages also has messages that contain the field's value.
    const isOpen = OPEN_STATUSES.has(status) || (status === "422" && contract.errors?.[422] !== undefined);
    const words = messages.map((message) => `\`${message}\``).join(" or ");
    const more = status === "503" ? ` ${AWAY}` : ` ${REFUSED}`;
    answers[status] = {
      description: `${words}${isOpen ? `.${more}` : ""}`,
      ...(status === "503" || status === "429" ? { headers: RETRY } : {}),
      content: { [JSON_TYPE]: { schema: errorSchema(kind, isOpen ? undefined : messages) } },
    };
  }
  return answers;
}

/** Exact messages by status: the contract's own and those implied by access, method, limits and idempotency. */
function messagesOf(contract: Endpoint): Record<string, string[]> {
  const { access, idempotent, errors = {} } = contract;
  const byRole = access === "moderator" || access === "administrator";
  const scope = scopeOf(contract);
  const implied = {
    401: [...(contract.open === true ? [] : [NOT_LOGGED_IN]), INVALID_TOKEN, EXPIRED_TOKEN],
    403: [
      ...(hasEffect(contract) ? [CROSS_SITE] : []),
      scope === undefined ? NOT_FOR_TOKENS : missingScope(scope),
    ],
    404: byRole ? [INSUFFICIENT_PRIVILEGES] : [],
    422: idempotent === true ? [KEY_REUSED] : [],
    451: maySayTakenDown(contract) ? [TAKEN_DOWN] : [],
    429: [TOO_MANY_REQUESTS],
  };
  const statuses = new Set([...Object.keys(implied), ...Object.keys(errors)]);
  const all = [...statuses].map((status): [string, string[]] => {
    const named = errors[Number(status) as keyof typeof errors] ?? [];
    return [
      status,
      [...(named === EMPTY_LIST ? [] : named), ...(implied[Number(status) as keyof typeof implied] ?? [])],
    ];
  });
  return Object.fromEntries(all.filter(([, messages]) => messages.length > 0));
}

const NONE_FOUND: Answer = {
  description: "An empty list: there are none.",
  content: { [JSON_TYPE]: { schema: { type: "array", maxItems: 0 } } },
};
const LOCATION = { Location: { description: "Where to go on.", schema: { type: "string" } } };
const RETRY = {
  "Retry-After": { description: "Seconds to wait.", schema: { type: "string", pattern: "^\\d+$" } },
};

function errorSchema(kind: "" | "V2", messages: string[] | undefined): Schema {
  const shape = { $ref: `#/components/schemas/Error${kind}` };
  if (messages === undefined) return shape;
  const exact = { enum: messages };
  const inner = kind === "V2" ? { error: { properties: { message: exact } } } : { error: exact };
  return { allOf: [shape, { properties: inner }] };
}

/** Schemas of the two kinds of error responses. */
export const ERROR_SCHEMAS: Record<string, Schema> = {
  Error: {
    description: "What went wrong, in words for people. Compact JSON.",
    ...closed({ error: { type: "string" } }),
  },
  ErrorV2: {
    description: "What went wrong under /api/v2: a stable word and a sentence.",
    ...closed({
      type: { const: "error" },
      error: closed({ type: { type: "string" }, message: { type: "string" } }),
    }),
  },
};

/** Error responses shared by all operations, in both formats. */
export function sharedAnswers(): Record<string, Answer> {
  const answers: Record<string, Answer> = {
    NotModified: { description: "Not changed since the ETag sent in If-None-Match." },
  };
  for (const kind of ["", "V2"] as const) {
    const answer = (description: string, messages?: string[]): Answer => ({
      description,
      content: { [JSON_TYPE]: { schema: errorSchema(kind, messages) } },
    });
    answers[`BadInput${kind}`] = answer(REFUSED);
    answers[`TooLarge${kind}`] = answer("The body is larger than the endpoint allows, by default 1 MiB.");
    answers[`Fault${kind}`] = answer("`Internal Server Error`. A fault of ours.", ["Internal Server Error"]);
    answers[`Unavailable${kind}`] = { ...answer(AWAY), headers: RETRY };
  }
  return answers;
}

/** An object with exactly these keys. */
export function closed(properties: Record<string, Schema>): Schema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/** Schemas of the input, by part of the contract. */
export function inputsOf({ params, query, body }: Endpoint): Record<string, z.ZodMiniType> {
  const sent = Object.entries({ params, query, body }).filter(
    (entry): entry is [string, z.ZodMiniType] => typeof entry[1] === "object",
  );
  return Object.fromEntries(sent);
}
