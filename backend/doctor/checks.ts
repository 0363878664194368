/** Health checks, each with a remedy. */
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chosenAccess } from "#backend/accounts/access-mode.ts";
import type { Config } from "#backend/config.ts";
import { openDatabase, type Sql } from "#backend/db/client.ts";
import { bytesBehind, logPosition } from "#backend/db/replica.ts";
import { openStorage } from "#backend/files/open.ts";
import { installedConnectors } from "#backend/imports/connectors/installed.ts";
import { importerKeyFile, readImporterKey } from "#backend/imports/connectors/private-key.ts";
import { openClient } from "#backend/search/client.ts";
import { EngineAnswer } from "#backend/search/transport.ts";
import { type Engines, isPortTaken } from "#backend/supervisor/engines.ts";
import type { Registration } from "#shared/rules/accounts.ts";
import { INDEXES } from "#shared/search/documents.ts";
import type { ProviderSettings } from "../accounts/provider-settings.ts";
import { countGroups, groupByName } from "../groups/group-queries.ts";
import { ensureGroupRole, GroupRoleError } from "../groups/group-role.ts";

export interface Finding {
  state: "ok" | "warning" | "failure";
  /** Observation. */
  text: string;
  /** Remedy; undefined if all is well. */
  advice?: string;
}

export const ok = (text: string): Finding => ({ state: "ok", text });
export const warning = (text: string, advice: string): Finding => ({ state: "warning", text, advice });
export const failure = (text: string, advice: string): Finding => ({ state: "failure", text, advice });

const GB = 1e9;
const LOW_DISK = 5 * GB;
const FULL_DISK = 0.5 * GB;
const MIN_POSTGRES = 15;
/** Timeout in milliseconds. */
const ENGINE_TIMEOUT_MS = 15_000;
const MIN_MEILI = [1, 21] as const;
/** Bytes of log: more than a replica normally lags. */
const MAX_REPLICA_LAG_BYTES = 64 * 1024 * 1024;
/** Seconds; the indexer normally pushes within one. */
const MAX_QUEUE_AGE_SECONDS = 300;

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Without a message: a name with several addresses, none of which answered.
  return error.message || (error instanceof AggregateError ? messageOf(error.errors[0]) : error.name);
}

/** Settings that are valid individually but conflict. */
export function checkSettings(config: Config): Finding[] {
  const isOpen = !["127.0.0.1", "::1", "localhost"].includes(config.HOST);
  const found: Finding[] = [];
  if (isOpen && config.SITE_ORIGIN === undefined)
    found.push(
      warning(
        `Settings: HOST=${config.HOST} opens the archive to the network without SITE_ORIGIN`,
        "Installing, saved posts and checksums need HTTPS: put a proxy in front and set SITE_ORIGIN (docs/deploy.md, HTTPS).",
      ),
    );
  if (config.SITE_ORIGIN !== undefined && config.TRUSTED_PROXIES.rules.length === 0)
    found.push(
      warning(
        "Settings: SITE_ORIGIN is set and TRUSTED_PROXIES is not",
        "Behind a proxy all visitors count as one, and share one limit: TRUSTED_PROXIES=127.0.0.1",
      ),
    );
  return found.length > 0 ? found : [ok("Settings")];
}

/** Access mode. In an archive for members, registration decides who becomes one. */
export async function checkAccess(
  sql: Sql,
  { ACCESS, PASSWORD_LOGIN, OIDC_PROVIDERS }: Config,
): Promise<Finding[]> {
  const hasGroups = (await countGroups(sql)) > 0;
  if ((ACCESS ?? (await chosenAccess(sql))) === "open") {
    const advice = "Choose members on /account/administrator/accounts, or set ACCESS=members.";
    const unused = warning("Groups have no effect in an open archive", advice);
    return [ok("Access: open to everyone"), ...(hasGroups ? [unused] : [])];
  }
  const found = PASSWORD_LOGIN
    ? await checkRegistration(sql)
    : ok("Access: members only, who log in without passwords");
  const groups = await missingGroups(sql, OIDC_PROVIDERS);
  return [found, ...(hasGroups ? [await checkGroupRole(sql)] : []), ...groups];
}

/** Groups that settings of login providers name, and that do not exist. */
async function missingGroups(sql: Sql, providers: readonly ProviderSettings[]): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { id, groups = {} } of providers)
    for (const name of new Set(Object.values(groups)))
      if (name !== null && (await groupByName(sql, name)) === undefined)
        found.push(
          failure(
            `Login provider ${id}: there is no group named ${name}`,
            "People who belong to it cannot log in: add it on /account/administrator/groups, or correct OIDC_PROVIDERS.",
          ),
        );
  return found;
}

async function checkRegistration(sql: Sql): Promise<Finding> {
  const [row] = await sql<[{ registration: Registration }]>`select registration from site_settings`;
  const text = `Access: members only, registration: ${row.registration}`;
  const advice =
    "Anyone may register and then see everything: choose invitations on /account/administrator/accounts.";
  return row.registration === "open" ? warning(text, advice) : ok(text);
}

