/** `npm run bench -- --posts N`: ours against its limit, side by side in one run. */
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Sql } from "#backend/db/client.ts";
import { generateSample } from "#backend/sample/generate.ts";
import { benchAccess } from "./bench-access.ts";
import { benchAccounts } from "./bench-accounts.ts";
import { benchAlbums } from "./bench-albums.ts";
import { benchAway } from "./bench-away.ts";
import { benchDevice } from "./bench-device.ts";
import { benchFallback } from "./bench-fallback.ts";
import { benchFiles } from "./bench-files.ts";
import { benchFilms } from "./bench-films.ts";
import { benchGrowth, benchStraight } from "./bench-growth.ts";
import { benchHash } from "./bench-hash.ts";
import { benchImport } from "./bench-import.ts";
import { benchIndex } from "./bench-index.ts";
import { benchIngest } from "./bench-ingest.ts";
import { benchMemory } from "./bench-memory.ts";
import { benchOcr } from "./bench-ocr.ts";
import { benchPage } from "./bench-page.ts";
import { benchPages, fillCreators } from "./bench-pages.ts";
import { benchPictures } from "./bench-pictures.ts";
import { benchQuality } from "./bench-quality.ts";
import { benchRecall } from "./bench-recall.ts";
import { benchSearch } from "./bench-search.ts";
import { benchStart } from "./bench-start.ts";
import { benchSync } from "./bench-sync.ts";
import { benchTaps } from "./bench-taps.ts";
import { benchThumbnails } from "./bench-thumbnails.ts";
import { benchUpload } from "./bench-upload.ts";
import { benchWrites } from "./bench-writes.ts";
import { type Cut, cutSample, ingest } from "./bundles.ts";
import { type Line, machineSpeed, ROUNDS, table } from "./measure.ts";
import { openSetting, type Setting } from "./setting.ts";

/** Load average above which figures say nothing of the code. */
const BUSY = 1.5;

interface Bench {
  setting: Setting;
  full: { url: string; sql: Sql };
  cut: Cut;
  data: string;
  /** Address of an API process on the full database; started when first asked for. */
  api: () => Promise<{ origin: string; pid: number | undefined }>;
}

/** In the order they run: what writes comes before what reads. */
const SECTIONS: Record<string, (bench: Bench) => Promise<Line[]>> = {
  ingest: ({ setting, full, cut }) => benchIngest(setting, full, cut),
  index: ({ setting, full, cut }) => benchIndex(setting, full, cut),
  search: async ({ setting, full, api }) => benchSearch(setting, full.sql, await api()),
  post: async ({ setting, full, api }) => benchPage(setting, full, await api()),
  pages: async ({ setting, full, api }) => benchPages(setting, full.sql, await api()),
  files: async ({ setting, data, api }) => benchFiles(setting, data, await api()),
  thumbnails: async ({ setting, data, api }) => benchThumbnails(setting, data, await api()),
  albums: async ({ setting, full, data, api }) => benchAlbums(setting, full.sql, data, (await api()).origin),
  films: async ({ api, ...bench }) =>
    benchFilms({ ...bench, api: await api(), films: Number(values.films ?? 500) }),
  writes: async ({ setting, full, api }) => {
    await fillCreators(full.sql);
    return benchWrites(setting, full, api);
  },
  accounts: ({ setting, full }) => benchAccounts(setting, full),
  access: ({ setting, full, data }) => benchAccess(setting, full, data),
  memory: ({ setting, full }) => benchMemory(setting, full),
  start: async ({ api }) => benchStart((await api()).origin),
  taps: async ({ api }) => benchTaps((await api()).origin),
  "engine-away": ({ setting, full }) => benchAway(setting, full),
  fallback: ({ setting, full }) => benchFallback(setting, full, Number(values.rows ?? 1_000_000)), // last: it adds posts
  "offline-search": ({ full }) => benchDevice(full.sql, values.texts),
};

/** Sections that ask the index, which another section fills. */
const ASK_INDEX: ReadonlySet<string> = new Set(["search", "access", "taps"]);

/** Benchmarks that need no archive. */
const ALONE: Record<string, (posts: number) => Promise<Line[]>> = {
  "search-quality": async (posts) => {
    await benchQuality(posts, values.texts); // a table of its own
    return [];
  },
  growth: (posts) => (values.straight === true ? benchStraight(posts) : benchGrowth(posts)),
  hash: () => benchHash(values.huge === true),
  sync: benchSync,
  pictures: async () => {
    await using setting = await openSetting();
    return await benchPictures(setting);
  },
  "picture-recall": () => benchRecall(Number(values.pictures ?? 2_000)),
  ocr: () => benchOcr(Number(values.pictures ?? 20)),
  import: async (posts) => {
    await using setting = await openSetting();
    return await benchImport(setting, posts); // before the engines stop
  },
  upload: async () => {
    await using setting = await openSetting();
    return await benchUpload(setting);
  },
};

