/** Skips taken-down records of a batch, so that the next bundle does not restore them. */
import type { Db } from "#backend/db/client.ts";
import type { Entity } from "./records.ts";
import type { Row, RowProblem } from "./validate.ts";

export const TAKEN_DOWN: RowProblem = { kind: "taken down", reason: "it was taken down" };

/** Selects the positions of taken-down keys; rows that refer to them are then skipped for their missing reference. */
const ASK: Partial<Record<Entity, { key: (fields: Row["fields"]) => unknown[]; text: string }>> = {
  creators: {
    key: ({ service, id }) => [service, id],
    text: `select distinct k.n::int as n from json_array_elements($1::text::json) with ordinality k (key, n)
      join takedowns t on t.service = k.key ->> 0 and t."user" = k.key ->> 1 and t.post is null and t.share is null`,
  },
  posts: {
    key: ({ service, user, id }) => [service, user, id],
    text: `select distinct k.n::int as n from json_array_elements($1::text::json) with ordinality k (key, n)
      join takedowns t on t.service = k.key ->> 0 and t."user" = k.key ->> 1 and (t.post is null and t.share is null or t.post = k.key ->> 2 and t.comment is null)`,
  },
  comments: {
    key: ({ service, post, id }) => [service, post, id],
    text: `select distinct k.n::int as n from json_array_elements($1::text::json) with ordinality k (key, n)
      join takedowns t on t.service = k.key ->> 0 and t.post = k.key ->> 1 and t.comment = k.key ->> 2`,
  },
  // A file that was not here when it was taken down has no row in removed_files.
  files: {
    key: ({ hash }) => [hash],
    text: `select k.n::int as n from json_array_elements($1::text::json) with ordinality k (key, n)
      where exists (select from removed_files r where r.hash = k.key ->> 0)
        or exists (select from takedowns t where t.service = '' and t."user" = '' and t.file = k.key ->> 0)`,
  },
};

/** @returns the allowed rows; reports each other row */
export async function withoutTakenDown(
  sql: Db,
  entity: Entity,
  rows: Row[],
  report: (row: Row) => void,
): Promise<Row[]> {
  const ask = ASK[entity];
  if (ask === undefined || rows.length === 0) return rows;
  const keys = JSON.stringify(rows.map((row) => ask.key(row.fields)));
  const found = await sql.unsafe<{ n: number }[]>(ask.text, [keys], { prepare: true });
  if (found.length === 0) return rows;
  const down = new Set(found.map(({ n }) => n - 1));
  return rows.filter((row, at) => {
    if (down.has(at)) report(row);
    return !down.has(at);
  });
}
