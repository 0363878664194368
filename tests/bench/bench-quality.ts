/** Measures the search quality on a labeled set: ours beside the engine's default settings and PostgreSQL, on the same texts. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#backend/db/client.ts";
import { generateSample } from "#backend/sample/generate.ts";
import { SOURCES } from "#indexer/sources/index.ts";
import type { Source } from "#indexer/sources/source.ts";
import type { PostDocument } from "#shared/search/documents.ts";
import { buildCreator, buildPost } from "../support/factories.ts";
import { readNatural, writeNaturalBundle } from "../support/natural.ts";
import { ingest } from "./bundles.ts";
import { columns } from "./measure.ts";
import { labeledQueries, type QueryClass } from "./quality/queries.ts";
import { type Scores, scoresOf } from "./quality/scores.ts";
import { databaseSearch, engineDefaults, ours, type Side } from "./quality/sides.ts";
import { ACCENTED, MIXED, NAMED } from "./quality/texts.ts";
import { openSetting, type Setting } from "./setting.ts";

interface Named {
  name: string;
  scores: Scores;
}

const SHOWN: [keyof Scores, string][] = [
  ["first", "success@1"],
  ["firstTen", "success@10"],
  ["mrr", "MRR"],
  ["precision", "precision"],
  ["recall", "recall"],
  ["wrong", "wrong hits"],
];

/**
 * Prints the table.
 * @param texts a file of real texts to search among, instead of the sample
 */
export async function benchQuality(posts: number, texts: string | undefined): Promise<void> {
  await using setting = await openSetting();
  const { url, sql } = await setting.database("quality");
  await fill(setting, sql, posts, texts);
  const docs = (await documentsOf(sql, SOURCES.posts)) as unknown as PostDocument[];
  const people = (await documentsOf(sql, SOURCES.creators)).map(({ key, name }) => ({
    key,
    name: String(name),
  }));
  const plain = docs.map(({ key, title, tags, creator, content }) => ({
    key,
    title,
    tags,
    creator,
    content,
  }));
  const classes = labeledQueries(plain, people);
  await setting.start("indexer", { DATABASE_URL: url });
  const sides = [
    ours(setting),
    await engineDefaults(setting, plain, people),
    await databaseSearch(sql, plain, people),
  ];
  while ((await sql`select from index_outbox where queued_at <= now() limit 1`).length > 0) await sleep(200);
  const count = classes.reduce((sum, { queries }) => sum + queries.length, 0);
  console.log(`\n${count} queries on ${docs.length} posts and ${people.length} creators\n`);
  const head = ["class", "queries", "", ...SHOWN.map(([, name]) => name), "Roost is"];
  const rows: string[][] = [];
  for (const one of classes) rows.push(...(await rowsOf(one, sides)));
  console.log(columns([head, ...rows]));
}

async function fill({ folder }: Setting, sql: Sql, posts: number, texts: string | undefined): Promise<void> {
  const bundle = join(folder, "texts");
  if (texts === undefined) await generateSample({ posts, seed: "quality", out: bundle, pictures: 1 });
  else await writeNaturalBundle(some(texts, posts), bundle);
  await ingest(sql, bundle, join(folder, "data"));
  await buildCreator(sql, { service: "patreon", id: "own", name: "Ordinary Texts" });
  for (const [at, { title, content, tags }] of [...ACCENTED, ...MIXED].entries())
    await buildPost(sql, {
      service: "patreon",
      user: "own",
      id: `own-${at}`,
      title,
      content: `<p>${content}</p>`,
      tags,
    });
  for (const [at, { name }] of NAMED.entries())
    await buildCreator(sql, { service: "fanbox", id: `named-${at}`, name });
}

/** Evenly over the file, which is sorted by script. */
async function* some(path: string, count: number) {
  const every = Math.max(1, Math.floor(100_000 / count));
  let number = 0;
  for await (const text of readNatural(path)) if (number++ % every === 0) yield text;
}

async function documentsOf(sql: Sql, source: Source): Promise<({ key: string } & Record<string, unknown>)[]> {
  const docs: ({ key: string } & Record<string, unknown>)[] = [];
  for (let after = { service: "", id: "" }; ; ) {
    const page = await source.page(sql, after, 2_000);
    docs.push(...page.flatMap(({ line }) => (line === undefined ? [] : JSON.parse(line))));
    const last = page.at(-1);
    if (last === undefined) return docs;
    after = last;
  }
}

async function rowsOf({ name, of, queries }: QueryClass, sides: readonly Side[]): Promise<string[][]> {
  const scored: Named[] = [];
  for (const side of sides) {
    const asked = [];
    for (const query of queries) asked.push({ ...query, ...(await side[of](query.q)) });
    scored.push({ name: side.name, scores: scoresOf(asked) });
  }
  const isNothing = queries.every(({ right }) => right.size === 0);
  const compared = SHOWN.flatMap(([key]) => ((key === "wrong") === isNothing ? [key] : []));
  const [own, ...others] = scored as [Named, ...Named[]];
  const show = (scores: Scores) =>
    SHOWN.map(([key]) => (key !== "wrong" && isNothing ? "" : scores[key].toFixed(2)));
  return scored.map(({ name: side, scores }, at) => [
    at === 0 ? name : "",
    at === 0 ? String(queries.length) : "",
    side,
    ...show(scores),
    at === 0 ? verdict(own.scores, others, compared) : "",
  ]);
}

/** By the figures as they are shown: against each other side, ahead in one figure and behind in none. */
function verdict(own: Scores, others: readonly Named[], compared: readonly (keyof Scores)[]): string {
  const found = { ahead: [] as string[], level: [] as string[], behind: [] as string[] };
  for (const { name, scores } of others) {
    const leads = compared.map(
      (key) => Math.round(own[key] * 100 - scores[key] * 100) * (key === "wrong" ? -1 : 1),
    );
    const is = leads.some((lead) => lead < 0) ? "behind" : leads.some((lead) => lead > 0) ? "ahead" : "level";
    found[is].push(name);
  }
  return Object.entries(found)
    .flatMap(([is, names]) => (names.length === others.length ? is : names.map((name) => `${is}: ${name}`)))
    .join(", ");
}
