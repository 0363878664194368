import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCreator } from "#tests/support/factories.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { buildAnnouncement, buildFancard, buildFile } from "#tests/support/talk-factories.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  const { sql } = server;
  await buildCreator(sql);
  await buildCreator(sql, { service: "fanbox" });
  await buildCreator(sql, { service: "fanbox", id: "2", name: "No cards" });
  await buildCreator(sql, { service: "fanbox", id: "gone", hidden: true });
  await buildAnnouncement(sql, "old");
  await buildAnnouncement(sql, "undated", { published: null, added: "2024-02-10T08:00:00" });
  await buildAnnouncement(sql, "new", { published: "2024-02-20T08:00:00" });
  await buildAnnouncement(sql, "unseen", { service: "fanbox", user_id: "gone" });
  const [first, second] = [
    await buildFile(sql, "a"),
    await buildFile(sql, "b", { ext: ".jpg", ihash: "9f", size: 20 }),
  ];
  await buildFancard(sql, 7, { hash: first });
  await buildFancard(sql, 8, { hash: second, added: "2024-02-03T08:00:00.100000", price: "1000" });
  await buildFancard(sql, 9, { hash: second, user_id: "gone" });
});
afterAll(() => server[Symbol.asyncDispose]());

describe("announcements", () => {
  test("come newest first; one without a date by its arrival", async () => {
    const response = await server.get("/api/v1/patreon/user/1/announcements");
    const base = { service: "patreon", user_id: "1" };
    const content = "<p>News</p>";
    expect(await response.text()).toBe(
      JSON.stringify([
        {
          ...base,
          hash: "new",
          content,
          added: "2024-02-02T08:00:00.100000",
          published: "2024-02-20T08:00:00",
        },
        { ...base, hash: "undated", content, added: "2024-02-10T08:00:00", published: null },
        {
          ...base,
          hash: "old",
          content,
          added: "2024-02-02T08:00:00.100000",
          published: "2024-02-01T08:00:00",
        },
      ]),
    );
  });

  test("none are an empty list", async () => {
    expect(await server.json("/api/v1/fanbox/user/2/announcements")).toEqual({ status: 200, body: [] });
  });

  test.each(["patreon/user/9", "fanbox/user/gone", "nowhere/user/1"])("%s is unknown", async (who) => {
    const response = await server.get(`/api/v1/${who}/announcements`);
    expect([response.status, await response.text()]).toEqual([404, '{"error":"Creator not found."}']);
  });
});

describe("fan cards", () => {
  test("are sorted by date added, newest first, with the row of their file", async () => {
    const response = await server.get("/api/v1/fanbox/user/1/fancards");
    const times = { mtime: "2024-01-01T00:00:00.000001", ctime: "2024-01-01T00:00:00.000002" };
    const last_checked_at = "2024-03-02T08:00:00.200000";
    expect(await response.text()).toBe(
      JSON.stringify([
        {
          id: 8,
          user_id: "1",
          file_id: 12,
          hash: "b".repeat(64),
          ...times,
          mime: "image/png",
          ext: ".jpg",
          added: "2024-02-03T08:00:00.100000",
          size: 20,
          ihash: "9f",
          last_checked_at,
          price: "1000",
          path: `/bb/bb/${"b".repeat(64)}.jpg`,
          server: server.url,
        },
        {
          id: 7,
          user_id: "1",
          file_id: 11,
          hash: "a".repeat(64),
          ...times,
          mime: "image/png",
          ext: ".png",
          added: "2024-02-02T08:00:00.100000",
          size: 10,
          ihash: null,
          last_checked_at,
          price: "500",
          path: `/aa/aa/${"a".repeat(64)}.png`,
          server: server.url,
        },
      ]),
    );
  });

  test.each(["fanbox/user/2", "fanbox/user/9", "fanbox/user/gone", "patreon/user/1"])(
    "%s has none, which is a plain 404",
    async (who) => {
      const response = await server.get(`/api/v1/${who}/fancards`);
      expect([response.status, await response.text()]).toEqual([404, '{"error":"Not Found"}']);
    },
  );
});

test.each(["patreon/user/1/announcements", "fanbox/user/1/fancards"])(
  "%s is JSON for Accept: text/css",
  async (path) => {
    const plain = await server.get(`/api/v1/${path}`);
    const css = await server.get(`/api/v1/${path}`, { headers: { accept: "text/css" } });
    expect([css.status, css.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    expect(await css.text()).toBe(await plain.text());
  },
);
