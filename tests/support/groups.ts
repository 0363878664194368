/** An archive with texts that a group must not see, and the ways of hiding them. */
import { newToken } from "#backend/accounts/access-tokens.ts";
import type { Sql } from "#backend/db/client.ts";
import { hashOf } from "#backend/db/tokens.ts";
import { SCOPES } from "#shared/rules/scopes.ts";
import { member, type Visitor } from "./accounts.ts";
import type { TestServer } from "./server.ts";

/** In every text of hidden creators. */
export const CANARY = "canary7c2e";
/** Other columns with texts, by the column that leads to a post or to a creator; the visible creator has none of the rest. */
const OF_POSTS = [
  ["post_revisions", "id", ["title", "content"]],
  ["comments", "post", ["content"]],
  ["comment_revisions", "post", ["content"]],
] as const;
const OF_CREATORS = [
  ["announcements", "user_id", ["content"]],
  ["dms", "user", ["content"]],
] as const;
const OF_OTHERS = [
  ["shares", ["name", "description"]],
  ["share_files", ["filename"]],
  ["discord_channels", ["name"]],
  ["discord_messages", ["content"]],
  ["community_channels", ["name"]],
] as const;

export interface Key {
  service: string;
  id: string;
}

/** Ways to hide all creators but one from a group. */
export const RULES = {
  "by rating": async (sql: Sql, group: number) => {
    await sql`update groups set rating = 0 where id = ${group}`;
  },
  "by service": async (sql: Sql, group: number, seen: Key) => {
    await sql`
      insert into group_exclusions (group_id, service)
      select distinct ${group}::integer, service from creators where service <> ${seen.service}`;
    await sql`
      insert into group_exclusions select ${group}, service, id from creators
      where service = ${seen.service} and id <> ${seen.id}`;
  },
  "by creator": async (sql: Sql, group: number, seen: Key) => {
    await sql`
      insert into group_exclusions select ${group}, service, id from creators
      where (service, id) <> (${seen.service}, ${seen.id})`;
  },
};

/** Assignments that add the canary to columns of `t`. */
const marked = (sql: Sql, columns: readonly string[]) =>
  columns.map(
    (column, at) => sql`${at === 0 ? sql`` : sql`, `}${sql(column)} = t.${sql(column)} || ' ' || ${CANARY}`,
  );

/** Rates every second post for adults, the first of all among them, and marks its texts; creators have no rating. */
export async function markRatedPosts(sql: Sql): Promise<void> {
  await sql`
    update posts p set own_rating = 2, title = title || ' ' || ${CANARY}, content = content || ${CANARY}, tags = tags || ${CANARY}::text
    from (select service, id, row_number() over (order by service, id) as place from posts) n
    where n.service = p.service and n.id = p.id and n.place % 2 = 1`;
  const isRated = sql`p.rating = 2`;
  for (const [table, post, columns] of OF_POSTS)
    await sql`update ${sql(table)} t set ${marked(sql, columns)} from posts p
      where p.service = t.service and p.id = t.${sql(post)} and ${isRated}`;
  await sql`
    update archive_listings l set file_list = file_list || ${`${CANARY}.png`}::text where not exists (
      select from file_uses u left join posts p on p.service = u.service and p.id = u.key
      where u.hash = l.hash and not coalesce(${isRated}, false))`;
}

/** Marks the texts of all creators but one, and rates those for adults. @returns the one, and another */
export async function markHidden(sql: Sql): Promise<{ seen: Key; hidden: Key }> {
  const [first, second] = await sql<Key[]>`
    select service, id from creators where post_count > 3 and share_count + chat_count = 0 and service <> 'discord'
    order by post_count, service, id limit 2`;
  const [seen, hidden] = [first!, second!];
  const others = sql`(service, id) <> (${seen.service}, ${seen.id})`;
  await sql`update creators set name = name || ' ' || ${CANARY}, rating = 2 where ${others}`;
  await sql`
    update posts set title = title || ' ' || ${CANARY}, content = content || ${CANARY}, tags = tags || ${CANARY}::text
    where (service, "user") <> (${seen.service}, ${seen.id})`;
  const isSeen = sql`p."user" = ${seen.id} and p.service = ${seen.service}`;
  for (const [table, post, columns] of OF_POSTS)
    await sql`update ${sql(table)} t set ${marked(sql, columns)} from posts p
      where p.service = t.service and p.id = t.${sql(post)} and not (${isSeen})`;
  for (const [table, creator, columns] of OF_CREATORS)
    await sql`update ${sql(table)} t set ${marked(sql, columns)} where (t.service, t.${sql(creator)}) <> (${seen.service}, ${seen.id})`;
  for (const [table, columns] of OF_OTHERS) await sql`update ${sql(table)} t set ${marked(sql, columns)}`;
  await sql`
    update archive_listings l set file_list = file_list || ${`${CANARY}.png`}::text where not exists (
      select from file_uses u join posts p on p.service = u.service and p.id = u.key where u.hash = l.hash and ${isSeen})`;
  return { seen, hidden };
}

export async function addGroup({ sql }: Pick<TestServer, "sql">, name: string): Promise<number> {
  const [row] = await sql<[{ id: number }]>`insert into groups (name) values (${name}) returning id`;
  return row.id;
}

/** Makes an account in a group. */
export async function memberOf(
  server: TestServer,
  group: number,
  name: string,
): Promise<Visitor & { id: number }> {
  const account = await member(server, name);
  await server.sql`update accounts set group_id = ${group} where id = ${account.id}`;
  return account;
}

/** Makes an access token with every scope. @returns its header */
export async function tokenOf(
  { sql }: Pick<TestServer, "sql">,
  account: number,
): Promise<Record<string, string>> {
  const token = newToken();
  await sql`
    insert into access_tokens (account, token_hash, name, scopes)
    values (${account}, ${hashOf(token)}, 'test', ${[...SCOPES]})`;
  return { authorization: `Bearer ${token}` };
}