async function main(posts: number, only: string[]): Promise<void> {
  const load = loadavg()[0]!;
  const isBusy = load > BUSY;
  const [{ model } = { model: "" }, ...others] = cpus();
  console.log(
    `${others.length + 1} x ${model}, Node.js ${process.version}, speed ${machineSpeed().toFixed(1)} (machineSpeed in tests/bench/measure.ts)`,
  );
  const begun = performance.now();
  const lines: Line[] = [];
  if (only.some((name) => name in SECTIONS)) lines.push(...(await withArchive(posts, only, begun)));
  for (const [name, run] of Object.entries(ALONE)) {
    if (!only.includes(name)) continue;
    lines.push(...(await run(posts)));
    step(`Measured: ${name}`, begun);
  }
  console.log(
    `\n${posts} posts, medians of ${ROUNDS} interleaved rounds after a warm-up; load average before ${load.toFixed(2)}, after ${loadavg()[0]!.toFixed(2)}\n`,
  );
  if (lines.length > 0)
    console.log(table(isBusy ? lines.map((line) => ({ ...line, met: undefined })) : lines));
  if (isBusy)
    console.log(
      `\nNothing is judged: the machine was busy with other work (load over ${BUSY} at the start).`,
    );
}

async function withArchive(posts: number, only: string[], begun: number): Promise<Line[]> {
  await using setting = await openSetting();
  const sample = join(setting.folder, "sample");
  const data = join(setting.folder, "data");
  await generateSample({ posts, seed: "bench", out: sample, pictures: 1 });
  step(`Sample of ${posts} posts written`, begun);
  const cut = await cutSample(sample, posts, join(setting.folder, "parts"));
  const full = await setting.database("full");
  step(`... and imported: ${(await ingest(full.sql, sample, data)).toFixed(1)} s`, begun);
  await full.sql`vacuum analyze`;
  let started: ReturnType<Bench["api"]> | undefined;
  const api = () => {
    started ??= setting.startApi(full.url, { SEARCH_TIMEOUT_MS: "60000" }); // a slow engine is measured too
    return started;
  };
  const lines: Line[] = [];
  for (const [name, run] of Object.entries(SECTIONS)) {
    const needed = name === "index" && only.some((one) => ASK_INDEX.has(one));
    if (!only.includes(name) && !needed) continue;
    lines.push(...(await run({ setting, full, cut, data, api })));
    step(`Measured: ${name}`, begun);
  }
  return lines;
}

function step(what: string, begun: number): void {
  console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${what}`);
}

const { values } = parseArgs({
  options: {
    posts: { type: "string" },
    only: { type: "string" },
    texts: { type: "string" },
    rows: { type: "string" },
    pictures: { type: "string" },
    films: { type: "string" },
    huge: { type: "boolean" },
    straight: { type: "boolean" },
    quick: { type: "boolean" },
  },
});
const ALL = [...Object.keys(SECTIONS), ...Object.keys(ALONE)];
/** Selection that measures the server's own work in about five minutes. */
const QUICK = { posts: 6_000, only: ["ingest", "index", "search", "post", "memory"] };
const only = values.only?.split(",") ?? (values.quick === true ? QUICK.only : ALL);
const USUAL: Record<string, number> = {
  writes: 100_000,
  growth: values.straight === true ? 10_000_000 : 1_000_000,
  "search-quality": values.texts === undefined ? 2_400 : 20_000,
};
const posts = Number(
  values.posts ?? USUAL[values.only ?? ""] ?? (values.quick === true ? QUICK.posts : 20_000),
);
if (!Number.isInteger(posts) || posts < 600 || only.some((name) => !ALL.includes(name))) {
  console.error(
    `Usage: npm run bench -- [--posts N] [--only ${ALL.join(",")}]   [--texts file.ndjson.gz]   [--rows: posts of fallback, 1000000 by default]   [--pictures: of picture-recall, 2000 by default, and of ocr, 20]   [--films: 500 by default]   [--huge: hash 8 GiB too]   [--straight: growth of rows made in the database]   [--quick: ${QUICK.only.join(",")} with ${QUICK.posts} posts]   N from 600, 20000 by default (writes alone: 100000, search-quality alone: 2400, growth alone: 1000000, straight 10000000)`,
  );
  process.exit(2);
}
await main(posts, only);
