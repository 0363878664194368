import { readdir } from "node:fs/promises";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { z } from "zod/mini";
import { apiRoutes } from "#backend/app.ts";
import { describeApi } from "#backend/features/reference/document.ts";
import { FILE_PATHS } from "#backend/features/reference/file-paths.ts";
import { GROUPS } from "#backend/features/reference/groups.ts";
import { ENTITIES } from "#backend/features/reference/schemas.ts";
import { endpoint } from "#shared/contracts/endpoint.ts";
import { apiDescription, describedOperations, faultOf, type Received } from "#tests/support/conformance.ts";

type SpecData = Parameters<Validator["validate"]>[0];

test("the description is valid OpenAPI 3.1", async () => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(apiDescription())) as SpecData);
  expect(result).toMatchObject({ valid: true });
  const broken = { ...apiDescription(), paths: { "/api": { get: { responses: 1 } } } };
  expect(await new Validator().validate(JSON.parse(JSON.stringify(broken)) as SpecData)).toMatchObject({
    valid: false,
  });
});

test("every mounted route and file address is in it and nothing else", () => {
  const mounted = apiRoutes().map(
    ({ contract }) => `${contract.method} /api${contract.path.replace(/:(\w+)/g, "{$1}")}`,
  );
  const files = Object.keys(FILE_PATHS).map((path) => `GET ${path}`);
  const described = describedOperations().map(({ method, path }) => `${method} ${path}`);
  expect(described.sort()).toEqual([...mounted, ...files].sort());
  expect(new Set(described).size).toBe(described.length);
});

test("operations have unique names, a described group, and every parameter of their path", () => {
  const groups = new Set(apiDescription().tags.map((tag) => tag.name));
  const ids = describedOperations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path, operation } of describedOperations()) {
    expect(groups, `group of ${path}`).toContain(operation.tags[0]);
    const inPath = operation.parameters?.filter((one) => one.in === "path").map((one) => one.name) ?? [];
    expect(inPath.sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort());
    for (const one of operation.parameters ?? [])
      expect(one.description, `${one.name} of ${path}`).toBeTruthy();
  }
});

test("every reference leads somewhere and no component is without use", () => {
  const text = JSON.stringify(apiDescription());
  const { schemas, responses } = apiDescription().components;
  const used = new Set([...text.matchAll(/"\$ref":"#\/components\/(.*?)"/g)].map((found) => found[1]));
  const shapes = Object.keys(schemas).map((name) => `schemas/${name}`);
  const known = [...shapes, ...Object.keys(responses).map((name) => `responses/${name}`)];
  expect([...used].filter((name) => !known.includes(name ?? ""))).toEqual([]);
  expect(shapes.filter((name) => !used.has(name))).toEqual([]);
});

async function modulesOf(folder: string): Promise<object[]> {
  const place = new URL(`../../shared/${folder}/`, import.meta.url);
  const names = (await readdir(place)).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  return Promise.all(names.map(async (name) => (await import(new URL(name, place).href)) as object));
}

test("every contract stands in a group", async () => {
  const grouped = new Set(GROUPS.flatMap((group) => group.contracts.flatMap((one) => Object.values(one))));
  const missing = apiRoutes().filter(({ contract }) => !grouped.has(contract));
  expect(missing.map(({ contract }) => contract.path)).toEqual([]);
});

test("every entity is a component under its own name", async () => {
  const known = new Set(ENTITIES.flatMap((entity) => Object.values(entity)));
  const all = (await modulesOf("entities")).flatMap((file) => Object.entries(file));
  const missing = all.filter(([, value]) => value instanceof z.ZodMiniType && !known.has(value));
  expect(missing.map(([name]) => name)).toEqual([]);
});

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Received => ({
  status,
  body: JSON.stringify(body),
  header: (name) => ({ "content-type": "application/json; charset=utf-8", ...headers })[name],
});
const TAG = { tag: "ink", post_count: 1 };

