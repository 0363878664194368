/** Requests made from the description of the API: right ones, nearly right ones, and hostile ones. */
import fc from "fast-check";
import type { Parameter, Schema } from "#shared/entities/openapi.ts";
import type { DescribedOperation } from "./conformance.ts";
import { RAW, TEXTS } from "./hostile-texts.ts";

export interface FuzzRequest {
  method: string;
  /** Path and query as sent, percent-encoded or deliberately not. */
  target: string;
  headers: Record<string, string>;
  body?: string;
}

/** Values that belong together, such as the service, creator and id of one post. */
export type Known = Record<string, string>;

const encode = encodeURIComponent;

const hostile = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS).map(encode) },
  { weight: 2, arbitrary: fc.constantFrom(...RAW) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 30 }).map(encodeLoosely) },
  { weight: 1, arbitrary: fc.integer().map(String) },
);

/** Lone surrogates go out as the three bytes they would be. */
function encodeLoosely(text: string): string {
  return [...text]
    .map((one) => {
      const code = one.charCodeAt(0);
      if (one.length > 1 || code < 0xd800 || code > 0xdfff) return encode(one);
      return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
        .map((byte) => `%${byte.toString(16)}`)
        .join("");
    })
    .join("");
}

/** A value the schema allows. */
export function valid(schema: Schema): fc.Arbitrary<unknown> {
  const given = [schema["enum"], schema["examples"]].find(Array.isArray) as unknown[] | undefined;
  if (given) return fc.constantFrom(...given);
  if ("const" in schema) return fc.constant(schema["const"]);
  const some = (schema["anyOf"] ?? schema["oneOf"]) as Schema[] | undefined;
  if (some) return fc.oneof(...some.map(valid));
  const type = [schema["type"]].flat()[0];
  if (type === "integer" || type === "number") {
    const step = Number(schema["multipleOf"] ?? 1);
    return fc.integer({ min: 0, max: 12 }).map((n) => Math.max(n * step, Number(schema["minimum"] ?? 0)));
  }
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  if (Array.isArray(schema["prefixItems"]))
    return fc.tuple(...(schema["prefixItems"] as Schema[]).map(valid));
  if (type === "array") return fc.array(valid((schema["items"] ?? {}) as Schema), { maxLength: 4 });
  if (type === "object") return validObject(schema);
  if (typeof schema["pattern"] === "string") return fc.stringMatching(new RegExp(schema["pattern"]));
  return fc.oneof(fc.constantFrom("a", "ink", "lantern", "海"), fc.string({ maxLength: 12 }));
}

function validObject(schema: Schema): fc.Arbitrary<unknown> {
  const properties = (schema["properties"] ?? {}) as Record<string, Schema>;
  const requiredKeys = (schema["required"] ?? []) as string[];
  const fields = Object.fromEntries(Object.entries(properties).map(([name, own]) => [name, valid(own)]));
  return fc.record(fields, { requiredKeys });
}

function pathOf({ path, operation }: DescribedOperation, known: Known[]): fc.Arbitrary<string> {
  const parameters = new Map(operation.parameters?.map((one) => [one.name, one]));
  const parts = path.split("/").map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return () => fc.constant(part);
    const schema = parameters.get(name)?.schema ?? {};
    return (own: Known) => {
      const real = own[name];
      const right = (real === undefined ? valid(schema) : fc.constant(real)).map((one) =>
        encodeLoosely(String(one)),
      );
      return fc.oneof({ weight: 8, arbitrary: right }, { weight: 1, arbitrary: hostile });
    };
  });
  return fc
    .constantFrom(...known)
    .chain((own) => fc.tuple(...parts.map((part) => part(own))))
    .map((pieces) => pieces.join("/"));
}

function parameterOf({ name, schema }: Parameter): fc.Arbitrary<string> {
  const right = valid(schema).map((value) => [value].flat().map((one) => encodeLoosely(String(one))));
  const values = fc.oneof(
    { weight: 5, arbitrary: right },
    { weight: 4, arbitrary: hostile.map((one) => [one]) },
    { weight: 1, arbitrary: fc.constant([""]) },
    { weight: 1, arbitrary: fc.array(hostile, { minLength: 2, maxLength: 5 }) },
    { weight: 1, arbitrary: fc.array(hostile, { minLength: 21, maxLength: 30 }) },
  );
  const names = fc.constantFrom(name, name, name, name, name, `${name}[]`, `${name}[x]`, name.toUpperCase());
  return fc.tuple(names, values).map(([as, list]) => list.map((value) => `${as}=${value}`).join("&"));
}

