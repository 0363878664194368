/** Logging in and favoriting while others read, and pages of many favorites. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#backend/db/client.ts";
import { type Line, ms, percentile } from "./measure.ts";
import type { Setting } from "./setting.ts";

const READERS = 50;
/** Between two pages of a reader. */
const PAUSE_MS = 1_000;
const SECONDS = 20;
const LOGINS_PER_SECOND = 10;
const FAVORITES_PER_SECOND = 100;
const FAVORITES = 5_000;
const ROUNDS = 60;
const PASSWORD = "a long enough password";

export async function benchAccounts(
  setting: Setting,
  { url, sql }: { url: string; sql: Sql },
): Promise<Line[]> {
  // Everybody comes from an address of their own, as behind a proxy.
  const { origin } = await setting.startApi(url, { TRUSTED_PROXIES: "127.0.0.1" });
  const names = Array.from({ length: 40 }, (_, at) => `reader${at}`);
  for (const [at, username] of names.entries())
    await send(origin, at, "POST", "/v1/authentication/register", {
      username,
      password: PASSWORD,
      confirm_password: PASSWORD,
    });

  await read(origin, 5); // warm-up
  const before = await read(origin, SECONDS);
  const logins: number[] = [];
  const [busy] = await Promise.all([
    read(origin, SECONDS),
    steadily(LOGINS_PER_SECOND, async (at) => {
      logins.push(await timed(() => logIn(origin, names[at % names.length]!, at)));
    }),
  ]);
  const after = await read(origin, SECONDS);
  const without = percentile([...before, ...after], 0.95);
  const slowed = percentile(busy, 0.95) / without;
  return [
    {
      what: `a page of ${READERS} readers, p95 beside ${LOGINS_PER_SECOND} logins a second (each p95 ${ms(percentile(logins, 0.95))})`,
      ours: ms(percentile(busy, 0.95)),
      limit: ms(without),
      ratio: slowed,
      goal: "<= 1.20",
      met: slowed <= 1.2,
    },
    ...(await favoriting(origin, sql, names)),
    await pages(origin, sql, names[0]!),
  ];
}

/** The readers' times. */
async function read(origin: string, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  const reader = async (at: number) => {
    await sleep((at / READERS) * PAUSE_MS);
    for (let page = 0; performance.now() < end; page += 1) {
      times.push(await timed(() => send(origin, at, "GET", `/v1/posts?o=${((at + page) % 20) * 50}`)));
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: READERS }, (_, at) => reader(at)));
  return times;
}

/** Begins so many a second, whether or not those before have ended. */
async function steadily(perSecond: number, work: (at: number) => Promise<void>): Promise<void> {
  const under: Promise<void>[] = [];
  const begun = performance.now();
  for (let at = 0; at < perSecond * SECONDS; at += 1) {
    under.push(work(at));
    const wait = begun + ((at + 1) * 1000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
  }
  await Promise.all(under);
}

async function favoriting(origin: string, sql: Sql, names: string[]): Promise<Line[]> {
  const posts = await sql<{ service: string; user: string; id: string }[]>`
    select service, "user", id from posts where not hidden order by md5(id) limit ${FAVORITES_PER_SECOND * SECONDS}`;
  const cookies = await Promise.all(names.slice(0, 10).map((name, at) => logIn(origin, name, 1000 + at)));
  const times: number[] = [];
  const begun = performance.now();
  await steadily(FAVORITES_PER_SECOND, async (at) => {
    const { service, user, id } = posts[at % posts.length]!;
    const path = `/v1/favorites/post/${service}/${encodeURIComponent(user)}/${encodeURIComponent(id)}`;
    times.push(await timed(() => send(origin, at, "POST", path, undefined, cookies[at % cookies.length])));
  });
  const reached = times.length / ((performance.now() - begun) / 1000);
  return [
    {
      what: `favorites a second over HTTP (p95 ${ms(percentile(times, 0.95))})`,
      ours: reached.toFixed(0),
      limit: String(FAVORITES_PER_SECOND),
      ratio: reached / FAVORITES_PER_SECOND,
      goal: ">= 0.90",
      met: reached / FAVORITES_PER_SECOND >= 0.9,
    },
  ];
}

/** The last page of many favorites against the first. */
async function pages(origin: string, sql: Sql, name: string): Promise<Line> {
  await sql`insert into favorite_posts (account, service, id)
    select a.id, p.service, p.id from accounts a, (select service, id from posts where not hidden order by md5(id) limit ${FAVORITES}) p
    where a.username = ${name} on conflict do nothing`;
  await sql`analyze favorite_posts`;
  const cookie = await logIn(origin, name, 2000);
  const page = (o: number) =>
    timed(() => send(origin, 1, "GET", `/v1/account/favorites/posts?o=${o}`, undefined, cookie));
  const [first, last]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    first.push(await page(0));
    last.push(await page(FAVORITES - 50));
  }
  const [ours, limit] = [percentile(last, 0.5), percentile(first, 0.5)];
  return {
    what: `the last page of ${FAVORITES} favorites against the first, p50`,
    ours: ms(ours),
    limit: ms(limit),
    ratio: ours / limit,
    goal: "<= 1.50",
    met: ours / limit <= 1.5,
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** @returns the cookie of the session */
async function logIn(origin: string, username: string, from: number): Promise<string> {
  const answer = await send(origin, from, "POST", "/v1/authentication/login", {
    username,
    password: PASSWORD,
  });
  return answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith("session="))!
    .split(";")[0]!;
}

/** @param from whose address it has @throws where it was refused */
async function send(
  origin: string,
  from: number,
  method: string,
  path: string,
  body?: object,
  cookie?: string,
): Promise<Response> {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      "x-forwarded-for": `10.1.${from >> 8}.${from & 255}`,
      ...(cookie === undefined ? {} : { cookie }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 200)}`);
  return answer;
}