test.each<[string, string, string, Received, string | undefined]>([
  ["a right answer", "GET", "/api/v1/posts/tags", answer(200, [TAG]), undefined],
  ["a trailing slash", "GET", "/api/v1/posts/tags/", answer(200, [TAG]), undefined],
  ["a missing key", "GET", "/api/v1/posts/tags", answer(200, [{ tag: "ink" }]), "required property"],
  ["a key too many", "GET", "/api/v1/posts/tags", answer(200, [{ ...TAG, x: 1 }]), "additional"],
  ["a wrong type", "GET", "/api/v1/posts/tags", answer(200, [{ ...TAG, post_count: "1" }]), "integer"],
  ["an undescribed status", "GET", "/api/v1/posts/tags", answer(404, { error: "Not Found" }), "a status"],
  [
    "other words of an error",
    "GET",
    "/api/v1/patreon/user/1/profile",
    answer(404, { error: "Nope" }),
    "allowed values",
  ],
  ["another type", "GET", "/api/v1/posts/tags", answer(200, [], { "content-type": "text/css" }), "the type"],
  [
    "an unknown address",
    "GET",
    "/api/v1/none/of/these/at/all",
    answer(404, { error: "Not Found" }),
    undefined,
  ],
  ["an unknown address that answers", "GET", "/api/v7", answer(200, {}), "no such operation"],
  ["a wrong method", "PUT", "/api/v1/posts", answer(405, { error: "x" }, { allow: "GET" }), undefined],
  ["a wrong method without Allow", "PUT", "/api/v1/posts", answer(405, { error: "x" }), "without Allow"],
  ["an error of v2", "GET", "/api/v2/none", answer(404, { error: "Not Found" }), "required property"],
])("the check of answers: %s", (_, method, address, received, fault) => {
  const found = faultOf(method, address, received);
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(fault);
});

test("access, limits, body size and idempotency of a contract are described", () => {
  const contract = endpoint({
    method: "POST",
    path: "/v1/flags",
    summary: "A test's.",
    access: "moderator",
    limits: [{ points: 5, seconds: 60, by: ["session", "body.reason"] }],
    body: z.object({ reason: z.string() }),
    maxBytes: 2_000,
    idempotent: true,
    response: z.boolean(),
  });
  const { paths, components } = describeApi([contract], "Roost");
  const operation = paths["/api/v1/flags"]?.["post"];
  expect(operation?.description).toBe(
    "Needs the role of moderator or administrator. Access tokens need the scope `administration`. At most 5 requests in 60 seconds per account or, without one, " +
      "client address and `reason`. The body may have at most 2000 bytes. Sent again with the same `Idempotency-Key` " +
      "within a day, it has no further effect and the same answer.",
  );
  const scopes = ["administration"];
  expect(operation?.security).toEqual([{ session: [] }, { token: scopes }, { basic: scopes }]);
  expect(Object.keys(components.securitySchemes)).toEqual(["session", "token", "basic"]);
  expect(operation?.parameters?.map(({ name, in: place }) => [name, place])).toEqual([
    ["Idempotency-Key", "header"],
  ]);
  const statuses = ["200", "400", "401", "403", "404", "413", "422", "429", "500", "503"];
  expect(Object.keys(operation?.responses ?? {}).sort()).toEqual(statuses);
});

test("redirects and streams are described as such, and stay out of the schemas", async () => {
  const base = { method: "GET", summary: "A test's.", access: "anyone", private: true } as const;
  const api = describeApi(
    [
      endpoint({ ...base, path: "/v1/go", response: "redirect" }),
      endpoint({ ...base, path: "/v1/bytes", response: "stream" }),
    ],
    "Roost",
  );
  const { "/api/v1/go": go, "/api/v1/bytes": bytes } = api.paths;
  expect(go?.["get"]?.responses["302"]).toMatchObject({
    headers: { Location: { schema: { type: "string" } } },
  });
  expect(bytes?.["get"]?.responses["200"]).toMatchObject({ content: { "*/*": {} } });
  const valid = await new Validator().validate(JSON.parse(JSON.stringify(api)) as SpecData);
  expect(valid).toMatchObject({ valid: true });
});
