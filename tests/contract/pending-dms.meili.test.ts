/** Not a byte of an unapproved DM is anywhere but in its own account's review; an approved one is everywhere at once. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportBundle } from "#backend/imports/bundle/export.ts";
import { deleteUnnamedFiles, publishFiles } from "#backend/imports/connectors/pending-files.ts";
import { runIndexer } from "#indexer/loop.ts";
import { openEngine } from "#indexer/meili.ts";
import { INDEXES } from "#shared/search/documents.ts";
import { BEHIND_PROXY, member, Visitor } from "#tests/support/accounts.ts";
import { getRoutes } from "#tests/support/examples.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { untilIdle } from "#tests/support/index.ts";
import { testMeili } from "#tests/support/meili.ts";
import { buildPendingDm } from "#tests/support/pending-dms.ts";
import { allNotified, startServer, type TestServer } from "#tests/support/server.ts";

const SECRET = "Zwiebelkuchen";
const meili = testMeili();
const engine = openEngine(meili);
const log = pino({ level: "silent" });
const stop = new AbortController();
let indexing: Promise<void>;
let server: TestServer;
let owner: Visitor & { id: number };
let others: Visitor[];

beforeAll(async () => {
  server = await startServer({
    ...BEHIND_PROXY,
    MEILI_URL: meili.url,
    MEILI_KEY: meili.key,
    MEILI_PREFIX: meili.prefix,
  });
  const { sql, data } = server;
  await buildCreator(sql);
  await buildPost(sql);
  indexing = runIndexer({ sql, engine, log, signal: stop.signal });
  owner = await member(server, "owner");
  others = [
    new Visitor(server),
    await member(server, "consumer"),
    await member(server, "moderator", "moderator"),
    await member(server, "administrator", "administrator"),
  ];
  const more = { content: `Recipe of ${SECRET}`, files: { [`${SECRET}.txt`]: `${SECRET} bytes` } };
  await buildPendingDm(sql, data, { account: owner.id, hash: `h${SECRET}1`, ...more });
  await buildPendingDm(sql, data, { account: owner.id, hash: `h${SECRET}2`, status: "ignored", ...more });
});
afterAll(async () => {
  stop.abort();
  await indexing;
  await Promise.all(INDEXES.map((name) => engine.drop(meili.prefix + name)));
  await server[Symbol.asyncDispose]();
});

const VALUES: Record<string, string> = { service: "patreon", id: "1", user: "1", post: "1" };
/** Every read of the API, of the creator of the DM where one is named, and the searches for its words. */
const ADDRESSES = [
  ...getRoutes().map(({ path }) => path.replace(/:(\w+)/g, (_, name: string) => VALUES[name] ?? "0")),
  ...[`/v1/dms?q=${SECRET}`, `/v1/posts?q=${SECRET}`, `/v1/search?q=${SECRET}`],
];

/** Addresses whose answer to this visitor has the words. */
async function answersWith(visitor: Visitor): Promise<string[]> {
  const answers = await Promise.all(ADDRESSES.map((address) => visitor.get(address)));
  return ADDRESSES.filter((_, at) => answers[at]?.text.includes(SECRET));
}

async function tablesWith(): Promise<string[]> {
  const tables = await server.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await server.sql`
      select from ${server.sql(name)} t where t::text like ${`%${SECRET}%`} limit 1`;
    if (rows.length > 0) found.push(name);
  }
  return found;
}

async function indexesWith(): Promise<string[]> {
  const found: string[] = [];
  for (const name of INDEXES) {
    const address = `${meili.url}/indexes/${meili.prefix}${name}/documents?limit=1000`;
    const response = await fetch(address, { headers: { authorization: `Bearer ${meili.key}` } });
    if ((await response.text()).includes(SECRET)) found.push(name);
  }
  return found;
}

const filesWith = async (folder: string) => {
  const grep = promisify(execFile)("grep", ["-rl", SECRET, folder]).catch(() => ({ stdout: "" }));
  const { stdout } = await grep;
  return stdout.split("\n").filter((line) => line !== "");
};

async function exportsWith(name: string): Promise<string[]> {
  const folder = join(server.data, name);
  await exportBundle({ sql: server.sql, storage: server.storage, folder });
  return (await filesWith(folder)).map((path) => path.slice(folder.length + 1));
}

test("unapproved DMs are in their own table, folder and review only", async () => {
  await untilIdle(server.sql);
  await allNotified(server);
  for (const visitor of others) expect(await answersWith(visitor)).toEqual([]);
  expect(await answersWith(owner)).toEqual(["/v1/account/review_dms"]);
  expect(await tablesWith()).toEqual(["pending_dms"]);
  expect(await indexesWith()).toEqual([]);
  expect(await exportsWith("before")).toEqual([]);
  const files = await filesWith(server.data);
  expect(files.map((path) => path.slice(server.data.length).split("/")[1])).toEqual([
    "pending-dms",
    "pending-dms",
  ]);
});

test("an approved DM comes into lists and search, the ignored one nowhere", async () => {
  const body = { approved_hashes: [`h${SECRET}1`], ignored_hashes: [] };
  expect((await owner.post("/v1/account/review_dms", body)).status).toBe(200);
  const visitor = new Visitor(server);
  const found = async (path: string) => (await visitor.get(path)).text.includes(`h${SECRET}1`);
  for (const path of ["/v1/dms", "/v1/patreon/user/1/dms", `/v1/dms?q=${SECRET}`, `/v1/search?q=${SECRET}`])
    await expect.poll(() => found(path)).toBe(true);
  await publishFiles({ ...server, log });
  await deleteUnnamedFiles({ ...server, log });
  await untilIdle(server.sql);
  expect(await tablesWith()).toEqual(["dms", "file_uses", "pending_dms"]);
  expect(await indexesWith()).toEqual(["dms"]);
  expect((await visitor.get("/v1/dms")).text).not.toContain(`h${SECRET}2`);
  expect(await exportsWith("after")).not.toEqual([]);
});
