import { expect, test } from "vitest";
import { readCommit } from "#backend/commit.ts";
import { startServer } from "#tests/support/server.ts";

test("the version is the commit as bare text", async () => {
  await using server = await startServer();
  const response = await server.get("/api/v1/app_version");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const text = await response.text();
  expect(text).toMatch(/^[0-9a-f]{40}$/);
  expect(text).toBe(await readCommit());
});
