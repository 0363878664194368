import type { Db } from "../../db/client.ts";

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
