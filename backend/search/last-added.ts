import type { SearchQuery } from "#shared/search/query.ts";
import type { Db } from "../db/client.ts";
import { readQuery } from "./read-query.ts";

/** A query in the order of arrival, whatever order it asks for: a reader only looks at what is new. */
export async function lastAdded(sql: Db, q: string): Promise<SearchQuery> {
  const { words, conditions } = await readQuery(sql, q);
  return {
    words,
    conditions: [
      ...conditions.filter(({ key }) => key !== "sort"),
      { key: "sort", value: "added", isExcluded: false },
    ],
  };
}
