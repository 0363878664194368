/** Searching on the device: 10,000 posts in Chromium with its processor slowed four times, beside MiniSearch. */
import type { Page } from "playwright";
import type { Sql } from "#backend/db/client.ts";
import type { DeviceBench } from "./device-page.ts";
import { openStage } from "./device-stage.ts";
import { fromFile, fromSample, questionsOf, samples, type Text, withTypo } from "./device-texts.ts";
import { type Line, ms, percentile } from "./measure.ts";

const POSTS = 10_000;
const QUESTIONS = 150;
const TYPOS = 200;
const CPU_SLOWDOWN = 4;
const GOAL_MS = 50;
const GOAL_MB = 60;

declare const bench: DeviceBench;

/** @param texts file of real texts (tests/support/natural.ts); the bench's own sample where there is none */
export async function benchDevice(sql: Sql, texts: string | undefined): Promise<Line[]> {
  const posts = await (texts === undefined ? fromSample(sql, POSTS) : fromFile(texts, POSTS));
  await using stage = await openStage();
  const page = await stage.open();
  for (let at = 0; at < posts.length; at += 500)
    await page.evaluate(
      (rows) => bench.seed(rows),
      posts.slice(at, at + 500).map(({ row }) => row),
    );
  const built = await page.evaluate(() => bench.build());
  const bytes = await page.evaluate(() => bench.bytes());
  const builtMini = await page.evaluate(() => bench.buildMini());
  await page
    .context()
    .newCDPSession(page)
    .then((session) => session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN }));
  const questions = questionsOf(posts, QUESTIONS);
  await timesOf(page, questions.slice(0, 40)); // warm
  const times = await timesOf(page, questions);
  const recall = await recallOf(page, posts);
  const memory = await stage.memory((worker) =>
    worker.evaluate(async (asked) => {
      await bench.open();
      for (const q of asked) await bench.ask(q);
    }, questions),
  );
  const memoryMini = await stage.memory((worker) => worker.evaluate(() => bench.buildMini()));
  const of = (list: number[], share: number) => percentile(list, share);
  const time = (share: number, name: string): Line => ({
    what: `device: search ${posts.length} posts, ${name}, CPU ${CPU_SLOWDOWN}x slower`,
    ours: ms(of(times.ours, share)),
    limit: `${ms(of(times.mini, share))} MiniSearch`,
    ratio: of(times.ours, share) / of(times.mini, share),
    goal: share === 0.95 ? `< ${GOAL_MS} ms` : "",
    met: share === 0.95 ? of(times.ours, share) < GOAL_MS : undefined,
  });
  return [
    time(0.5, "p50"),
    time(0.95, "p95"),
    {
      what: `device: memory of the worker with ${(bytes / 1e6).toFixed(1)} MB of index`,
      ours: `${(memory / 1e6).toFixed(1)} MB`,
      limit: `${(memoryMini / 1e6).toFixed(1)} MB MiniSearch`,
      ratio: memory / memoryMini,
      goal: `< ${GOAL_MB} MB`,
      met: memory / 1e6 < GOAL_MB,
    },
    {
      what: "device: reading all of them in, stored as it goes",
      ours: ms(built),
      limit: `${ms(builtMini)} MiniSearch, not stored`,
      ratio: built / builtMini,
      goal: "",
      met: undefined,
    },
    {
      what: `device: post of a word with one typo among the first 50, ${TYPOS} words`,
      ours: `${(recall.ours * 100).toFixed(1)} %`,
      limit: `${(recall.mini * 100).toFixed(1)} % MiniSearch`,
      ratio: recall.ours / recall.mini,
      goal: "",
      met: undefined,
    },
  ];
}

async function timesOf(page: Page, questions: string[]): Promise<{ ours: number[]; mini: number[] }> {
  const ours: number[] = [];
  const mini: number[] = [];
  for (const q of questions) {
    ours.push(await page.evaluate((text) => bench.ask(text), q));
    mini.push(await page.evaluate((text) => bench.askMini(text), q));
  }
  return { ours, mini };
}

/** Measures how often a post is among the first 50 for one of its words with one typo. */
async function recallOf(page: Page, posts: Text[]): Promise<{ ours: number; mini: number }> {
  const found = { ours: 0, mini: 0 };
  const cases = samples(posts, TYPOS, 5);
  for (const { key, word, random } of cases) {
    const q = withTypo(word, random);
    const [ours, mini] = await page.evaluate(
      async (text) => [await bench.keys(text), bench.keysMini(text)] as const,
      q,
    );
    if (ours.includes(key)) found.ours++;
    if (mini.includes(key)) found.mini++;
  }
  return { ours: found.ours / cases.length, mini: found.mini / cases.length };
}
