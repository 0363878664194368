/** All settings of all processes, read from the environment and validated at start. */
import { resolve } from "node:path";
import { z } from "zod";
import { parseDataServers } from "#shared/rules/data-servers.ts";
import {
  ACCESS_MODES,
  isWebAddress,
  parseAds,
  parseContact,
  parseHidden,
  parseLinks,
} from "#shared/rules/site.ts";
import { UPLOAD_MODES } from "#shared/rules/uploads.ts";
import { isService, type Service } from "#shared/services/index.ts";
import { parseProviders } from "./accounts/provider-settings.ts";
import { ExpectedError } from "./expected-error.ts";
import { parseProxies } from "./http/client-address.ts";

/** True for a known IANA time zone. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const Flag = z.enum(["0", "1", "true", "false"]).transform((text) => text === "1" || text === "true");
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema);

/** Parses a setting with one of our parsers; their errors become the message. */
const readBy =
  <T>(read: (text: string) => T) =>
  (text: string, ctx: z.RefinementCtx): T => {
    try {
      return read(text);
    } catch (error) {
      ctx.addIssue({ code: "custom", message: error instanceof Error ? error.message : String(error) });
      return z.NEVER;
    }
  };

/** Marks settings that do not belong in a backup. */
const SECRET = { secret: true } as const;

const UNITS = ["", "K", "M", "G", "T"];

/** `25M` is 25 · 1024² bytes. */
function parseBytes(text: string): number {
  const [, digits = "", unit = ""] = /^(\d{1,6})([KMGT]?)$/.exec(text) ?? [];
  if (digits === "") throw new Error("expected a size like 500M or 8G");
  return Number(digits) * 1024 ** UNITS.indexOf(unit);
}

function parseKinds(text: string): string[] {
  const kinds = text.split(",").map((kind) => kind.trim());
  const bad = kinds.find((kind) => !/^(\*|[a-z]+\/(\*|[a-z0-9.+-]+))$/.test(kind));
  if (bad !== undefined) throw new Error(`"${bad}" is not a media type such as image/png, image/* or *.`);
  return kinds;
}

function parseHost(text: string): { host: string; port: number } {
  const [, host = "", port = ""] = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(text) ?? [];
  if (host === "") throw new Error("expected host:port");
  return { host, port: Number(port) };
}

function parseLanguages(text: string): string[] {
  const names = text.split("+").filter((name) => name !== "");
  const bad = names.find((name) => !/^[a-z]{3}(_[a-z]+){0,2}$/.test(name));
  if (bad !== undefined) throw new Error(`"${bad}" is not a language of tesseract such as eng or chi_sim.`);
  return [...new Set(names)];
}

function parseServices(text: string): Service[] {
  const names = text.split(",").map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))].map((name) => {
    if (!isService(name)) throw new Error(`"${name}" is not a service.`);
    return name;
  });
}

/** Kinds of background work. */
export const WORKER_KINDS = ["importer", "folders", "uploads", "push", "scrub"] as const;
export type WorkerKind = (typeof WORKER_KINDS)[number];

function parseWorkerKinds(text: string): WorkerKind[] {
  const names = text.split(",").map((name) => name.trim());
  return [...new Set(names)].map((name) => {
    const kind = WORKER_KINDS.find((one) => one === name);
    if (kind === undefined) throw new Error(`"${name}" is none of ${WORKER_KINDS.join(", ")}.`);
    return kind;
  });
}