const STRAY = fc.constantFrom(
  "",
  "",
  "",
  "__proto__=1",
  "constructor[prototype][x]=1",
  "%00=1",
  "=",
  "&",
  "%zz=1",
  "since=1",
  "a=1&".repeat(101),
  `x=${"y".repeat(10_000)}`,
);

function queryOf({ operation }: DescribedOperation): fc.Arbitrary<string> {
  const own = operation.parameters?.filter((one) => one.in === "query") ?? [];
  const each = own.map((one) => fc.oneof({ weight: 2, arbitrary: parameterOf(one) }, fc.constant("")));
  return fc.tuple(...each, STRAY).map((parts) => {
    const query = parts.filter((part) => part !== "").join("&");
    return query === "" ? "" : `?${query}`;
  });
}

const HEADERS: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  {},
  { accept: "text/css" },
  { accept: "*/*", "accept-encoding": "br, zstd, gzip" },
  { accept: "application/xml;q=x", "accept-encoding": "identity;q=0, *;q=0" },
  { range: "bytes=0-3" },
  { range: "bytes=-0,5-1" },
  { range: "bytes=99999999999999999999-" },
  { "if-none-match": "*" },
  { "if-none-match": 'W/"x", "' },
  { "if-modified-since": "yesterday", "if-range": '"x"' },
  { "x-forwarded-host": "evil.example:99999", "x-forwarded-proto": "javascript" },
  { "service-worker": "script" },
  { "idempotency-key": "0123456789abcdef" },
  { "idempotency-key": "\u00ff".repeat(300) },
  { "x-forwarded-for": "1.2.3.4, , [::1]:x, 999.1.1.1" },
  { "x-forwarded-for": "::ffff:1.2.3.4,".repeat(200) },
  { cookie: "session=%00; =; session; __proto__=1" },
  { "sec-fetch-site": "cross-site" },
  { origin: "null" },
);

/** Headers that the operation describes, mostly as described. */
function describedHeaders({ operation }: DescribedOperation): fc.Arbitrary<Record<string, string>> {
  const own = operation.parameters?.filter((one) => one.in === "header") ?? [];
  const fields = own.map(({ name, schema }): [string, fc.Arbitrary<string>] => [
    name.toLowerCase(),
    fc.oneof({ weight: 4, arbitrary: valid(schema).map(String) }, fc.constantFrom("", "x", "\u00ff")),
  ]);
  return fc
    .record(Object.fromEntries(fields), { requiredKeys: [] })
    .map((headers) => headers as Record<string, string>);
}

const MAX_HEAD_LENGTH = 12_000;
const METHODS = ["POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "GET"];

function bodyOf({ operation }: DescribedOperation): fc.Arbitrary<string | undefined> {
  const schema = operation.requestBody?.content["application/json"]?.schema;
  if (schema === undefined) return fc.constant(undefined);
  return fc.oneof(
    { weight: 5, arbitrary: valid(schema).map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: fc.json() },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "",
        "{",
        "[",
        "null",
        "\ufeff{}",
        '{"a":1,"a":2}',
        '{"__proto__":{"x":1}}',
        '{"password":"\\ud800"}',
        '{"password":"\\u0000"}',
        '{"password":1e999}',
        `{"password":"${"x".repeat(10_000)}"}`,
        "[".repeat(10_000),
        "-",
        "NaN",
        "\0",
      ),
    },
  );
}

/**
 * Requests for one operation: mostly its own method, with path parameters from what is there and from nowhere.
 * @param known at least one; a parameter it lacks is invented
 */
export function requestsFor(described: DescribedOperation, known: Known[]): fc.Arbitrary<FuzzRequest> {
  const method = fc.oneof(
    { weight: 12, arbitrary: fc.constant(described.method) },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
  );
  return fc
    .tuple(
      method,
      pathOf(described, known),
      queryOf(described),
      fc.tuple(HEADERS, describedHeaders(described)).map(([stray, own]) => ({ ...stray, ...own })),
      bodyOf(described),
    )
    .map(([as, path, query, headers, body]) => ({
      // Too long an address is refused before its method is read, so with a body, which no client expects after HEAD.
      method: as === "HEAD" && path.length + query.length > MAX_HEAD_LENGTH ? "GET" : as,
      target: path + query,
      headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { body }),
    }));
}
