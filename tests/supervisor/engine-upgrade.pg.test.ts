/** `roost start` on data of other engine versions, and with engines that do not start. */
import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readConfig } from "#backend/config.ts";
import { withDatabase } from "#backend/supervisor/engines.ts";
import { type LaunchedApp, launchApp } from "#tests/support/app.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { ROOST } from "#tests/support/roost.ts";

const run = promisify(execFile);

vi.setConfig({ testTimeout: 900_000 }); // limits of what hangs

let root: string;
let data: string;
/** In the title of a post. */
const WORD = "lantern";
const apps: LaunchedApp[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "roost-upgrade-"));
  data = join(root, "data");
  const app = launch();
  await app.running;
  await withDatabase(readConfig({ ROOST_DATA: data }), { name: "test" }, async (sql) => {
    await buildCreator(sql);
    await buildPost(sql, { title: `A ${WORD}` });
  });
  expect(await app.stop()).toBe(0);
}, 900_000);

afterAll(async () => {
  for (const app of apps) if (app.child.exitCode === null && app.child.signalCode === null) await app.stop();
  await rm(root, { recursive: true, force: true });
});

function launch(settings: Record<string, string> = {}): LaunchedApp {
  const app = launchApp({ ROOST_DATA: data, ROOST_SAMPLE: "0", ...settings });
  apps.push(app);
  return app;
}

const engineFolder = () => join(data, "engines/meili");
/** True while old index data lie beside those in use. */
const isSetAside = async () => (await readdir(engineFolder())).some((name) => name.startsWith("data.ms.old"));

/** Writes a program that stands for Meilisearch. */
async function writeEngine(name: string, script: string): Promise<string> {
  const path = join(root, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

const search = async (address: string) =>
  (await (await fetch(`${address}/api/v1/posts?q=${WORD}`)).json()) as { count: number; fallback?: true };

async function expectRebuilt(app: LaunchedApp): Promise<void> {
  const address = await app.running;
  const limits = { timeout: 300_000, interval: 100 };
  await expect.poll(isSetAside, limits).toBe(false);
  await expect.poll(() => app.output(), limits).toContain("The search index is rebuilt");
  await expect.poll(() => search(address), limits).not.toHaveProperty("fallback");
  expect((await search(address)).count).toBeGreaterThan(0);
  expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ ok: true, search: "ready" });
}

test("index data of another version, which a newer engine refuses, are set aside and rebuilt", async () => {
  // As Meilisearch 1.51 does; it then runs as the bundled one.
  const bundled = join(data, "bin/meilisearch");
  const newer = await writeEngine(
    "newer",
    `[ "$1" = --version ] && echo "meilisearch 1.51.0" && exit
[ "$(cat "$2/VERSION" 2>/dev/null)" = 1.20.0 ] || exec ${bundled} "$@"
cat >&2 <<'END'
Error: Your database version (1.20.0) is incompatible with your current engine version (1.51.0).
To migrate data between Meilisearch versions, please follow our guide on https://www.meilisearch.com/docs/learn/update_and_migration/updating.
Alternatively, you can set the \`--upgrade-db\` flag (or the \`MEILI_UPGRADE_DB\` environment variable) to upgrade the database automatically on startup.
END
exit 1`,
  );
  await writeFile(join(engineFolder(), "data.ms/VERSION"), "1.20.0");
  const app = launch({ MEILI_BIN: newer });
  await expectRebuilt(app);
  expect(app.output()).toContain("Meilisearch 1.51.0 does not open its index data of version 1.20.0.");
  expect(await app.stop()).toBe(0);
});

test("data of a newer version, killed while they are rebuilt: the next start goes on", async () => {
  await writeFile(join(engineFolder(), "data.ms/VERSION"), "1.51.0");
  // Without data this engine never answers, so that the rebuild is still to come however late this process looks.
  const silent = await writeEngine(
    "silent",
    `[ "$1" = --version ] && exec ${join(data, "bin/meilisearch")} --version
[ -e "$2/VERSION" ] && exit 1
exec sleep 3600`,
  );
  const killed = launch({ MEILI_BIN: silent });
  await vi.waitUntil(isSetAside, { timeout: 300_000, interval: 5 });
  await killed.stop("SIGKILL");
  expect(await isSetAside()).toBe(true);
  const app = launch();
  await expectRebuilt(app);
  expect(await app.stop("SIGTERM")).toBe(0);
});

test("a database of another major version of PostgreSQL is left alone, and what is advised moves it", async () => {
  const roost = (...args: string[]) =>
    run(process.execPath, [ROOST, ...args], { env: { ...process.env, ROOST_DATA: data } });
  const postgres = join(data, "engines/postgres");
  await roost("backup", join(root, "backup"));
  await writeFile(join(postgres, "PG_VERSION"), "13\n");
  const app = launch();
  expect(await app.ended).toBe(1);
  expect(app.output()).toMatch(/made by PostgreSQL 13, and this Roost brings PostgreSQL 18/);
  expect(app.output()).toContain(`2. mv ${postgres} ${postgres}-13`);
  await rename(postgres, `${postgres}-13`);
  await roost("restore", join(root, "backup")); // the next test searches in it
});

test("an engine that ends at once: the archive runs, searches titles, and starts it again; the index data stay", async () => {
  const starts = join(root, "starts");
  const crashing = await writeEngine(
    "crashing",
    `echo start >> ${starts}\necho "Error: no luck" >&2\nexit 3`,
  );
  const app = launch({ MEILI_BIN: crashing });
  const address = await app.running;
  const found = await search(address);
  expect(found.fallback).toBe(true);
  expect(found.count).toBeGreaterThan(0);
  const ready = await fetch(`${address}/readyz`);
  expect(ready.status).toBe(200);
  expect((await ready.json()).search).toMatch(/^titles, tags and names only/);
  const count = async () => (await readFile(starts, "utf8")).split("\n").length;
  await expect.poll(count).toBeGreaterThan(4);
  const published = await readFile(join(data, "runtime.json"), "utf8");
  expect(JSON.parse(published).searchProblem.text).toBe("Meilisearch does not start: no luck");
  expect(app.output().match(/did not start/g)).toHaveLength(1);
  expect(app.output()).not.toContain("index data");
  expect(await app.stop()).toBe(0);
  expect(await readFile(join(engineFolder(), "data.ms/VERSION"), "utf8")).toBe("1.21.0");
});

test("a server of MEILI_URL that does not answer: the archive runs, and says so", async () => {
  await rename(engineFolder(), `${engineFolder()}.away`); // as on a machine that never had an engine
  const app = launch({ MEILI_URL: "http://127.0.0.1:9" });
  const address = await app.running;
  expect((await search(address)).fallback).toBe(true);
  expect(app.output()).toContain("by PostgreSQL: the server of MEILI_URL does not answer");
  expect(await app.stop()).toBe(0);
  expect(app.output()).not.toContain("are not deleted");
  await rename(`${engineFolder()}.away`, engineFolder());
});
