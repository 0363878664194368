/**
 * Costs of access rules for readers, with the same requests in turn: an account in a group against one without (decision 0073), and
 * files of an archive for members against the same in an open one (decision 0070).
 */
import { createHash, randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startSession } from "#backend/accounts/sessions.ts";
import type { Sql } from "#backend/db/client.ts";
import { DiskStorage } from "#backend/files/disk.ts";
import { ensureGroupRole } from "#backend/groups/group-role.ts";
import { filePath } from "#shared/rules/files.ts";
import { compare, type Line, ms, percentile, ROUNDS } from "./measure.ts";
import { wordsOf } from "./search-calls.ts";
import type { Setting } from "./setting.ts";

/** Number for each round and side, enough for a p95 that says more than the noise of a few requests. */
const REQUESTS = 400;
/** Repetitions of the same requests in a round: what takes less time varies by more of it. */
const TIMES = { list: 3, post: 4, picture: 4, range: 1 };
/** Creators with the fewest posts, so that lists stay as long. */
const HIDDEN_CREATORS = 50;
const LARGE_BYTES = 64 * 1024 * 1024;
/** Size of the ranges that a player asks for. */
const RANGE_BYTES = 1024 * 1024;

interface Side {
  origin: string;
  /** Undefined for a visitor. */
  cookie?: string;
}

interface Asked {
  path: string;
  range?: string;
}

/** Requests of a round. */
type Requests = (round: number) => readonly Asked[];

/** @param full a database that is indexed */
export async function benchAccess(
  setting: Setting,
  { url, sql }: { url: string; sql: Sql },
  data: string,
): Promise<Line[]> {
  const { origin } = await setting.startApi(url, { ACCESS: "members", SEARCH_TIMEOUT_MS: "60000" });
  await ensureGroupRole(sql);
  const [{ creators }] = await sql<
    [{ creators: number }]
  >`select count(*)::integer as creators from creators`;
  const hidden = Math.min(HIDDEN_CREATORS, Math.floor(creators / 3)); // fewer in a small trial
  const [plain, ruled, hiding] = await Promise.all([
    account(sql, origin, "everything"),
    account(sql, origin, "ruled", 0),
    account(sql, origin, "hiding", hidden),
  ]);
  const files = await filesOf(sql, setting.folder, data);
  const lines: Line[] = [];
  for (const [what, asked] of Object.entries({ ...(await requests(sql)), ...files })) {
    const took = await inTurn({ plain: plain!, ruled: ruled!, hiding: hiding! }, asked);
    const control = "against an account in no group, p95";
    lines.push(
      line(`${what}, in a group that hides nothing, ${control}`, took.ruled, took.plain, 1.15),
      line(`${what}, in a group that hides ${hidden} creators, ${control}`, took.hiding, took.plain, 1.3),
    );
  }
  // Two processes of the same age.
  const members = await setting.startApi(url, { ACCESS: "members" });
  const open = await setting.startApi(url, { ACCESS: "open" });
  for (const [what, asked] of Object.entries(files)) {
    const took = await inTurn(
      { members: { ...plain!, origin: members.origin }, open: { origin: open.origin } },
      asked,
    );
    lines.push(line(`${what}, of members against an open archive, p95`, took.members, took.open, 1.1));
  }
  return lines;
}

function line(what: string, ours: number[][], limit: number[][], goal: number): Line {
  const p95 = (rounds: number[][]) => rounds.map((values) => percentile(values, 0.95));
  return compare(what, p95(ours), p95(limit), ms, { atMost: goal });
}

/** The same requests in each round. */
function repeated(asked: readonly Asked[], times: number): Requests {
  const all = Array.from({ length: times }, () => asked).flat();
  return () => all;
}

