/** The queue of flags. */
import type { FlagDetails, QueuedFlag } from "#shared/entities/moderation.ts";
import type { Db } from "../../db/client.ts";
import { pageAt } from "../../db/pages.ts";

export type FlagState = QueuedFlag["state"];

const flagColumns = (db: Db) => db`
  f.flag as id, f.service, p."user", p.id as post, p.title, p.file, p.attachments, c.name as creator, f.reason, a.username as by,
  iso(f.created_at) as created_at, f.state, f.version,
  (select count(*) from post_flags n where n.service = f.service and n.id = f.id) as count,
  exists (
    select from takedowns t where t.service = p.service and t."user" = p."user" and t.post = p.id and t.comment is null and t.held
  ) as hidden`;

const flags = (db: Db) => db`
  post_flags f join posts p using (service, id) join creators c on c.service = p.service and c.id = p."user"
  left join accounts a on a.id = f.account`;

export async function countFlags(db: Db, state: FlagState): Promise<number> {
  const [row] = await db<[{ count: number }]>`select count(*) from post_flags where state = ${state}`;
  return row.count;
}

export async function pageOfFlags(
  db: Db,
  state: FlagState,
  offset: number,
  size: number,
): Promise<QueuedFlag[]> {
  const order = state === "open" ? db`order by created_at, flag` : db`order by created_at desc, flag desc`;
  return await db<QueuedFlag[]>`
    with page as (select flag from post_flags where state = ${state} ${order} ${pageAt(db, offset, size)})
    select ${flagColumns(db)} from ${flags(db)} where f.flag in (select flag from page)
    ${state === "open" ? db`order by f.created_at, f.flag` : db`order by f.created_at desc, f.flag desc`}`;
}

export async function flagDetails(db: Db, flag: number): Promise<Omit<FlagDetails, "history"> | undefined> {
  const [row] = await db<Omit<FlagDetails, "history">[]>`
    select ${flagColumns(db)}, f.content from ${flags(db)} where f.flag = ${flag}::bigint`;
  return row;
}

interface DecidedFlag {
  service: string;
  user: string;
  post: string;
  account: number | null;
  reason: string;
  state: FlagState;
}

/**
 * Records a decision on the given version; the row stays locked until the transaction ends.
 * @returns undefined if there is no such flag or another decision came first
 */
export async function countDecision(db: Db, flag: number, version: number): Promise<DecidedFlag | undefined> {
  const [row] = await db<DecidedFlag[]>`
    update post_flags f set version = f.version + 1 from posts p
    where f.flag = ${flag}::bigint and f.version = ${version}::bigint and p.service = f.service and p.id = f.id
    returning f.service, p."user", f.id as post, f.account, f.reason, f.state`;
  return row;
}

/** @returns false if it already has that state, or another flag of the post is open */
export async function setFlagState(db: Db, flag: number, state: FlagState): Promise<boolean> {
  const { count } = await db`
    update post_flags f set state = ${state} where flag = ${flag} and state <> ${state}
      and (${state} = 'resolved' or not exists (
        select from post_flags o where o.service = f.service and o.id = f.id and o.state = 'open'))`;
  return count > 0;
}

/** @returns number of saved keys whose import is now due */
export async function makeImportsDue(db: Db, service: string): Promise<number> {
  const { count } = await db`
    update service_keys set next_import_at = now()
    where service = ${service} and auto_import and not dead and next_import_at > now()`;
  return count;
}
