import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { apiRoutes } from "#backend/app.ts";

const FOLDER = new URL("../../shared/contracts/", import.meta.url);

function isEndpoint(value: unknown): value is { method: string; path: string } {
  return (
    typeof value === "object" && value !== null && "method" in value && "path" in value && "response" in value
  );
}

test("every contract is mounted once and every mounted route is a contract", async () => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const files = await Promise.all(
    names.map(async (name) => (await import(new URL(name, FOLDER).href)) as object),
  );
  const contracts = files.flatMap((file) => Object.values(file).filter(isEndpoint));
  const listed = (list: { method: string; path: string }[]) =>
    list.map(({ method, path }) => `${method} ${path}`).sort();
  expect(contracts.length).toBeGreaterThan(15);
  expect(listed(apiRoutes().map((route) => route.contract))).toEqual(listed(contracts));
});