export const Settings = z.object({
  PORT: optional(z.coerce.number().int().min(0).max(65_535).default(8000)).describe(
    "Port for everything; 0 takes a free one.",
  ),
  HOST: optional(z.string().default("127.0.0.1")).describe(
    "Address to listen on; `0.0.0.0` opens the archive to the network.",
  ),
  ROOST_DATA: optional(z.string().default("./data"))
    .transform((path) => resolve(path))
    .describe("Folder of files, caches and the bundled engines' data."),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ }).optional())
    .describe("Your PostgreSQL (15 or newer); unset starts the bundled one.")
    .meta(SECRET),
  DATABASE_READ_URL: optional(z.url({ protocol: /^postgres(ql)?$/ }).optional())
    .describe("A streaming replica of `DATABASE_URL` for visitors' reads.")
    .meta(SECRET),
  MEILI_URL: optional(z.url({ protocol: /^https?$/ }).optional()).describe(
    "Your Meilisearch (1.21 or newer); unset starts the bundled one.",
  ),
  MEILI_KEY: optional(z.string().optional())
    .describe("Key for `MEILI_URL` that may search and manage indexes.")
    .meta(SECRET),
  MEILI_BIN: optional(z.string().optional()).describe(
    "A Meilisearch program to run instead of the bundled one or the one on the PATH.",
  ),
  MEILI_PREFIX: optional(
    z
      .string()
      .regex(/^[a-z0-9_]{0,40}$/)
      .default(""),
  ).describe("Prefix of index names, if several archives share one Meilisearch."),
  SEARCH_TIMEOUT_MS: optional(z.coerce.number().int().min(50).max(60_000).default(300)).describe(
    "Milliseconds that a search waits for the engine before the database answers.",
  ),
  INDEX_LEASE: optional(z.coerce.number().int().min(2).max(3_600).default(30)).describe(
    "Seconds after which another indexer takes over rows of a crashed one.",
  ),
  SITE_NAME: optional(z.string().min(1).max(60).default("Roost")).describe(
    "Name in the header and the installed app.",
  ),
  SITE_ORIGIN: optional(
    z
      .url({ protocol: /^https?$/ })
      .transform((url) => new URL(url).origin)
      .optional(),
  ).describe(
    "Public origin behind a proxy, used in file addresses and for passkeys; unset takes the request's own. With `https:`, browsers use HTTPS only from then on.",
  ),
  ACCESS: optional(z.enum(ACCESS_MODES).optional()).describe(
    "Who may see the archive: `open` (everyone) or `members` (accounts only). Unset, administrators choose it on screen, where it is `open` at first.",
  ),
  TRUSTED_PROXIES: optional(z.string().max(2_000).default("").transform(readBy(parseProxies))).describe(
    "Addresses and networks of proxies whose `X-Forwarded-For` is trusted: `127.0.0.1,10.0.0.0/8`. Set it behind a proxy, or all clients count as one.",
  ),
  OIDC_PROVIDERS: optional(z.string().max(20_000).default("").transform(readBy(parseProviders)))
    .describe(
      "Login providers (OpenID Connect): a JSON list of `id`, `label`, `issuer`, `client_id`, `client_secret` or `client_secret_file`, and optionally `scopes`, `role_claim`, `roles`, `group_claim`, `groups` and `registration` ([deploy.md](deploy.md#single-sign-on)).",
    )
    .meta(SECRET),
  PASSWORD_LOGIN: optional(Flag.default(true)).describe(
    "0 refuses logins, registrations and resets with a password; needs `OIDC_PROVIDERS` or `TRUSTED_USER_HEADER`.",
  ),
  TRUSTED_USER_HEADER: optional(
    z
      .string()
      .regex(/^[A-Za-z0-9-]{1,60}$/, "expected the name of a header")
      .transform((name) => name.toLowerCase())
      .optional(),
  ).describe(
    "Header in which a proxy of `TRUSTED_PROXIES` names the logged-in person: `Remote-User`. The proxy must remove it from what clients send.",
  ),
  RATE_LIMITS: optional(z.enum(["memory", "postgres"]).default("memory")).describe(
    "Where requests are counted: `memory`, or `postgres` if several APIs run.",
  ),
  DATA_SERVERS: optional(z.string().default("").transform(readBy(parseDataServers))).describe(
    "Up to four addresses that serve files, each with its share in percent: `https://n1.example.org=25,https://n2.example.org`. Unset serves them from here.",
  ),
  CONTACT: optional(z.string().max(500).transform(readBy(parseContact)).optional()).describe(
    "Mail or web address of the operators, shown on `/contact`, `/dmca` and `/2257`.",
  ),
  STATUS_URL: optional(
    z.string().max(500).refine(isWebAddress, "expected an http(s) address").optional(),
  ).describe("Status page, linked from every page."),
  COMMUNITY_LINKS: optional(z.string().max(5_000).default("").transform(readBy(parseLinks))).describe(
    "Links of the sidebar: `Forum=https://forum.example.org,Chat=https://chat.example.org`.",
  ),
  HIDE_LINKS: optional(z.string().max(100).default("").transform(readBy(parseHidden))).describe(
    "Links to hide in the sidebar: `dms`, `shares` or both. The pages stay.",
  ),
  AD_BLOCKS: optional(z.string().max(20_000).default("").transform(readBy(parseAds))).describe(
    "Advertisements: a JSON list of `place`, `title`, `text`, `href` and optionally `image`.",
  ),
  SERVICE_WORKER: optional(Flag.default(true)).describe(
    "0 removes the service worker from every visiting device, to recover from a faulty deployment.",
  ),
  S3_BUCKET: optional(z.string().min(1).max(255).optional()).describe(
    "Bucket of an S3-compatible server for files; unset keeps them in `ROOST_DATA`.",
  ),
  S3_ENDPOINT: optional(z.url({ protocol: /^https?$/ }).optional()).describe(
    "Address of the S3-compatible server, without the bucket.",
  ),
  S3_REGION: optional(z.string().default("us-east-1")).describe("Region that requests are signed for."),
  S3_ACCESS_KEY_ID: optional(z.string().optional()).describe(
    "Key that may read, write, list and delete in `S3_BUCKET`.",
  ),
  S3_SECRET_ACCESS_KEY: optional(z.string().optional())
    .describe("Secret of `S3_ACCESS_KEY_ID`.")
    .meta(SECRET),
  S3_PREFIX: optional(
    z
      .string()
      .regex(/^([\w.-]{1,100}\/){0,5}$/, "expected folders, each ending with a slash")
      .default(""),
  ).describe("Prefix of every key in the bucket, ending with a slash."),
  WORKER_KINDS: optional(
    z.string().default(WORKER_KINDS.join()).transform(readBy(parseWorkerKinds)),
  ).describe("Kinds of background work of this worker: `importer,folders,uploads,push,scrub`."),
  IMPORTERS: optional(z.string().max(500).default("").transform(readBy(parseServices))).describe(
    "Services that people may import from with their session keys: `patreon,fanbox`. Unset turns the importer off.",
  ),
  IMPORTER_KEY_FILE: optional(z.string().optional())
    .transform((path) => (path === undefined ? undefined : resolve(path)))
    .describe(
      "Private key that opens submitted session keys, created at the importer's first start; unset keeps it in `ROOST_DATA`.",
    ),
  GALLERY_DL: optional(z.string().optional()).describe(
    "The gallery-dl that the importer runs; unset takes the one on the PATH.",
  ),
  FFMPEG: optional(z.string().optional()).describe(
    "The ffmpeg that reads videos and audio files, with ffprobe beside it; unset takes the one on the PATH, `none` none.",
  ),
  OCR: optional(z.string().default("").transform(readBy(parseLanguages))).describe(
    "Languages of the text in images, as tesseract names them: `eng+jpn+chi_sim+chi_tra+kor+rus`. Unset reads none.",
  ),
  TRANSCODE: optional(Flag.default(false)).describe(
    "1 converts videos that browsers commonly cannot play (HEVC, MPEG-4, ProRes and others) to MP4 in the background; needs ffmpeg, time and disk space.",
  ),
  UPLOADS: optional(z.enum(UPLOAD_MODES).default("moderated")).describe(
    "Uploads by visitors: `off`, `moderated` (a moderator decides about each) or `open` (published once checked).",
  ),
  UPLOADS_ANONYMOUS: optional(Flag.default(false)).describe("1 accepts uploads without an account."),
  UPLOAD_MAX: optional(z.string().default("8G").transform(readBy(parseBytes))).describe(
    "Maximum size of an uploaded file: `500M`, `8G`.",
  ),
  UPLOAD_QUOTA: optional(z.string().default("50G").transform(readBy(parseBytes))).describe(
    "Maximum that one account may upload in 30 days; everyone without an account shares one quota.",
  ),
  UPLOAD_KINDS: optional(
    z
      .string()
      .default(
        "image/*,video/*,audio/*,application/zip,application/x-rar-compressed,application/x-7z-compressed,application/pdf",
      )
      .transform(readBy(parseKinds)),
  ).describe(
    "Media types that may be uploaded, recognized by content: `image/*,application/pdf`; `*` allows all.",
  ),
  UPLOAD_CONCURRENCY: optional(z.coerce.number().int().min(1).max(1_000).default(16)).describe(
    "Concurrent upload requests of one API, beyond which it answers 503. One account, or one address without an account, may use a quarter of them, beyond which it gets 429.",
  ),
  UPLOAD_TIMEOUT: optional(z.coerce.number().int().min(1).max(60).default(20)).describe(
    "Seconds without a byte after which an upload request is cut off; received bytes stay.",
  ),
  CLAMD: optional(z.string().transform(readBy(parseHost)).optional()).describe(
    "A clamd that scans uploads, as `host:port`; unset scans nothing.",
  ),
  CLAMD_MAX: optional(z.string().default("25M").transform(readBy(parseBytes))).describe(
    "Maximum size of a file that `CLAMD` scans; not above its `StreamMaxLength`, `MaxFileSize` and `MaxScanSize`.",
  ),
  ROOST_SAMPLE: optional(Flag.default(true)).describe(
    "1 loads sample data into an empty database; 0 leaves it empty.",
  ),
  IMPORT_WATCH: optional(
    z
      .string()
      .transform((path) => resolve(path))
      .optional(),
  ).describe("Folder whose downloads are imported automatically; unset watches none."),
  IMPORT_ZONE: optional(z.string().refine(isZone, "expected a name like Asia/Tokyo").default("UTC")).describe(
    "Time zone of local times in those downloads: `Asia/Tokyo`.",
  ),
  METRICS_TOKEN: optional(z.string().min(16).max(200).optional())
    .describe(
      "Token that Prometheus sends to read `/metrics`, at least 16 characters; unset disables metrics.",
    )
    .meta(SECRET),
  BACKUP_PASSPHRASE_FILE: optional(z.string().optional()).describe(
    "File with the passphrase that encrypts a new backup, and opens it to verify, restore and repair.",
  ),
  BACKUP_S3_ENDPOINT: optional(z.url({ protocol: /^https?$/ }).optional()).describe(
    "Address of the S3-compatible server of backups to `s3://…`; unset takes `S3_ENDPOINT`, and so on for the next three.",
  ),
  BACKUP_S3_REGION: optional(z.string().optional()).describe("Region that its requests are signed for."),
  BACKUP_S3_ACCESS_KEY_ID: optional(z.string().optional()).describe(
    "Key that may read, write, list and delete in the bucket of backups.",
  ),
  BACKUP_S3_SECRET_ACCESS_KEY: optional(z.string().optional())
    .describe("Secret of `BACKUP_S3_ACCESS_KEY_ID`.")
    .meta(SECRET),
  SCRUB_DAYS: optional(z.coerce.number().min(0).max(3_650).default(30)).describe(
    "Days in which the worker reads every stored file once and checks its SHA-256; 0 turns that off.",
  ),
  REPAIR_FROM: optional(z.string().optional()).describe(
    "Backup, copy of `ROOST_DATA` or second bucket that damaged and missing files are replaced from: a folder or `s3://bucket/prefix`.",
  ),
  LOG_LEVEL: optional(z.enum(["debug", "info", "warn", "error", "silent"]).default("info")).describe(
    "Minimum level of log lines: debug, info, warn, error or silent.",
  ),
});
export type Config = z.infer<typeof Settings>;

