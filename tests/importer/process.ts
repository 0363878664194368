/** An importer process for tests, over an invented service of five posts that notes each call in a file. */
import { appendFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { readConfig } from "#backend/config.ts";
import { openDatabase } from "#backend/db/client.ts";
import { openStorage } from "#backend/files/open.ts";
import type { Connector, ConnectorRun } from "#backend/imports/connectors/attempt.ts";
import { importerTasks } from "#backend/imports/connectors/import-jobs.ts";
import { openImporterKey } from "#backend/imports/connectors/private-key.ts";
import { Downloads } from "#backend/imports/formats/lib/folder.ts";
import { SESSIONS } from "#backend/jobs/sessions.ts";
import { runTasks } from "#backend/jobs/tasks.ts";

const POSTS = 5;
/** Between two posts. */
const PAUSE_MS = Number(process.env["TEST_PAUSE"] ?? "20");
/** A process that a busy machine lets wait for longer would lose its import. */
const LEASE_SECONDS = Number(process.env["TEST_LEASE"] ?? "30");

/** The key names the creator: `1_name`, `1_invalid`, `1_fails`, `1_captcha`, `1_busy`, `1_gone`, `1_endless`. */
const connector: Connector = {
  name: "invented",
  async run({ job, folder, signal, onRecord, onLog, onMissing, onState }: ConnectorRun) {
    const creator = job.key.split("_")[1] ?? "";
    if (creator.startsWith("invalid")) return { kind: "invalid_key" };
    if (creator.startsWith("fails")) return { kind: "failed", reason: "the site is away" };
    if (creator.startsWith("captcha")) return { kind: "human_check" };
    if (creator.startsWith("busy")) return { kind: "failed", reason: "too many requests", retryAfter: 7_200 };
    await mkdir(folder, { recursive: true });
    try {
      const downloads = await Downloads.open(folder);
      const { service } = job;
      const next = (job.state as { next: number } | undefined)?.next ?? 0;
      const posts = creator.startsWith("endless") ? Number.POSITIVE_INFINITY : POSTS;
      for (let n = next; n < posts && !signal.aborted; n++) {
        await appendFile(process.env["TEST_CALLS"] ?? "", `${creator} ${n}\n`);
        if (n > 0) await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
        onLog(`Post ${n}`);
        await writeFile(join(folder, `${n}.txt`), `${creator} ${n}`);
        const entry = { path: `${n}.txt`, name: `${n}.txt`, isFolder: false };
        const attachments = [{ entry, name: entry.name }];
        const published = "2024-01-01T00:00:00";
        await onRecord(
          { entity: "creators", fields: { service, id: creator, name: creator }, from: "" },
          downloads,
        );
        const post = {
          service,
          id: `${creator}-${n}`,
          user: creator,
          title: `Post ${n}`,
          published,
          attachments,
        };
        await onRecord({ entity: "posts", fields: post, from: "" }, downloads);
        const dm = {
          service,
          hash: `${creator}-${n}`,
          user: creator,
          content: "<p>secret</p>",
          published,
          added: published,
        };
        if (job.dms) await onRecord({ entity: "dms", fields: { ...dm, attachments }, from: "" }, downloads);
        await onState({ next: n + 1 });
      }
      if (creator.startsWith("gone")) onMissing("gone.png");
      return signal.aborted ? { kind: "failed", reason: "stopped" } : { kind: "done" };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function main(): Promise<void> {
  const config = readConfig();
  const sql = openDatabase(config.DATABASE_URL ?? "", {
    name: SESSIONS,
    statementTimeout: 10_000,
    idleInTransaction: LEASE_SECONDS * 1_000,
    max: 6,
  });
  const stop = new AbortController();
  process.on("SIGTERM", () => stop.abort());
  const options = {
    sql,
    storage: openStorage(config),
    data: config.ROOST_DATA,
    key: await openImporterKey(sql, config.IMPORTER_KEY_FILE ?? ""),
    connectors: new Map(config.IMPORTERS.map((service) => [service, connector])),
    log: pino({ level: config.LOG_LEVEL }, pino.destination(2)),
    signal: stop.signal,
    lease: LEASE_SECONDS,
    turnSeconds: Number(process.env["TEST_TURN"] ?? "60"),
  };
  await runTasks(options, importerTasks(options));
  await sql.end({ timeout: 2 });
  process.exit(0);
}

await main();
