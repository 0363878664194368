/** A key of each service, through the form, the queue and a connector that repeats it: then everything that was written is searched. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PROGRAMS } from "#backend/supervisor/build.ts";
import type { Import } from "#shared/entities/import.ts";
import type { ImportSecrets } from "#shared/rules/importer.ts";
import { SERVICES, type Service } from "#shared/services/index.ts";
import { BEHIND_PROXY, member, Visitor } from "#tests/support/accounts.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { copyKey, KEY_TIMEOUT_MS } from "./key.ts";

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const ENDS = { done: "de", refused: "5e", endless: "ed" } as const;
type Kind = keyof typeof ENDS;

/** Secrets to search for: hexadecimal, since some services accept nothing else. */
const canaries: string[] = [];
function canary(kind: Kind, length: number): string {
  const text = `cafe${ENDS[kind]}${randomBytes(length).toString("hex")}`.slice(0, length);
  canaries.push(text);
  return text;
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64");
/** Secrets of every kind that each service takes, each with canaries. */
const SECRETS: Record<Service, (kind: Kind) => ImportSecrets> = {
  patreon: (kind) => ({ session_key: canary(kind, 43) }),
  fanbox: (kind) => ({ session_key: `123_${canary(kind, 32)}` }),
  discord: (kind) => ({ session_key: `mfa.${canary(kind, 40)}`, channel_ids: "1,2" }),
  fantia: (kind) => ({ session_key: canary(kind, 32) }),
  afdian: (kind) => ({ session_key: `${canary(kind, 32)}_1` }),
  boosty: (kind) => ({
    session_key: JSON.stringify({
      accessToken: canary(kind, 64),
      refreshToken: canary(kind, 64),
      expiresAt: Date.now() + 86_400_000,
    }),
  }),
  gumroad: (kind) => ({ session_key: canary(kind, 220) }),
  subscribestar: (kind) => ({ session_key: canary(kind, 40) }),
  dlsite: (kind) => ({ session_key: canary(kind, 40) }),
  onlyfans: (kind) => ({
    session_key: canary(kind, 30),
    auth_id: "123456",
    "x-bc": canary(kind, 40),
    user_agent: `Canary/${canary(kind, 30)}`,
  }),
  fansly: (kind) => ({ session_key: base64({ session: { id: "1" }, token: canary(kind, 48) }) }),
  candfans: (kind) => ({
    session_key: encodeURIComponent(
      base64({ iv: "iv", value: canary(kind, 48), mac: canary(kind, 32), tag: "" }),
    ),
  }),
};

/** Encodes a secret as programs do: plain, hexadecimal, base64 at each of three offsets, without what depends on neighbors. */
const formsOf = (secret: string) => {
  const bytes = Buffer.from(secret);
  const at = (skip: number) => bytes.subarray(skip, skip + 24).toString("base64");
  return [secret, bytes.toString("hex"), at(0), at(1), at(2)];
};

let server: TestServer;
let keyFile: string;
let logs: string;
const outputs: string[] = [];
beforeAll(async () => {
  server = await startServer({ ...BEHIND_PROXY, IMPORTERS: SERVICES.join(",") });
  keyFile = await copyKey(server.data);
  logs = join(server.data, "logs");
  await mkdir(logs);
  await mkdir(join(server.data, "connectors"));
  const manifest = {
    name: "talkative",
    services: SERVICES,
    command: [process.execPath, file("talkative-connector.mjs")],
    hosts: ["example.org"],
  };
  await writeFile(join(server.data, "connectors", "talkative.json"), JSON.stringify(manifest));
}, KEY_TIMEOUT_MS);
afterAll(() => server[Symbol.asyncDispose]());

/** A process of the archive whose output is kept in a log beside the data, as the supervisor keeps it. */
function start(program: "api" | "worker", settings: Record<string, string> = {}): ChildProcess {
  const log = openSync(join(logs, `${program}.log`), "a");
  const child = spawn(process.execPath, [PROGRAMS[program].file], {
    env: {
      ...process.env,
      PORT: "0",
      DATABASE_URL: server.config.DATABASE_URL,
      ROOST_DATA: server.data,
      IMPORTERS: SERVICES.join(","),
      IMPORTER_KEY_FILE: keyFile,
      GALLERY_DL: "none",
      LOG_LEVEL: "debug",
      ...settings,
    },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  return child;
}
async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function submit(visitor: Visitor, kind: Kind): Promise<string[]> {
  const ids: string[] = [];
  for (const service of SERVICES) {
    const more = kind === "refused" ? {} : { save_session_key: "1", auto_import: "1" };
    const answer = await visitor.post("/v1/importer/submit", { service, ...SECRETS[service](kind), ...more });
    expect([service, answer.status, answer.text]).toEqual([
      service,
      200,
      expect.stringContaining("import_id"),
    ]);
    ids.push((JSON.parse(answer.text) as { import_id: string }).import_id);
  }
  return ids;
}

const stateOf = async (id: string) => (await new Visitor(server).json<Import>(`/v1/imports/${id}`)).state;
const allIn = (ids: string[], state: string) =>
  expect
    .poll(async () => [...new Set(await Promise.all(ids.map(stateOf)))], { timeout: 300_000 }) // a process for each
    .toEqual([state]);

/** Files below these folders that hold one of the texts. */
async function grep(texts: string[], folders: string[]): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), "roost-canaries-"));
  const patterns = join(scratch, "patterns");
  await writeFile(patterns, `${texts.join("\n")}\n`);
  const child = spawn("grep", ["-rlaF", "-f", patterns, ...folders], { stdio: ["ignore", "pipe", "ignore"] });
  const found = await text(child.stdout);
  await rm(scratch, { recursive: true });
  return found;
}

