import type { RequestStatus, TakedownRequest } from "#shared/entities/takedown-request.ts";
import type { Db } from "../../db/client.ts";
import { pageAt } from "../../db/pages.ts";

type State = RequestStatus["state"];

const statusColumns = (db: Db) => db`
  kind, state, iso(r.created_at) as created_at, answer, iso(answered_at) as answered_at`;
const columns = (db: Db) => db`
  ${statusColumns(db)}, id, addresses, statement, name, contact, version`;

type NewRequest = Pick<TakedownRequest, "kind" | "addresses" | "statement" | "name" | "contact">;

export async function addRequest(
  db: Db,
  secretHash: Buffer,
  { kind, addresses, statement, name, contact }: NewRequest,
): Promise<void> {
  const row = { secret_hash: secretHash, kind, addresses, statement, name, contact };
  await db`insert into takedown_requests ${db(row)}`;
}

export async function statusOf(db: Db, secretHash: Buffer): Promise<RequestStatus | undefined> {
  const [row] = await db<RequestStatus[]>`
    select ${statusColumns(db)} from takedown_requests r where secret_hash = ${secretHash}`;
  return row;
}

export async function countRequests(db: Db, state: State): Promise<number> {
  const [row] = await db<[{ count: number }]>`select count(*) from takedown_requests where state = ${state}`;
  return row.count;
}

export async function pageOfRequests(
  db: Db,
  state: State,
  offset: number,
  size: number,
): Promise<TakedownRequest[]> {
  return await db<TakedownRequest[]>`
    select ${columns(db)} from takedown_requests r where state = ${state}
    ${state === "open" ? db`order by r.created_at, id` : db`order by r.created_at desc, id desc`} ${pageAt(db, offset, size)}`;
}

export async function request(db: Db, id: number): Promise<TakedownRequest | undefined> {
  const [row] = await db<TakedownRequest[]>`
    select ${columns(db)} from takedown_requests r where id = ${id}::bigint`;
  return row;
}

/** @returns false if another answer came first */
export async function answer(
  db: Db,
  id: number,
  wanted: { version: number; state: State; answer: string },
): Promise<boolean> {
  const { count } = await db`
    update takedown_requests set state = ${wanted.state}, answer = ${wanted.answer}, version = version + 1,
      answered_at = case when ${wanted.state} = 'open' then null else now() end
    where id = ${id}::bigint and version = ${wanted.version}::bigint`;
  return count > 0;
}
