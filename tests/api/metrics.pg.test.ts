/** Tests the metrics for Prometheus: who may read them, and that the figures follow the events. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "#tests/support/server.ts";

const TOKEN = "a token of some length";
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ METRICS_TOKEN: TOKEN });
});
afterAll(() => server[Symbol.asyncDispose]());

const scrape = (authorization = `Bearer ${TOKEN}`) => server.get("/metrics", { headers: { authorization } });
/** The value of a line; undefined where there is none. */
async function figure(name: string, labels: string[] = []): Promise<number | undefined> {
  const lines = (await (await scrape()).text()).split("\n");
  const line = lines.find((one) => one.startsWith(name) && labels.every((label) => one.includes(label)));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}

test("only who has the token reads them", async () => {
  for (const authorization of ["", "Bearer ", `Bearer ${TOKEN}x`, TOKEN, "Basic YTpi"]) {
    const answer = await scrape(authorization);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(await answer.text()).not.toContain("roost_");
  }
  const answer = await scrape();
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect((await server.get("/metrics", { method: "POST" })).status).toBe(405);
});

test("without a token in the settings there is no such address", async () => {
  await using other = await startServer();
  const answer = await other.get("/metrics", { headers: { authorization: "Bearer undefined" } });
  expect(await answer.text()).not.toContain("roost_");
});

test("requests are counted by path of the contract and status", async () => {
  const route = "/api/v1/:service/user/:id/profile";
  const count = (status: number) =>
    figure("roost_http_request_seconds_count", [`route="${route}"`, `status="${status}"`]);
  expect(await count(404)).toBeUndefined();
  for (let n = 0; n < 3; n++) await server.get(`/api/v1/patreon/user/nobody-${n}/profile`);
  expect(await count(404)).toBe(3);
  await server.get("/somewhere/else/that/nobody/made");
  await server.get("/api/v1/what-is-this");
  const text = await (await scrape()).text();
  expect(text).not.toContain("nobody");
  expect(text).not.toContain("what-is-this");
  expect(await figure("roost_http_request_seconds_count", ['route="other"'])).toBeGreaterThan(1);
});

test("waiting rows, their age, refused rows and jobs are those of the database", async () => {
  await server.sql`
    insert into index_outbox (index_name, service, id, queued_at) values
      ('posts', 'patreon', 'a', now() - interval '90 seconds'), ('posts', 'patreon', 'b', now()), ('tags', '', 'c', now())`;
  await server.sql`insert into index_quarantine (index_name, service, id, reason) values ('posts', 'patreon', 'd', 'a test')`;
  await server.sql`insert into download_imports (id, state) values ('one', 'failed')`;
  expect(await figure("roost_index_outbox_rows", ['index="posts"'])).toBe(2);
  expect(await figure("roost_index_lag_seconds", ['index="posts"'])).toBeGreaterThanOrEqual(90);
  expect(await figure("roost_index_refused_rows")).toBe(1);
  expect(await figure("roost_jobs", ['kind="downloads"', 'state="failed"'])).toBe(1);
  await server.sql`delete from index_outbox`;
  expect(await figure("roost_index_outbox_rows", ['index="posts"'])).toBeUndefined();
  expect(await figure("roost_process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
});
