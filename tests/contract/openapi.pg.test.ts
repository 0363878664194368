import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { apiDescription } from "#tests/support/conformance.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server[Symbol.asyncDispose]());

test("JSON by default, whatever Accept says", async () => {
  for (const accept of ["text/css", "*/*", "application/yaml", "text/html"]) {
    const response = await server.get("/api/schema", { headers: { accept } });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(apiDescription())));
  }
});

test("YAML when asked for, with the same content in blocks", async () => {
  const response = await server.get("/api/schema?format=yaml");
  expect(response.headers.get("content-type")).toBe("application/yaml; charset=utf-8");
  const text = await response.text();
  expect(text).toMatch(/^openapi: 3\.1\.0\ninfo:\n {2}title: Roost API\n/);
  expect(text).not.toMatch(/: [&*]a\d/);
  expect(parse(text)).toEqual(await (await server.get("/api/schema")).json());
});

test("another form is refused", async () => {
  expect(await server.json("/api/schema?format=xml")).toEqual({
    status: 400,
    body: { error: "Expected format to be json or yaml." },
  });
});

test("an address that is not described is a 404 in the words of its version", async () => {
  expect(await server.json("/api/v1/no/such/thing/here/at/all")).toEqual({
    status: 404,
    body: { error: "Not Found" },
  });
  expect(await server.json("/api/v3")).toEqual({ status: 404, body: { error: "Not Found" } });
  expect(await server.json("/api")).toEqual({ status: 404, body: { error: "Not Found" } });
  expect(await server.json("/api/v2/nothing")).toEqual({
    status: 404,
    body: { type: "error", error: { type: "not_found", message: "Not Found" } },
  });
});
