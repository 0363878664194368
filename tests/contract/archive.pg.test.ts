import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCreator } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const state = async () => (await server.json("/api/v1/archive")).body;

test("an archive is empty until it has a creator that visitors see", async () => {
  expect(await state()).toEqual({ is_empty: true, sample: null });
  await buildCreator(server.sql, { id: "gone", hidden: true });
  expect(await state()).toEqual({ is_empty: true, sample: null });
  await buildCreator(server.sql);
  await expect.poll(state).toEqual({ is_empty: false, sample: null });
});

test("it says that it holds the sample until that is removed", async () => {
  await server.sql`update site_settings set sample = 'loaded'`;
  await buildCreator(server.sql, { id: "2" });
  await expect.poll(state).toEqual({ is_empty: false, sample: "loaded" });
  await server.sql`update site_settings set sample = 'removed'`;
  await buildCreator(server.sql, { id: "3" });
  await expect.poll(state).toEqual({ is_empty: false, sample: "removed" });
});
