/** Values that no column can hold, in every place of every input, are refused and never a failure. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Schema } from "#shared/entities/openapi.ts";
import { BEHIND_PROXY, member, type Visitor } from "#tests/support/accounts.ts";
import { type DescribedOperation, describedOperations } from "#tests/support/conformance.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const NUMBERS = [2 ** 31, 1e300];
const TEXTS = ["a\0b"];
const LONG_IDS = ["2147483648", "99999999999999", "999999999999999"];

let server: TestServer;
let administrator: Visitor;
beforeAll(async () => {
  server = await startServer({ ...BEHIND_PROXY, UPLOADS: "open" });
  administrator = await member(server, "Ann", "administrator");
});
afterAll(() => server[Symbol.asyncDispose]());

/** A small value the schema allows, as far as its description says. */
function example(schema: Schema): unknown {
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  if ("const" in schema) return schema["const"];
  const some = (schema["anyOf"] ?? schema["oneOf"]) as Schema[] | undefined;
  if (some?.[0] !== undefined) return example(some[0]);
  const type = [schema["type"]].flat()[0];
  if (type === "integer" || type === "number") return Number(schema["minimum"] ?? 1);
  if (type === "boolean") return true;
  const items = [schema["prefixItems"] ?? schema["items"]].flat() as Schema[];
  if (type === "array") return items.map(example);
  if (type === "object") {
    const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
    return Object.fromEntries(properties.map(([name, own]) => [name, example(own)]));
  }
  return "abcdef";
}

/** Copies of a value with each of its texts and numbers replaced, one at a time. */
function* replaced(value: unknown, by: readonly unknown[]): Generator<unknown> {
  if (typeof value === "string" || typeof value === "number") yield* by;
  else if (Array.isArray(value))
    for (const [at, inner] of value.entries())
      for (const other of replaced(inner, by)) yield value.toSpliced(at, 1, other);
  else if (typeof value === "object" && value !== null)
    for (const [name, inner] of Object.entries(value))
      for (const other of replaced(inner, by)) yield { ...value, [name]: other };
}

const operations = describedOperations().filter(({ path }) => path.startsWith("/api/"));
const schemaOf = ({ operation }: DescribedOperation) =>
  operation.requestBody?.content["application/json"]?.schema;
const addressOf = (path: string, value: string) => path.slice(4).replaceAll(/\{\w+\}/g, value);

async function expectNoFailure(method: string, path: string, body?: unknown): Promise<void> {
  await server.sql`truncate rate_limits`;
  const { status, text } = await administrator.send(method, path, body);
  expect(status < 500 || status === 503, `${method} ${path} ${JSON.stringify(body)}: ${status} ${text}`).toBe(
    true,
  );
}

test.each(
  operations
    .filter((one) => schemaOf(one) !== undefined)
    .map((one) => [`${one.method} ${one.path}`, one] as const),
)("bodies of %s", async (_, described) => {
  const whole = example(schemaOf(described) ?? {});
  const { method, path } = described;
  for (const body of replaced(whole, TEXTS)) await expectNoFailure(method, addressOf(path, "1"), body);
  for (const body of replaced(whole, NUMBERS)) await expectNoFailure(method, addressOf(path, "1"), body);
});

test.each([
  ["nested a hundred thousand deep", `{"username":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
  ["with a NUL in a name", '{"username":{"a\\u0000b":1}}'],
])("a body %s is a 400", async (_, body) => {
  const response = await server.get("/api/v1/authentication/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect([response.status, response.headers.get("content-type")]).toEqual([
    400,
    "application/json; charset=utf-8",
  ]);
});

test("ids in addresses", async () => {
  for (const { method, path } of operations.filter(({ path }) => path.includes("{")))
    for (const id of LONG_IDS) if (method !== "DELETE") await expectNoFailure(method, addressOf(path, id));
});