test("no key of any service is in files, logs, the database, its log of writes, or an answer", async () => {
  const people = {
    done: await member(server, "Canary_Ann"),
    refused: await member(server, "Bea"),
    endless: await member(server, "Cleo"),
  };
  let importer = start("worker");
  await vi.waitUntil(async () => (await server.sql`select from importers`).length > 0, { timeout: 100_000 });

  const done = await submit(people.done, "done");
  await allIn(done, "done");
  const refused = await submit(people.refused, "refused");
  await allIn(refused, "invalid_key");
  // In the middle of an import the importer dies, and the next one takes it up.
  const endless = await submit(people.endless, "endless");
  const running = () => server.sql`select from imports where state = 'running' and id = any(${endless})`;
  await expect.poll(async () => (await running()).length).toBeGreaterThan(0);
  await kill(importer);
  importer = start("worker");

  // The database goes away while a key is on its way.
  const api = start("api", {
    DATABASE_URL: "postgres://nobody:none@127.0.0.1:9/none",
  });
  const log = () => readFile(join(logs, "api.log"), "utf8");
  await expect.poll(log).toContain('"listening"');
  const { port } = JSON.parse((await log()).split("\n").find((line) => line.includes('"listening"')) ?? "{}");
  for (const service of SERVICES) {
    const body = JSON.stringify({ service, ...SECRETS[service]("done") });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/importer/submit`, {
      method: "POST",
      headers,
      body,
    });
    expect(answer.status).toBe(503);
    outputs.push(await answer.text());
  }
  // A form that is refused does not repeat what was typed either.
  for (const service of SERVICES) {
    const { session_key = "" } = SECRETS[service]("done");
    const body = { service, session_key: `${session_key}${"x".repeat(1_100)}` };
    const { status, text: said } = await people.done.post("/v1/importer/submit", body);
    expect(status).not.toBe(200);
    outputs.push(said);
  }
  await kill(api);
  await kill(importer);

  for (const visitor of [...Object.values(people), new Visitor(server)])
    for (const id of [...done, ...refused, ...endless])
      for (const path of [
        `/v1/imports/${id}`,
        `/v1/importer/logs/${id}`,
        "/v1/account/keys",
        "/v1/account/data",
      ])
        outputs.push((await visitor.get(path)).text);
  expect(outputs.join("\n")).toContain("[redacted]"); // the connector did talk
  const texts = canaries.flatMap(formsOf);
  expect(texts.filter((one) => outputs.some((said) => said.includes(one)))).toEqual([]);

  const [place] = await server.sql<[{ base: string; wal: string }]>`
    select current_setting('data_directory') || '/base/' || oid as base, current_setting('data_directory') || '/pg_wal' as wal
    from pg_database where datname = current_database()`;
  // Each place is searched after something was found there. A checkpoint may recycle the log of writes, so it comes first.
  const mark = randomBytes(16).toString("hex");
  const marked = async () => {
    await server.sql`select pg_logical_emit_message(true, 'test', ${mark})`;
    return await grep([mark], [place.wal]);
  };
  await expect.poll(marked).not.toBe("");
  expect(await grep(texts, [place.wal])).toBe("");
  await server.sql`checkpoint`;
  expect(await grep(["Canary_Ann"], [place.base])).not.toBe("");
  expect(await grep(["listening"], [server.data])).toContain("api.log");
  expect(await grep(texts, [server.data, place.base])).toBe("");
  const tables = await server.sql<{ name: string }[]>`
    select format('%I', tablename) as name from pg_tables where schemaname = 'public'`;
  for (const { name } of tables) {
    const rows = await server.sql`
      select left(t::text, 100) as row from ${server.sql.unsafe(name)} t
      where exists (select from unnest(${texts}::text[]) one where strpos(t::text, one) > 0) limit 1`;
    expect([name, rows]).toEqual([name, []]);
  }
}, 600_000);
