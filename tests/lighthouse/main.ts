/**
 * `npm run lighthouse -- <origin>`: the mobile performance of the main screens of a running archive, medians of five.
 * `npm run lighthouse -- taps <origin>` measures taps instead.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { findBrowser } from "#tests/support/browser.ts";
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

interface Post {
  service: string;
  user: string;
  id: string;
  file: { path?: string };
}

async function addresses(origin: string): Promise<string[]> {
  const { posts } = (await (await fetch(`${origin}/api/v1/posts`)).json()) as { posts: Post[] };
  const post = posts.find(({ file }) => file.path !== undefined) ?? posts[0];
  if (post === undefined) throw new Error(`There are no posts at ${origin}.`);
  const creator = `/${post.service}/user/${encodeURIComponent(post.user)}`;
  return ["/", "/artists", creator, "/posts", `${creator}/post/${encodeURIComponent(post.id)}`];
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
  for (const address of await addresses(origin)) {
    const runs: number[][] = [];
    for (let at = 0; at < RUNS; at++) runs.push(await run(origin + address, file));
    const medians = [0, 1, 2, 3, 4, 5].map(
      (column) => runs.map((one) => one[column] ?? Number.NaN).sort((a, b) => a - b)[RUNS >> 1] ?? 0,
    );
    const cells = medians.map((value, column) =>
      column === 4 ? value.toFixed(3) : String(Math.round(value)),
    );
    console.log(`| ${address} | ${cells.join(" | ")} |`);
  }
}

const [first = "http://127.0.0.1:8000", second = "http://127.0.0.1:8000"] = process.argv.slice(2);
await (first === "taps" ? measureTaps(second) : measureScores(first));