async function checkGroupRole(sql: Sql): Promise<Finding> {
  try {
    await ensureGroupRole(sql);
    return ok("Groups: their database role is there");
  } catch (error) {
    if (!(error instanceof GroupRoleError)) throw error;
    return failure("Accounts in groups cannot use the archive: the database role is missing", error.message);
  }
}

export async function checkPort(config: Config): Promise<Finding[]> {
  if (!(await isPortTaken(config))) return [];
  const text = `Port ${config.PORT} on ${config.HOST} is taken by another program`;
  return [failure(text, `End that program, or choose another port: PORT=${config.PORT + 1}`)];
}

export async function checkDisk(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `Disk of ${folder}: ${(free / GB).toFixed(1)} GB free`;
  if (free > LOW_DISK) return ok(text);
  const advice = "Free some space, or move the folder to a larger disk and set ROOST_DATA.";
  return free < FULL_DISK ? failure(text, advice) : warning(text, advice);
}

export async function checkDatabase(sql: Sql): Promise<Finding[]> {
  const [row] = await sql<
    [{ version: string; number: number; migrations: number; posts: number; bytes: number }]
  >`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      (select count(*) from schema_migrations) as migrations, (select count(*) from posts) as posts,
      pg_database_size(current_database()) as bytes`;
  const text = `PostgreSQL ${row.version}: ${row.posts} posts, ${(row.bytes / GB).toFixed(1)} GB, ${row.migrations} migrations`;
  return [
    row.number >= MIN_POSTGRES * 10_000
      ? ok(text)
      : failure(text, `Upgrade to PostgreSQL ${MIN_POSTGRES} or newer.`),
  ];
}

/** The replica of DATABASE_READ_URL, if configured. @param sql of the primary */
export async function checkReplica(sql: Sql, { DATABASE_READ_URL: url }: Config): Promise<Finding[]> {
  if (url === undefined) return [];
  const replica = openDatabase(url, { max: 1, name: "roost-doctor" });
  try {
    const bytes = await bytesBehind(replica, await logPosition(sql));
    const text = `Replica: ${(bytes / 1e6).toFixed(1)} MB behind`;
    if (bytes < MAX_REPLICA_LAG_BYTES) return [ok(text)];
    const advice =
      "Reads of what it has not replayed go to the primary. Is its disk slow, or its replay paused?";
    return [warning(text, advice)];
  } finally {
    await replica.end({ timeout: 2 });
  }
}

const BASIC_SEARCH = "Until then the database searches titles, tags and names.";

/** The engine, its indexes, and rows waiting for the indexer. */
export async function checkSearch(
  sql: Sql,
  { meili, searchProblem }: Pick<Engines, "meili" | "searchProblem">,
  config: Config,
): Promise<Finding[]> {
  if (searchProblem !== undefined) {
    const { kind, text, advice } = searchProblem;
    // An archive without an engine works; an engine that fails is a fault.
    const finding = kind === "failing" ? failure : warning;
    return [finding(`Search: ${text}`, `${advice} ${BASIC_SEARCH}`)];
  }
  if (meili === undefined) return [];
  const found = await readEngine(openClient(meili)).catch((error: unknown) => {
    const cause = error instanceof Error ? error.cause : undefined; // the client wraps it
    if (cause instanceof EngineAnswer && [401, 403].includes(cause.status)) return undefined;
    throw new Error(`the engine does not answer: ${messageOf(cause ?? error)}`);
  });
  if (found === undefined)
    return [
      failure(
        "Search: the server of MEILI_URL refuses MEILI_KEY",
        `Set MEILI_KEY to its master key, or to a key that may search and manage indexes. ${BASIC_SEARCH}`,
      ),
    ];
  const { version, indexes } = found;
  const missing = INDEXES.filter((name) => indexes[config.MEILI_PREFIX + name] === undefined);
  const documents = INDEXES.map(
    (name) => `${indexes[config.MEILI_PREFIX + name]?.numberOfDocuments ?? 0} ${name}`,
  );
  const [state] = await sql<[{ waiting: number; age: number; refused: number; posts: number }]>`
    select (select count(*) from index_outbox where queued_at <= now()) as waiting,
      (select greatest(extract(epoch from now() - min(queued_at)), 0)::int from index_outbox) as age,
      (select count(*) from index_quarantine) as refused, (select count(*) from posts) as posts`;
  return [
    isOlder(version)
      ? failure(`Meilisearch ${version}`, `Upgrade to ${MIN_MEILI.join(".")} or newer.`)
      : ok(`Meilisearch ${version}`),
    missing.length > 0 && state.posts > 0
      ? failure(
          `Indexes: ${missing.join(", ")} missing`,
          "The indexer rebuilds them by itself: is it running? Without it: roost index rebuild",
        )
      : ok(`Indexes: ${documents.join(", ")}`),
    state.age > MAX_QUEUE_AGE_SECONDS
      ? failure(
          `Indexer: ${state.waiting} rows wait, the oldest for ${state.age} s`,
          "Is the indexer running? See ROOST_DATA/logs/indexer.log.",
        )
      : ok(`Indexer: ${state.waiting} rows wait`),
    ...(state.refused > 0
      ? [
          warning(
            `Indexer: the engine refused ${state.refused} rows`,
            "roost index status lists them with reasons.",
          ),
        ]
      : []),
  ];
}

