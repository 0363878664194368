import { PAGE_SIZE } from "#shared/rules/paging.ts";
import type { Db } from "../../db/client.ts";
import { newPosts } from "./queries.ts";

const DAYS = 90;

/** @returns undefined where the address leads to no feed, or its account is disabled */
export async function feedAccount(db: Db, tokenHash: Buffer): Promise<number | undefined> {
  const [row] = await db<{ account: number }[]>`
    select f.account from favorites_feeds f join accounts a on a.id = f.account and not a.disabled
    where f.token_hash = ${tokenHash}`;
  return row?.account;
}

/** The posts added last of favorite creators. */
export async function newestOfFavorites(db: Db, account: number): Promise<{ service: string; id: string }[]> {
  const since = new Date(Date.now() - DAYS * 24 * 60 * 60_000);
  return await db<{ service: string; id: string }[]>`
    select p.service, p.id ${newPosts(db, account, since)}
    order by p.added_at desc, p.service, p.id limit ${PAGE_SIZE}`;
}

export async function feedCreated(db: Db, account: number): Promise<string | null> {
  const [row] = await db<{ created_at: string }[]>`
    select iso(created_at) as created_at from favorites_feeds where account = ${account}`;
  return row?.created_at ?? null;
}

export async function replaceFeed(db: Db, account: number, tokenHash: Buffer): Promise<void> {
  await db`
    insert into favorites_feeds (account, token_hash) values (${account}, ${tokenHash})
    on conflict (account) do update set token_hash = excluded.token_hash, created_at = now()`;
}

export async function deleteFeed(db: Db, account: number): Promise<void> {
  await db`delete from favorites_feeds where account = ${account}`;
}
