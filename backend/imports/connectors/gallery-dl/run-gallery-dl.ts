/** Runs gallery-dl on one address. */
import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { HumanCheck, TooManyRequests } from "./refusals.ts";
import type { GalleryDlService } from "./services.ts";

export interface GalleryDlRun {
  program: string;
  category: string;
  service: GalleryDlService;
  key: string;
  address: string;
  /** Download folder. */
  folder: string;
  /** gallery-dl's database of downloaded files. */
  archive: string;
  /** Stops after consecutive known files. */
  onlyNew: boolean;
  /** Kills it. */
  signal: AbortSignal;
  onLog(line: string): void;
}

export interface GalleryDlEnd {
  /** Exit code: 0, or the sum of 1 unspecified, 4 HTTP, 8 not found, 16 login, 64 no extractor, 128 a system error. */
  code: number;
  /** The service rejected the key. */
  isKeyInvalid: boolean;
  /** The service refuses programs or further requests; gallery-dl was stopped. */
  refusal: HumanCheck | TooManyRequests | undefined;
  /** The first error. */
  error: string | undefined;
  /** Files that the service no longer has or denies. Not a failure. */
  missing: string[];
  /** False if the address had no posts at all, which may be a page in another form. */
  hasResults: boolean;
}

const KNOWN_FILES = 20;
/** Error format of gallery-dl: `[patreon][error] HttpError: '401 Unauthorized' for '…'`. */
const ERROR = /^\[[^\]]+\]\[(?:error|critical)\] (.*)$/;
/** Why a file failed, by its status if the service answered. */
const FILE_WARNING = /^\[downloader\.\w+\]\[warning\] (?:'(\d{3}) )?/;
const GONE: ReadonlySet<string> = new Set(["401", "403", "404", "410"]);
const NOT_DOWNLOADED = /^Failed to download (.*)$/;
/** Bit of the exit code for files that could not be downloaded, among other errors. */
const HTTP_ERROR = 4;
const NO_RESULTS = /^\[[^\]]+\]\[info\] No results for /;
const HUMAN_CHECK = [
  /^\[[^\]]+\]\[warning\] (?:Cloudflare (?:challenge|CAPTCHA)|DDoS-Guard challenge)/,
  // A page in place of JSON; with a position further on, JSON that was cut.
  /JSONDecodeError\b.* Expecting value: line 1 column 1 /,
];
const TOO_MANY_REQUESTS =
  /^\[(?:downloader\.\w+\]\[warning|[^\]]+\]\[(?:error|critical))\] .*'429 [^']*' for '([^']+)/;
const INVALID_KEY = /^AuthenticationError\b|^AuthRequired\b|'401 Unauthorized'/;

export async function runGalleryDl(run: GalleryDlRun): Promise<GalleryDlEnd> {
  const config = resolve("gallery-dl.json");
  await writeFile(config, JSON.stringify(configOf(run)), { mode: 0o600 });
  // Addresses are not secret; everything else is in the file, since any user can see arguments.
  const child = spawn(run.program, ["--config-ignore", "--config", config, run.address], {
    stdio: ["ignore", "ignore", "pipe"],
    signal: run.signal,
    env: { ...process.env, HOME: resolve("."), TMPDIR: resolve("."), PYTHONIOENCODING: "utf-8" },
  });
  const ended = new Promise<number>((settle, reject) => {
    child.once("error", reject);
    child.once("close", (code) => settle(code ?? 128));
  });
  const output = new Output();
  for await (const line of createInterface({ input: child.stderr })) {
    run.onLog(line);
    output.take(line);
    if (output.refusal !== undefined) child.kill();
  }
  return output.end(await ended);
}

/** Collects what the lines of gallery-dl say. */
class Output {
  refusal: GalleryDlEnd["refusal"];
  #error: string | undefined;
  #isKeyInvalid = false;
  #hasResults = true;
  readonly #missing: string[] = [];
  /** The file that fails next is one that the service no longer has or denies. */
  #isMissing = false;

  take(line: string): void {
    if (NO_RESULTS.test(line)) this.#hasResults = false;
    this.refusal ??= refusalOf(line);
    const warning = FILE_WARNING.exec(line);
    if (warning !== null) this.#isMissing = GONE.has(warning[1] ?? "");
    const [, message] = ERROR.exec(line) ?? [];
    if (message === undefined || this.#takeMissing(message)) return;
    this.#error ??= message;
    this.#isKeyInvalid ||= INVALID_KEY.test(message);
  }

  end(code: number): GalleryDlEnd {
    const [error, missing] = [this.#error, this.#missing];
    const onlyMissing = missing.length > 0 && error === undefined && code === HTTP_ERROR;
    return {
      ...{ code: onlyMissing ? 0 : code, error, missing },
      ...{ isKeyInvalid: this.#isKeyInvalid, refusal: this.refusal, hasResults: this.#hasResults },
    };
  }

  /** Notes a missing file. @returns false for any other error */
  #takeMissing(message: string): boolean {
    const [, file] = NOT_DOWNLOADED.exec(message) ?? [];
    if (file === undefined || !this.#isMissing) return false;
    this.#isMissing = false;
    this.#missing.push(file);
    return true;
  }
}

function refusalOf(line: string): GalleryDlEnd["refusal"] {
  if (HUMAN_CHECK.some((pattern) => pattern.test(line))) return new HumanCheck();
  const [, url] = TOO_MANY_REQUESTS.exec(line) ?? [];
  return url === undefined ? undefined : new TooManyRequests(new URL(url).host);
}

function configOf({ category, service, key, folder, archive, onlyNew }: GalleryDlRun) {
  // File metadata has original names; post metadata covers posts without files.
  const postprocessors = [
    { name: "metadata", event: "post", filename: service.postFile },
    { name: "metadata", event: "file" },
  ];
  return {
    extractor: {
      // One folder per post.
      ...{
        "base-directory": join(folder, "/"),
        directory: [service.postFile.replace(/\.json$/, "")],
        archive,
        postprocessors,
        "parent-metadata": false,
      },
      skip: onlyNew ? `abort:${KNOWN_FILES}` : true,
      "cookies-update": false,
      [category]: service.options(key),
    },
    // A file that comes too early is tried again after a pause, in which gallery-dl is stopped: it
    // would go on with the next file otherwise.
    downloader: { ytdl: { enabled: false }, progress: null, http: { "retry-codes": [429] } },
    cache: { file: resolve("cache.sqlite3") },
    output: { mode: "null", progress: false, log: "[{name}][{levelname}] {message}" },
    netrc: false,
  };
}
