/** From the form over the queue and the proxy to posts that anyone reads, with the gallery-dl of this machine. */
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openStorage } from "#backend/files/open.ts";
import type { Connector } from "#backend/imports/connectors/attempt.ts";
import { runConnector } from "#backend/imports/connectors/connector.ts";
import { importerTasks } from "#backend/imports/connectors/import-jobs.ts";
import { openImporterKey } from "#backend/imports/connectors/private-key.ts";
import { runTasks } from "#backend/jobs/tasks.ts";
import type { Import } from "#shared/entities/import.ts";
import type { Service } from "#shared/services/index.ts";
import { BEHIND_PROXY, member, type Visitor } from "#tests/support/accounts.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { findManifests } from "./built-gallery-dl.ts";
import { type InventedSite, startInventedSite } from "./invented-site.ts";
import { copyKey, KEY_TIMEOUT_MS } from "./key.ts";
import { answersOf, KEY, NAMES } from "./sites.ts";

const manifests = await findManifests();
const isInstalled = manifests.length > 0;
const SERVICES: Service[] = ["patreon", "fanbox"];
const stop = new AbortController();
let server: TestServer;
let site: InventedSite;
let importer: Promise<void>;

/** Connector as installed, but with the names of the invented site. */
const connectorOf = (service: Service): Connector => ({
  name: "gallery-dl",
  run: async (options) => {
    const manifest = manifests.find(({ services }) => services.includes(service));
    if (manifest === undefined) return { kind: "failed", reason: `gallery-dl has no ${service}` };
    const proxy = { loopbackPort: site.port, lookup: async () => ["127.0.0.1"] };
    return await runConnector({ manifest, ...options, caFile: site.caFile, proxy });
  },
});

beforeAll(async () => {
  if (!isInstalled) return;
  [server, site] = await Promise.all([
    startServer({ ...BEHIND_PROXY, IMPORTERS: SERVICES.join(",") }),
    startInventedSite(NAMES, answersOf()),
  ]);
  const options = {
    sql: server.sql,
    storage: openStorage(server.config),
    data: server.data,
    key: await openImporterKey(server.sql, await copyKey(server.data)),
    connectors: new Map(SERVICES.map((service) => [service, connectorOf(service)])),
    log: pino({ level: "error" }, pino.destination(2)),
    signal: stop.signal,
  };
  importer = runTasks(options, importerTasks(options));
  const isThere = async () => (await server.sql`select from importers`).length > 0;
  await vi.waitUntil(isThere, { timeout: 100_000, interval: 100 });
}, KEY_TIMEOUT_MS);
afterAll(async () => {
  stop.abort();
  await importer;
  await site?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

async function imported(visitor: Visitor, form: object): Promise<Import> {
  const { status, text } = await visitor.post("/v1/importer/submit", form);
  expect([status, text]).toEqual([200, expect.stringContaining("import_id")]);
  const { import_id: id } = JSON.parse(text) as { import_id: string };
  const read = () => visitor.json<Import>(`/v1/imports/${id}`);
  await expect.poll(async () => (await read()).state).not.toMatch(/queued|running/);
  return await read();
}

const files = () => site.requests.filter((request) => /\.png$/.test(request));

test.skipIf(!isInstalled)(
  "an account of patreon and one of fanbox: their posts and files can be read, and a second import fetches no file again",
  async () => {
    const ann = await member(server, "Ann");
    expect(await imported(ann, { service: "patreon", session_key: KEY })).toMatchObject({
      state: "done",
      added: 3,
    });
    expect(await imported(ann, { service: "fanbox", session_key: KEY })).toMatchObject({
      state: "done",
      added: 2,
    });
    for (const [service, user, id, name] of [
      ["patreon", "4001", "91001", "study-91001.png"],
      ["fanbox", "66001", "8101", "a1.png"],
    ]) {
      const { previews } = await ann.json<{ previews: { name: string; path: string }[] }>(
        `/v1/${service}/user/${user}/post/${id}`,
      );
      expect(previews).toEqual([expect.objectContaining({ name })]);
      expect((await server.get(`/data${previews[0]?.path}`)).status).toBe(200);
    }

    const fetched = files().length;
    expect(await imported(ann, { service: "patreon", session_key: KEY })).toMatchObject({
      state: "done",
      added: 0,
    });
    expect(await imported(ann, { service: "fanbox", session_key: KEY })).toMatchObject({
      state: "done",
      added: 0,
    });
    expect(files()).toHaveLength(fetched);
  },
  600_000,
);

test.skipIf(!isInstalled)(
  "a saved key that patreon does not accept is dead",
  async () => {
    const bob = await member(server, "Bob");
    const key = "another-key-".padEnd(43, "k");
    expect(
      await imported(bob, { service: "patreon", session_key: key, save_session_key: "1", auto_import: "1" }),
    ).toMatchObject({ state: "invalid_key", is_key_invalid: true });
    expect(await server.sql`select dead, auto_import from service_keys where account = ${bob.id}`).toEqual([
      { dead: true, auto_import: false },
    ]);
  },
  600_000,
);
