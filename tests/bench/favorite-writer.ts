/** A process that writes favorites as the accounts will, at a steady rate; started by bench-writes. */
import { openDatabase } from "#backend/db/client.ts";
import { countFavorite, type FavoriteTarget } from "#backend/db/favorite-counts.ts";
import { transaction } from "#backend/db/tx.ts";

const TARGETS = 1_000;

export interface WriteOrder {
  seconds: number;
  perSecond: number;
}

export interface WriteReport {
  written: number;
  /** Longest time of one transaction, in milliseconds. */
  slowest: number;
}

const sql = openDatabase(process.env["DATABASE_URL"] ?? "", { name: "bench-writer", max: 4 });
const targets = await sql<FavoriteTarget[]>`
  (select 'post' as entity, service, id from posts order by md5(id) limit ${TARGETS})
  union all (select 'creator', service, id from creators order by md5(id) limit ${TARGETS})`;

process.on("message", ({ seconds, perSecond }: WriteOrder) => {
  const total = seconds * perSecond;
  const begun = performance.now();
  const writes: Promise<unknown>[] = [];
  let slowest = 0;
  const write = async (target: FavoriteTarget) => {
    const at = performance.now();
    await transaction(sql, (tx) => countFavorite(tx, target, 1));
    slowest = Math.max(slowest, performance.now() - at);
  };
  const timer = setInterval(() => {
    const due = Math.min(total, ((performance.now() - begun) / 1000) * perSecond);
    while (writes.length < due) writes.push(write(targets[writes.length % targets.length]!));
    if (writes.length < total) return;
    clearInterval(timer);
    void Promise.all(writes).then(() => process.send?.({ written: total, slowest } satisfies WriteReport));
  }, 5);
});
process.send?.("ready");
