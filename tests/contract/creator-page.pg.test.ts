import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCreator } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  const { sql } = server;
  await buildCreator(sql, { id: "1", name: "bea", favorited: 5, updated: "2024-01-03T00:00:00" });
  await buildCreator(sql, { id: "2", name: "Ann", favorited: 9, updated: "2024-01-01T00:00:00" });
  await buildCreator(sql, {
    service: "fanbox",
    id: "3",
    name: "Cy",
    favorited: 5,
    updated: "2024-01-02T00:00:00",
  });
  await buildCreator(sql, { id: "4", name: "Hidden", favorited: 99, hidden: true });
});
afterAll(() => server[Symbol.asyncDispose]());

interface Page {
  count: number;
  artists: { id: string }[];
}
const ids = async (query: string) =>
  ((await server.json(`/api/v1/artists${query}`)).body as Page).artists.map(({ id }) => id);

test("a page has whole items and the number of all, most favorites first", async () => {
  const { status, body } = await server.json("/api/v1/artists");
  expect(status).toBe(200);
  expect((body as Page).count).toBe(3);
  expect((body as Page).artists[0]).toEqual({
    id: "2",
    name: "Ann",
    service: "patreon",
    indexed: 1704103200,
    updated: 1704067200,
    favorited: 9,
  });
  expect((body as Page).artists.map(({ id }) => id)).toEqual(["2", "3", "1"]);
});

test.each([
  ["?sort_by=name&order=asc", ["2", "1", "3"]],
  ["?sort_by=name", ["3", "1", "2"]],
  ["?sort_by=updated", ["1", "3", "2"]],
  ["?sort_by=service&order=asc", ["3", "2", "1"]],
  ["?order=asc", ["3", "1", "2"]],
  ["?service=fanbox", ["3"]],
  ["?service=&sort_by=&order=&o=", ["2", "3", "1"]],
])("%s", async (query, expected) => {
  expect(await ids(query)).toEqual(expected);
});

test.each([
  ["?service=nowhere", "Unknown service"],
  ["?sort_by=size", "Invalid sort field value"],
  ["?order=up", "Invalid order value"],
  ["?o=7", "Offset 7 is not a multiple of 50."],
  ["?o=50", "Offset 50 is bigger than total count 3."],
])("%s is refused: %s", async (query, error) => {
  expect(await server.json(`/api/v1/artists${query}`)).toEqual({ status: 400, body: { error } });
});
