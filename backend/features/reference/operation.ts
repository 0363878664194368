/** One contract as an operation of the description. */
import type { z } from "zod/mini";
import type { Endpoint } from "#shared/contracts/endpoint.ts";
import type { Answer, Operation, Parameter, Reference, Schema } from "#shared/entities/openapi.ts";
import { wordsFor } from "./descriptions.ts";
import { placeOf } from "./groups.ts";

const JSON_TYPE = "application/json";
const REFUSED = "A parameter, the body or the address itself is not valid; the message says which and why.";
const AWAY = "The archive or its search is not available right now; ask again later.";
/** Other parts of the server answer with these too, in words of their own. */
const OPEN_STATUSES = new Set(["400", "503"]);

/** The contract's parts in JSON Schema. */
export interface Parts {
  params?: Schema | undefined;
  query?: Schema | undefined;
  body?: Schema | undefined;
  response: Schema;
}

/** `/v1/:service/user/:id` → `/api/v1/{service}/user/{id}`. */
export function addressOf(contract: Endpoint): string {
  return `/api${contract.path.replace(/:(\w+)/g, "{$1}")}`;
}

export function operationOf(contract: Endpoint, parts: Parts): Operation {
  const { group, id } = placeOf(contract);
  const words = (name: string) => wordsFor(name, group, contract.path);
  const parameters = [
    ...parametersIn("path", parts.params, words),
    ...parametersIn("query", parts.query, words),
  ];
  return {
    operationId: id,
    tags: [group],
    summary: contract.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(parts.body === undefined ? {} : { requestBody: bodyOf(contract, parts.body) }),
    responses: { ...successOf(contract, parts.response), ...errorsOf(contract) },
  };
}

function parametersIn(
  place: "path" | "query",
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
      in: place,
      required: place === "path" || required.includes(name),
      ...(said === "" ? {} : { description: said }),
      schema: { ...rest, ...words?.schema },
      ...(rest["type"] === "array" ? { style: "form" as const, explode: true } : {}),
    };
  });
}

function bodyOf({ envelope }: Endpoint, schema: Schema): NonNullable<Operation["requestBody"]> {
  const sent = envelope === undefined ? schema : closed({ type: { type: "string" }, data: schema });
  return { required: true, content: { [JSON_TYPE]: { schema: sent } } };
}

function successOf(contract: Endpoint, schema: Schema): Record<string, Answer | Reference> {
  const { envelope, text, also = [] } = contract;
  const sent = envelope === undefined ? schema : closed({ type: { const: envelope }, data: schema });
  const content = { [text ? "text/plain" : JSON_TYPE]: { schema: sent } };
  for (const type of also) content[type] = { schema: { type: "string" } };
  const status = contract.status ?? 200;
  const isKept = contract.method === "GET" && contract.private !== true;
  return {
    [status]: status === 204 ? { description: "Done." } : { description: "The answer.", content },
    ...(isKept ? { 304: { $ref: "#/components/responses/NotModified" } } : {}),
  };
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
  for (const [status, messages] of Object.entries(contract.errors ?? {})) {
    const isOpen = OPEN_STATUSES.has(status);
    const words = messages.map((message) => `\`${message}\``).join(" or ");
    const more = status === "400" ? ` ${REFUSED}` : ` ${AWAY}`;
    answers[status] = {
      description: `${words}${isOpen ? `.${more}` : ""}`,
      ...(status === "503" ? { headers: RETRY } : {}),
      content: { [JSON_TYPE]: { schema: errorSchema(kind, isOpen ? undefined : messages) } },
    };
  }
  return answers;
}

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

/** Shapes of the two kinds of error answers (contract 1.2 and 2.9). */
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

/** What any operation may answer, for both kinds of errors. */
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
    answers[`TooLarge${kind}`] = answer("The body is over 1 MiB.");
    answers[`Fault${kind}`] = answer("`Internal Server Error`. A fault of ours.", ["Internal Server Error"]);
    answers[`Unavailable${kind}`] = { ...answer(AWAY), headers: RETRY };
  }
  return answers;
}

/** An object with exactly these keys. */
export function closed(properties: Record<string, Schema>): Schema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/** The schemas a contract is made of, under keys that name their place in it. */
export function partsOf(contract: Endpoint): {
  sent: Record<string, z.ZodMiniType>;
  answered: z.ZodMiniType;
} {
  const { params, query, body, response } = contract;
  const sent = Object.entries({ params, query, body }).filter(
    (entry): entry is [string, z.ZodMiniType] => entry[1] !== undefined,
  );
  return { sent: Object.fromEntries(sent), answered: response };
}
