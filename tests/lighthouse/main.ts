/**
 * `npm run lighthouse -- <origin>`: the mobile performance of the main screens of a running archive, medians of five, beside
 * a page that shows 50 posts with React alone.
 * `npm run lighthouse -- taps <origin>` measures taps instead.
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { findBrowser } from "#tests/support/browser.ts";
import { openFloor } from "../bench/start-floor.ts";
import { type CardPost, Cards } from "./floor/Cards.tsx";
import { CPU_SLOWDOWN, measureTaps } from "./taps.ts";

const RUNS = 5;
const LIGHTHOUSE = "lighthouse@12"; // fetched when it is wanted: nothing else here needs its 200 packages
/** Milliseconds, but for the last. */
const AUDITS = {
  FCP: "first-contentful-paint",
  LCP: "largest-contentful-paint",
  TBT: "total-blocking-time",
  CLS: "cumulative-layout-shift",
};

interface Report {
  categories: { performance: { score: number | null } };
  audits: Record<string, { numericValue?: number }>;
  environment: { benchmarkIndex: number };
}

async function postsOf(origin: string): Promise<CardPost[]> {
  const { posts } = (await (await fetch(`${origin}/api/v1/posts`)).json()) as { posts: CardPost[] };
  if (posts.length === 0) throw new Error(`There are no posts at ${origin}.`);
  return posts;
}

function screensOf(posts: readonly CardPost[]): string[] {
  const post = posts.find(({ file }) => file.path !== undefined) ?? posts[0]!;
  const creator = `/${post.service}/user/${encodeURIComponent(post.user)}`;
  return ["/", "/artists", creator, "/posts", `${creator}/post/${encodeURIComponent(post.id)}`];
}

const FLOOR = fileURLToPath(new URL("./floor", import.meta.url));
const PLACES = { cards: '<div id="root">', posts: 'id="posts">' };

/** The page of React alone, rendered on the server as the app's screens are. */
function openCards(origin: string, posts: readonly CardPost[]) {
  const cards = renderToString(createElement(Cards, { posts }));
  const data = JSON.stringify(posts).replaceAll("<", "\\u003c");
  return openFloor(origin, FLOOR, (html) =>
    html.replace(PLACES.cards, () => PLACES.cards + cards).replace(PLACES.posts, () => PLACES.posts + data),
  );
}

/** Score of 100, then the audits, then the speed of this machine. */
async function run(address: string, browser: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)(
    "npx",
    [
      "--yes",
      "--prefer-offline",
      LIGHTHOUSE,
      address,
      "--quiet",
      "--output=json",
      "--only-categories=performance",
      `--throttling.cpuSlowdownMultiplier=${CPU_SLOWDOWN}`,
      "--chrome-flags=--headless=new --no-sandbox",
    ],
    { env: { ...process.env, CHROME_PATH: browser }, maxBuffer: 1 << 26 },
  );
  const { categories, audits, environment } = JSON.parse(stdout) as Report;
  const score = Math.round((categories.performance.score ?? 0) * 100);
  const values = Object.values(AUDITS).map((name) => audits[name]?.numericValue ?? Number.NaN);
  return [score, ...values, environment.benchmarkIndex];
}

async function measureScores(origin: string): Promise<void> {
  const { file } = await findBrowser(console.log);
  console.log(`CPU ${CPU_SLOWDOWN} times slower (CPU_SLOWDOWN)`);
  console.log(`| screen | score | ${Object.keys(AUDITS).join(" | ")} | benchmark index |`);
  console.log("|---|---|---|---|---|---|---|");
  const posts = await postsOf(origin);
  await using floor = await openCards(origin, posts);
  const pages = screensOf(posts).map((path) => [path, origin + path]);
  for (const [name = "", address = ""] of [["React alone", floor.origin], ...pages]) {
    const runs: number[][] = [];
    for (let at = 0; at < RUNS; at++) runs.push(await run(address, file));
    const medians = [0, 1, 2, 3, 4, 5].map(
      (column) => runs.map((one) => one[column] ?? Number.NaN).sort((a, b) => a - b)[RUNS >> 1] ?? 0,
    );
    const cells = medians.map((value, column) =>
      column === 4 ? value.toFixed(3) : String(Math.round(value)),
    );
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
}

const [first = "http://127.0.0.1:8000", second = "http://127.0.0.1:8000"] = process.argv.slice(2);
await (first === "taps" ? measureTaps(second) : measureScores(first));
