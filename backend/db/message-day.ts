/** Start of a day in a channel. */
import type { Db } from "./client.ts";

/**
 * Id of the first message on or after a day, otherwise of the last one; undefined if there is none.
 * @param messages selects `id` and `published` of a channel
 */
export async function messageOnDay(
  sql: Db,
  messages: ReturnType<Db>,
  day: string,
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    (select id, 0 as rank from (${messages}) m
      where published >= ${day}::text::date at time zone 'UTC' order by published, id limit 1)
    union all
    (select id, 1 from (${messages}) m order by published desc, id desc limit 1)
    order by rank limit 1`;
  return row?.id;
}
