import type { z } from "zod/mini";
import type { pullSegments, SealedSegment } from "#shared/contracts/device-sync.ts";
import { MAX_SYNCED_BYTES } from "#shared/rules/device-sync.ts";
import type { Db, Tx } from "../../db/client.ts";

/** Soft size limit of one response: one more segment is added if it is not reached. */
const PAGE_BYTES = 512 * 1024;
const PAGE_SEGMENTS = 256;

/** `words`: another key is in use. `taken`: the device's number is in use. `outdated`: another device was faster. */
export type Refused = "off" | "words" | "taken" | "outdated" | "full";
export type Page = z.output<typeof pullSegments.response>;

interface SyncAccount {
  key_id: string;
  seq: number;
  snapshot: number;
}

/** A single statement, so that segments and numbers are consistent. */
export async function segmentsAfter(db: Db, account: number, after: number): Promise<Page> {
  const [row] = await db<[Page]>`
    select a.key_id, coalesce(a.seq, 0) as seq, coalesce(a.snapshot, 0) as snapshot, ${millis(db, db`clock_timestamp()`)} as now, (
      select coalesce(json_agg(json_build_object('seq', seq, 'device', device, 'number', number,
        'at', ${millis(db, db`pushed_at`)}, 'bytes', ${base64(db)}) order by seq), '[]')
      from (
        select *, sum(octet_length(bytes)) over (order by seq) - octet_length(bytes) as before
        from (
          select * from sync_segments where account = ${account} and seq > ${after} order by seq limit ${PAGE_SEGMENTS}
        ) next
      ) page where before < ${PAGE_BYTES}
    ) as segments
    from (select) one left join sync_accounts a on a.account = ${account}`;
  return row;
}

const millis = (db: Db, at: ReturnType<Db>) => db`(extract(epoch from ${at}) * 1000)::bigint`;
/** Without line breaks. */
const base64 = (db: Db) => db`translate(encode(bytes, 'base64'), chr(10), '')`;

/** @returns false if another key is in use */
export async function start(db: Db, account: number, keyId: string): Promise<boolean> {
  const [row] = await db<{ key_id: string }[]>`
    with added as (
      insert into sync_accounts (account, key_id) values (${account}, ${keyId}) on conflict do nothing returning key_id
    ) select key_id from added union all select key_id from sync_accounts where account = ${account}`;
  return row?.key_id === keyId;
}

export async function stop(db: Db, account: number): Promise<void> {
  await db`delete from sync_accounts where account = ${account}`;
}

/** Its lock makes commits follow the order of numbers: seeing a number implies having seen all lower ones. */
async function lock(tx: Tx, account: number, keyId: string): Promise<SyncAccount | Refused> {
  const [row] = await tx<SyncAccount[]>`
    select key_id, seq, snapshot from sync_accounts where account = ${account} for update`;
  if (row === undefined) return "off";
  return row.key_id === keyId ? row : "words";
}

/** @returns the number of each segment */
export async function append(
  tx: Tx,
  account: number,
  keyId: string,
  segments: readonly SealedSegment[],
): Promise<number[] | Refused> {
  const found = await lock(tx, account, keyId);
  if (typeof found === "string") return found;
  const seqs: number[] = [];
  for (const segment of segments) {
    const known = await stored(tx, account, segment);
    if (known === "taken") return known;
    seqs.push(known ?? (await appendOne(tx, account, segment)));
  }
  return (await isFull(tx, account)) ? "full" : seqs;
}

/** Number of a segment that was pushed before. */
async function stored(
  tx: Tx,
  account: number,
  { device, number, bytes }: SealedSegment,
): Promise<number | "taken" | undefined> {
  const [row] = await tx<{ seq: number; is_same: boolean }[]>`
    select seq, bytes = decode(${bytes}, 'base64') as is_same from sync_segments
    where account = ${account} and device = ${device} and number = ${number}`;
  return row?.is_same === false ? "taken" : row?.seq;
}

async function appendOne(tx: Tx, account: number, { device, number, bytes }: SealedSegment): Promise<number> {
  const [row] = await tx<[{ seq: number }]>`
    with next as (update sync_accounts set seq = seq + 1 where account = ${account} returning seq)
    insert into sync_segments (account, seq, device, number, bytes)
    select ${account}, seq, ${device}, ${number}, decode(${bytes}, 'base64') from next returning seq`;
  return row.seq;
}

async function isFull(tx: Tx, account: number): Promise<boolean> {
  const [row] = await tx<[{ is_full: boolean }]>`
    select coalesce(sum(octet_length(bytes)), 0) > ${MAX_SYNCED_BYTES} as is_full from sync_segments where account = ${account}`;
  return row.is_full;
}

export interface Snapshot {
  key_id: string;
  since: number;
  to: number;
  keep: number[];
  segments: readonly SealedSegment[];
}

/** Its segments take the highest of the numbers that become free. */
export async function replaceLog(
  tx: Tx,
  account: number,
  { key_id, since, to, keep, segments }: Snapshot,
): Promise<true | Refused> {
  const found = await lock(tx, account, key_id);
  if (typeof found === "string") return found;
  if (found.snapshot !== since || to <= since || to > found.seq) return "outdated";
  await tx`delete from sync_segments where account = ${account} and seq <= ${to} and seq <> all(${keep})`;
  const free = await tx<{ seq: number }[]>`
    select seq from generate_series(${to}::integer, 1, -1) seq where seq <> all(${keep}) limit ${segments.length}`;
  if (free.length < segments.length) return "outdated";
  const seqs = free.map(({ seq }) => seq).reverse();
  for (const [at, segment] of segments.entries()) {
    if ((await stored(tx, account, segment)) !== undefined) return "taken";
    await insertAt(tx, account, seqs[at] ?? 0, segment);
  }
  await tx`update sync_accounts set snapshot = ${to} where account = ${account}`;
  return (await isFull(tx, account)) ? "full" : true;
}

async function insertAt(
  tx: Tx,
  account: number,
  seq: number,
  { device, number, bytes }: SealedSegment,
): Promise<void> {
  await tx`
    insert into sync_segments (account, seq, device, number, bytes)
    values (${account}, ${seq}, ${device}, ${number}, decode(${bytes}, 'base64'))`;
}

export interface NewWords {
  key_id: string;
  new_key_id: string;
  to: number;
  segments: readonly SealedSegment[];
}

/** @returns the number of the last segment */
export async function replaceKey(
  tx: Tx,
  account: number,
  { key_id, new_key_id, to, segments }: NewWords,
): Promise<number | Refused> {
  const found = await lock(tx, account, key_id);
  if (typeof found === "string") return found;
  if (found.seq !== to) return "outdated";
  await stop(tx, account);
  await start(tx, account, new_key_id);
  const seqs = await append(tx, account, new_key_id, segments);
  return typeof seqs === "string" ? seqs : (seqs.at(-1) ?? 0);
}