/** Version and indexes of the engine. @throws if it does not answer in time */
async function readEngine(client: ReturnType<typeof openClient>) {
  const extraRequestInit = { signal: AbortSignal.timeout(ENGINE_TIMEOUT_MS) };
  const [{ pkgVersion: version }, { indexes }] = await Promise.all([
    client.httpRequest.get<{ pkgVersion: string }>({ path: "version", extraRequestInit }),
    client.httpRequest.get<{ indexes: Record<string, { numberOfDocuments: number }> }>({
      path: "stats",
      extraRequestInit,
    }),
  ]);
  return { version, indexes };
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < MIN_MEILI[0] || (major === MIN_MEILI[0] && minor < MIN_MEILI[1]);
}

/** Writes, reads and deletes a file of random bytes. */
export async function checkFiles(config: Config): Promise<Finding> {
  const where =
    config.S3_BUCKET === undefined ? `in ${config.ROOST_DATA}` : `in the bucket ${config.S3_BUCKET}`;
  const folder = await mkdtemp(join(tmpdir(), "roost-doctor-"));
  try {
    const storage = openStorage(config);
    const bytes = randomBytes(1024);
    const hash = createHash("sha256").update(bytes).digest("hex");
    const source = join(folder, "file");
    await writeFile(source, bytes);
    const path = `/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}.bin`;
    await storage.put(source, { hash, ext: ".bin", size: bytes.length });
    const read: Buffer[] = [];
    for await (const part of await storage.read(path)) read.push(part as Buffer);
    await storage.remove(path);
    if (!Buffer.concat(read).equals(bytes)) throw new Error("what was read is not what was written");
    if ((await storage.stat(path)) !== undefined) throw new Error("a deleted file is still there");
    return ok(`Files ${where}: written, read and deleted`);
  } catch (error) {
    const isFull = error instanceof Error && "code" in error && error.code === "ENOSPC";
    return failure(
      `Files ${where}: ${messageOf(error)}`,
      config.S3_BUCKET === undefined
        ? isFull
          ? "Free some space on the disk of ROOST_DATA."
          : "The user Roost runs as must own ROOST_DATA, and its disk must be writable."
        : "Compare the S3_ settings with the bucket's: its key must read, write, list and delete.",
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Checks that a worker takes uploads and folders. */
export async function checkWorker(sql: Sql): Promise<Finding> {
  const [{ waiting, age }] = await sql<[{ waiting: number; age: number }]>`
    select count(*) as waiting, coalesce(extract(epoch from now() - min(changed_at)), 0)::int as age from (
      select changed_at from uploads where state in ('received', 'publishing') and lease_until is null
      union all
      select changed_at from download_imports where state in ('scanning', 'importing') and lease_until is null) jobs`;
  const text = `Worker: ${waiting} jobs wait`;
  if (age < MAX_QUEUE_AGE_SECONDS) return ok(text);
  return warning(
    `${text}, the oldest for ${age} s`,
    "Is the worker running? See ROOST_DATA/logs/worker.log.",
  );
}

/** Checks the files without which the importer of this machine's worker does not start. */
export async function checkImporterFiles(config: Config): Promise<Finding[]> {
  if (config.IMPORTERS.length === 0 || !config.WORKER_KINDS.includes("importer")) return [];
  try {
    await readImporterKey(importerKeyFile(config));
    await installedConnectors(config.ROOST_DATA, config.IMPORTERS);
    return [];
  } catch (error) {
    const advice = "No import with a session key runs until this is mended; all other work does.";
    return [failure(`Importer: ${messageOf(error)}`, advice)];
  }
}

/** Checks that a running importer has a connector for each enabled service, and finds imports that none can open. */
export async function checkImporters(sql: Sql, { IMPORTERS }: Config): Promise<Finding[]> {
  if (IMPORTERS.length === 0) return [ok("Importer: off (IMPORTERS is unset)")];
  const rows = await sql<{ service: string }[]>`
    select distinct jsonb_object_keys(connectors) as service from importers where seen_at > now() - interval '5 minutes'`;
  const without = IMPORTERS.filter((name) => !rows.some(({ service }) => service === name));
  const [{ lost }] = await sql<[{ lost: number }]>`
    select count(*) as lost from imports where state in ('queued', 'running') and sealed_by not in (
      select fingerprint from importer_keys where seen_at > now() - interval '5 minutes')`;
  return [
    without.length === 0
      ? ok(`Importer: connectors for ${IMPORTERS.join(", ")}`)
      : warning(
          `Importer: no connector for ${without.join(", ")}`,
          "Is the worker running? Install gallery-dl or a connector (docs/operations.md, Importer).",
        ),
    ...(lost === 0
      ? []
      : [
          warning(
            `Importer: ${lost} imports wait for a key that no running importer has`,
            "Start the importer that has it (IMPORTER_KEY_FILE). If the key is lost, they fail within an hour, and people submit their session keys again.",
          ),
        ]),
  ];
}