/** Lists, posts and searches; no post of a hidden creator. */
async function requests(sql: Sql): Promise<Record<string, Requests>> {
  const posts = await sql<{ service: string; user: string; id: string }[]>`
    select service, "user", id from posts p
    where not hidden and not exists (
      select from group_exclusions e where e.service = p.service and e.creator = p."user")
    order by md5(id)`;
  const pages = Math.min(10, Math.floor(posts.length / 50));
  const words = await wordsOf(sql, REQUESTS * (ROUNDS + 1));
  /** Other words in each round: the engine remembers what it was asked. */
  const search =
    (path: string): Requests =>
    (round) =>
      words
        .slice(round * REQUESTS, (round + 1) * REQUESTS)
        .map((word) => ({ path: `/api/v1${path}?q=${encodeURIComponent(word)}` }));
  return {
    "a list": repeated(
      Array.from({ length: REQUESTS }, (_, at) => ({ path: `/api/v1/posts?o=${(at % pages) * 50}` })),
      TIMES.list,
    ),
    "a post": repeated(
      posts.slice(0, REQUESTS).map(({ service, user, id }) => ({
        path: `/api/v1/${service}/user/${encodeURIComponent(user)}/post/${encodeURIComponent(id)}`,
      })),
      TIMES.post,
    ),
    "search, /v1/posts?q=": search("/posts"),
    "search box, /v1/search?q=": search("/search"),
  };
}

/** Files as pages load them, and ranges of a large one. */
async function filesOf(sql: Sql, folder: string, data: string): Promise<Record<string, Requests>> {
  const posts = await sql<{ service: string; id: string; path: string }[]>`
    select service, id, file ->> 'path' as path from posts p
    where not hidden and file ->> 'path' is not null and not exists (
      select from group_exclusions e where e.service = p.service and e.creator = p."user")
    order by md5(id) limit ${REQUESTS + 1}`;
  const [{ service, id } = { service: "", id: "" }, ...rest] = posts;
  const bytes = randomBytes(LARGE_BYTES);
  const source = join(folder, "large");
  await writeFile(source, bytes);
  const hash = createHash("sha256").update(bytes).digest("hex");
  await new DiskStorage(data).put(source, { hash, ext: ".mp4", size: LARGE_BYTES });
  const large = filePath(hash, ".mp4");
  await sql`
    update posts set attachments = ${sql.json([{ name: "film.mp4", path: large }])}
    where service = ${service} and id = ${id}`;
  const ranges = Array.from({ length: REQUESTS }, (_, at) => {
    const start = (at * RANGE_BYTES) % LARGE_BYTES;
    return { path: `/data${large}`, range: `bytes=${start}-${start + RANGE_BYTES - 1}` };
  });
  const whole = rest.map(({ path }) => ({ path: `/data${path}` }));
  return {
    "a picture": repeated(whole, TIMES.picture),
    "a range of 1 MiB": repeated(ranges, TIMES.range),
  };
}

/**
 * Milliseconds of each request by side and round; a warm-up round is thrown away. Each request goes to all sides before the next one,
 * the first side changing, so that what else the machine does meets all of them.
 */
async function inTurn<Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  asked: Requests,
): Promise<Record<Name, number[][]>> {
  const names = Object.keys(sides) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[][]])) as Record<Name, number[][]>;
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of names) taken[name][round] = [];
    for (const [at, one] of asked(round).entries())
      for (let turn = 0; turn < names.length; turn++) {
        const name = names[(turn + at + round) % names.length]!;
        taken[name][round]!.push(await timeOf(sides[name], one));
      }
  }
  for (const name of names) taken[name].shift();
  return taken;
}

async function timeOf({ origin, cookie }: Side, { path, range }: Asked): Promise<number> {
  const headers = { ...(cookie === undefined ? {} : { cookie }), ...(range === undefined ? {} : { range }) };
  const begun = performance.now();
  const answer = await fetch(origin + path, { headers });
  const { byteLength } = await answer.arrayBuffer();
  const taken = performance.now() - begun;
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  if (range !== undefined && (answer.status !== 206 || byteLength !== RANGE_BYTES))
    throw new Error(`${path} answered ${answer.status} with ${byteLength} bytes for a range`);
  return taken;
}

/** @param hidden number of creators that the account's group does not see; undefined for no group */
async function account(sql: Sql, origin: string, username: string, hidden?: number): Promise<Side> {
  if (hidden !== undefined) {
    await sql`insert into groups (name, rating) values (${username}, 1)`;
    await sql`
      insert into group_exclusions select g.id, c.service, c.id from groups g, (
        select service, id from creators order by post_count, md5(id) limit ${hidden}) c where g.name = ${username}`;
  }
  const [{ id }] = await sql<[{ id: number }]>`
    insert into accounts (username, group_id)
    values (${username}, (select id from groups where name = ${username})) returning id`;
  return {
    origin,
    cookie: `session=${await startSession(sql, id, { agent: "bench", address: "127.0.0.1" })}`,
  };
}
