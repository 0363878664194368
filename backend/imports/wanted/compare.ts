/** Compares a have list of another archive with this one; nothing is sent. */
import type { Db, Sql, Tx } from "#backend/db/client.ts";
import { transaction } from "#backend/db/tx.ts";
import { heldGaps } from "./gaps.ts";
import type { HaveLine } from "./have-list.ts";

const BATCH = 5_000;

export interface Comparison {
  /** Posts and files of the list that are missing here. */
  posts: number;
  files: number;
  /** Other posts of the list that are not here. */
  others: number;
  /** Posts and files that are here and not in the list. */
  lacked_posts: number;
  lacked_files: number;
}

/** Posts and files of a creator that the other archive lacks. */
export interface Lacking {
  service: string;
  creator: string;
  name: string;
  posts: number;
  files: number;
}

/** Keeps what the list has and this archive does not under the name, in place of an earlier list. */
export async function compareList(
  sql: Sql,
  name: string,
  lines: AsyncIterable<HaveLine>,
): Promise<{ comparison: Comparison; lacking: Lacking[] }> {
  return await transaction(sql, async (tx) => {
    await loadTheirs(tx, lines);
    await tx`delete from have_lists where name = ${name}`;
    await tx`insert into have_lists (name) values (${name})`;
    const { count } = await tx`
      insert into have_posts (list, service, id) select ${name}, service, id from their_posts t
      where not exists (select from posts p where p.service = t.service and p.id = t.id)`;
    await tx`
      insert into have_files (list, hash) select ${name}, hash from their_files t
      where not exists (select from file_uses u where u.hash = t.hash and u.entity = 'post')
        or exists (select from missing_files m where m.hash = t.hash)`;
    const held = await heldGaps(tx, name);
    const lacking = await lackingIn(tx);
    const sum = (key: "posts" | "files") => lacking.reduce((all, one) => all + one[key], 0);
    const lacked = { lacked_posts: sum("posts"), lacked_files: sum("files") };
    return { comparison: { ...held, others: count - held.posts, ...lacked }, lacking };
  });
}

/** @returns false if there is no such list */
export async function forgetList(db: Db, name: string): Promise<boolean> {
  const { count } = await db`delete from have_lists where name = ${name}`;
  return count > 0;
}

/** Loads a list into the temporary tables `their_posts` (service, id) and `their_files` (hash). */
export async function loadTheirs(tx: Tx, lines: AsyncIterable<HaveLine>): Promise<void> {
  await tx`create temporary table their_posts (service text collate "C", id text collate "C", primary key (service, id)) on commit drop`;
  await tx`create temporary table their_files (hash text collate "C" primary key) on commit drop`;
  await load(tx, lines);
  await tx`analyze their_posts`;
  await tx`analyze their_files`;
}

async function load(db: Db, lines: AsyncIterable<HaveLine>): Promise<void> {
  let posts: { service: string; id: string }[] = [];
  let files: string[] = [];
  const flush = async () => {
    await db`
      insert into their_posts select * from json_to_recordset(${JSON.stringify(posts)}::text::json) as p (service text, id text)
      on conflict do nothing`;
    await db`insert into their_files select unnest(${files}::text[]) on conflict do nothing`;
    posts = [];
    files = [];
  };
  for await (const line of lines) {
    if ("files" in line) files.push(...line.files);
    else posts.push(...line.posts.map((id) => ({ service: line.service, id })));
    if (posts.length + files.length >= BATCH) await flush();
  }
  await flush();
}

/** Creators with the number of visible posts and files that the list does not have, by name. */
async function lackingIn(db: Db): Promise<Lacking[]> {
  return await db<Lacking[]>`
    select c.service, c.id as creator, c.name, sum(p.posts)::integer as posts, sum(p.files)::integer as files
    from creators c join lateral (
      select (not exists (select from their_posts t where t.service = p.service and t.id = p.id))::integer as posts,
        (select count(*) from file_uses u where u.entity = 'post' and u.service = p.service and u.key = p.id
          and not exists (select from their_files t where t.hash = u.hash)) as files
      from posts p where p.service = c.service and p."user" = c.id and not p.hidden
    ) p on p.posts + p.files > 0
    where not c.hidden group by 1, 2, 3 order by c.service, c.name, c.id`;
}
