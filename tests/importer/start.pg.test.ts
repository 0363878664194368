/** A worker whose importer cannot start: the other kinds run, and the importer follows once its cause is mended. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROGRAMS } from "#backend/supervisor/build.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { copyKey } from "./key.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server[Symbol.asyncDispose]());

/** A faulty key file or manifest in the data folder, and how it is mended. */
const FAULTS: [string, (data: string) => Promise<() => Promise<unknown>>][] = [
  [
    "key file",
    async (data) => {
      await writeFile(join(data, "importer-key.pem"), "no key", { mode: 0o600 });
      return async () => rename(await copyKey(data), join(data, "importer-key.pem"));
    },
  ],
  [
    "manifest",
    async (data) => {
      const path = join(data, "connectors", "faulty.json");
      await mkdir(join(data, "connectors"));
      await writeFile(path, "{}");
      return () => rm(path);
    },
  ],
];

test.each(FAULTS)("a faulty %s keeps only the importer from starting", async (name, makeFault) => {
  await server.sql`delete from importers`;
  await server.sql`
    insert into download_imports (id, state) values (${name}, 'scanning')`;
  const mend = await makeFault(server.data);
  const worker = fork(PROGRAMS.worker.file, {
    execArgv: [],
    env: {
      ...process.env,
      DATABASE_URL: server.config.DATABASE_URL,
      ROOST_DATA: server.data,
      IMPORTERS: "fanbox",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const exited = once(worker, "exit");
  let output = "";
  worker.stdout?.on("data", (part) => {
    output += part;
  });
  try {
    const failed = exited.then(() => Promise.reject(new Error("The worker ended.")));
    failed.catch(() => {});
    await Promise.race([once(worker, "message"), failed]);
    const state = async () =>
      (await server.sql`select state from download_imports where id = ${name}`)[0]?.["state"];
    await expect.poll(state).not.toBe("scanning");
    // Once, and again each time that it tries.
    const lines = () => output.split("\n").filter((line) => line.includes('"kind":"importer"'));
    await expect.poll(() => lines()[0]).toMatch(/importer-key\.pem|faulty\.json/);
    await mend();
    await expect.poll(async () => (await server.sql`select from importers`).length).toBe(1);
  } finally {
    worker.kill();
    await exited;
  }
});
