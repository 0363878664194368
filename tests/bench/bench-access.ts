/** Costs of groups for readers: an account in a group against one without, with the same requests in turn (decision 0073). */
import { startSession } from "#backend/accounts/sessions.ts";
import type { Sql } from "#backend/db/client.ts";
import { ensureGroupRole } from "#backend/groups/group-role.ts";
import { type Line, ms, percentile, rounds, spreadOf } from "./measure.ts";
import type { Setting } from "./setting.ts";

const REQUESTS = 60;
/** Creators with the fewest posts, so that lists stay as long. */
const HIDDEN_CREATORS = 50;

interface Side {
  cookie: string;
}

export async function benchAccess(
  setting: Setting,
  { url, sql }: { url: string; sql: Sql },
): Promise<Line[]> {
  const { origin } = await setting.startApi(url, { ACCESS: "members" });
  await ensureGroupRole(sql);
  const [plain, ruled, hiding] = await Promise.all([
    account(sql, "everything"),
    account(sql, "ruled", 0),
    account(sql, "hiding", HIDDEN_CREATORS),
  ]);
  const lines: Line[] = [];
  for (const [what, paths] of Object.entries(await requests(sql))) {
    const measure = (side: Side) => async (round: number) => await times(origin, side, paths, round);
    const took = await rounds({ plain: measure(plain!), ruled: measure(ruled!), hiding: measure(hiding!) });
    lines.push(
      line(`${what}, in a group that sees everything, p95`, took["ruled"]!, took["plain"]!, 1.15),
      line(`${what}, ${HIDDEN_CREATORS} creators hidden, p95`, took["hiding"]!, took["plain"]!, 1.3),
    );
  }
  return lines;
}

function line(what: string, ours: number[][], limit: number[][], goal: number): Line {
  const p95 = (values: number[][]) => values.map((one) => percentile(one, 0.95));
  const [a, b] = [percentile(ours.flat(), 0.95), percentile(limit.flat(), 0.95)];
  const ratio = a / b;
  return {
    what,
    ours: ms(a),
    limit: ms(b),
    ratio,
    spread: spreadOf(p95(ours), p95(limit)),
    goal: `<= ${goal.toFixed(2)}`,
    met: ratio <= goal,
  };
}

/** Paths by kind of request; none of a hidden creator. */
async function requests(sql: Sql): Promise<Record<string, string[]>> {
  const posts = await sql<
    { service: string; user: string; id: string; title: string; path: string | null }[]
  >`
    select service, "user", id, title, file ->> 'path' as path from posts p
    where not hidden and not exists (
      select from group_exclusions e where e.service = p.service and e.creator = p."user")
    order by md5(id) limit ${REQUESTS * 4}`;
  const files = posts.flatMap(({ path }) => (path === null ? [] : [`/data${path}`])).slice(0, REQUESTS);
  return {
    "a list": Array.from({ length: REQUESTS }, (_, at) => `/api/v1/posts?o=${(at % 10) * 50}`),
    "a post": posts
      .slice(0, REQUESTS)
      .map(
        ({ service, user, id }) =>
          `/api/v1/${service}/user/${encodeURIComponent(user)}/post/${encodeURIComponent(id)}`,
      ),
    "a file": files,
  };
}

async function times(
  origin: string,
  { cookie }: Side,
  paths: readonly string[],
  round: number,
): Promise<number[]> {
  const taken: number[] = [];
  for (const [at] of paths.entries()) {
    const path = paths[(at + round) % paths.length]!;
    const begun = performance.now();
    const answer = await fetch(origin + path, { headers: { cookie } });
    await answer.arrayBuffer();
    taken.push(performance.now() - begun);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  }
  return taken;
}

/** @param hidden number of creators that the account's group does not see; undefined for no group */
async function account(sql: Sql, username: string, hidden?: number): Promise<Side> {
  if (hidden !== undefined) {
    await sql`insert into groups (name, rating) values (${username}, 1)`;
    await sql`
      insert into group_exclusions select g.id, c.service, c.id from groups g, (
        select service, id from creators order by post_count, md5(id) limit ${hidden}) c where g.name = ${username}`;
  }
  const [{ id }] = await sql<[{ id: number }]>`
    insert into accounts (username, group_id)
    values (${username}, (select id from groups where name = ${username})) returning id`;
  return { cookie: `session=${await startSession(sql, id, { agent: "bench", address: "127.0.0.1" })}` };
}