const BUCKET_NEEDS = ["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** Lists every invalid setting by name; nothing starts. */
export class SettingsError extends ExpectedError {
  override name = "SettingsError";
}

/** @throws SettingsError with each invalid setting and the reason */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = Settings.safeParse(env);
  if (!parsed.success)
    throw new SettingsError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"),
    );
  const missing = BUCKET_NEEDS.filter((name) => parsed.data[name] === undefined);
  if (parsed.data.S3_BUCKET !== undefined && missing.length > 0)
    throw new SettingsError(missing.map((name) => `${name}: S3_BUCKET needs it`).join("\n"));
  if (parsed.data.DATABASE_READ_URL !== undefined && parsed.data.DATABASE_URL === undefined)
    throw new SettingsError("DATABASE_READ_URL: it needs DATABASE_URL, the primary");
  if (parsed.data.ACCESS === "members") requireNoDataServers(parsed.data);
  checkLogins(parsed.data);
  return parsed.data;
}

/** @throws SettingsError: in an archive for members they would send files to everyone */
export function requireNoDataServers({ DATA_SERVERS }: Pick<Config, "DATA_SERVERS">): void {
  if (DATA_SERVERS.length > 0)
    throw new SettingsError(
      "DATA_SERVERS: they send files without asking for an account, an archive for members needs one",
    );
}

function checkLogins({ OIDC_PROVIDERS, PASSWORD_LOGIN, TRUSTED_USER_HEADER, TRUSTED_PROXIES }: Config): void {
  if (TRUSTED_USER_HEADER !== undefined && TRUSTED_PROXIES.rules.length === 0)
    throw new SettingsError("TRUSTED_USER_HEADER: it needs TRUSTED_PROXIES, whose header is trusted");
  if (!PASSWORD_LOGIN && OIDC_PROVIDERS.length === 0 && TRUSTED_USER_HEADER === undefined)
    throw new SettingsError(
      "PASSWORD_LOGIN: without passwords, OIDC_PROVIDERS or TRUSTED_USER_HEADER must be set",
    );
}

/** Values that are set, without secrets, as lines of a file for `EnvironmentFile=` or a shell. */
export function publicSettings(env: NodeJS.ProcessEnv): string {
  return Object.entries(Settings.shape)
    .flatMap(([name, schema]) => {
      const value = env[name] ?? "";
      const isSecret = schema.meta()?.["secret"] === true;
      return value === "" || isSecret ? [] : `${name}='${value.replaceAll("'", `'\\''`)}'\n`;
    })
    .join("");
}
