/** `npm run lighthouse -- <origin>`: the mobile scores of the main screens of an archive that runs, the median of three. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { findBrowser } from "#tests/support/browser.ts";

const RUNS = 3;
const LIGHTHOUSE = "lighthouse@12"; // fetched when it is wanted: nothing else here needs its 200 packages
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

type Scores = Record<(typeof CATEGORIES)[number], number>;

interface Report {
  categories: Record<string, { score: number | null }>;
}

interface Post {
  service: string;
  user: string;
  id: string;
  file: { path?: string };
}

const origin = process.argv[2] ?? "http://127.0.0.1:8000";
const { file: browser } = await findBrowser(console.log);

async function addresses(): Promise<string[]> {
  const { posts } = (await (await fetch(`${origin}/api/v1/posts`)).json()) as { posts: Post[] };
  const post = posts.find(({ file }) => file.path !== undefined) ?? posts[0];
  if (post === undefined) throw new Error(`There are no posts at ${origin}.`);
  const creator = `/${post.service}/user/${encodeURIComponent(post.user)}`;
  return ["/", "/artists", creator, "/posts", `${creator}/post/${encodeURIComponent(post.id)}`];
}

async function run(address: string): Promise<Scores> {
  const { stdout } = await promisify(execFile)(
    "npx",
    [
      "--yes",
      LIGHTHOUSE,
      origin + address,
      "--quiet",
      "--output=json",
      "--chrome-flags=--headless=new --no-sandbox",
    ],
    { env: { ...process.env, CHROME_PATH: browser }, maxBuffer: 1 << 26 },
  );
  const { categories } = JSON.parse(stdout) as Report;
  return Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  ) as Scores;
}

console.log(`| screen | ${CATEGORIES.join(" | ")} |`);
for (const address of await addresses()) {
  const runs: Scores[] = [];
  for (let at = 0; at < RUNS; at++) runs.push(await run(address));
  const medians = CATEGORIES.map((name) => runs.map((one) => one[name]).sort((a, b) => a - b)[RUNS >> 1]);
  console.log(`| ${address} | ${medians.join(" | ")} |`);
}
