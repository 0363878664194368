import type { Sql } from "#backend/db/client.ts";
import { type Finding, failure, ok } from "./checks.ts";

const MAX_DIFFERENCE_SECONDS = 30;

/** Compares this machine's clock with that of the database: sessions, leases and signed requests depend on both. */
export async function checkClock(sql: Sql): Promise<Finding> {
  const before = Date.now();
  const [{ now }] = await sql<[{ now: number }]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`;
  const seconds = Math.round((now - (before + Date.now()) / 2) / 1000);
  if (Math.abs(seconds) <= MAX_DIFFERENCE_SECONDS) return ok("Clock: the same as the database's");
  return failure(
    `Clock: ${Math.abs(seconds)} s ${seconds > 0 ? "behind" : "ahead of"} the database's`,
    "Set both clocks by the network: timedatectl set-ntp true",
  );
}
