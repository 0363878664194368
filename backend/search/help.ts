/** Alternatives to a search without hits: the same search with one part less. */
import { parseQuery, printCondition, printQuery, printWord, type SearchQuery } from "#shared/search/query.ts";
import type { Db } from "../db/client.ts";
import type { Search } from "./client.ts";
import { findPosts } from "./posts.ts";
import { readQuery } from "./read-query.ts";

export interface Relaxed {
  /** The omitted part, as written in a query. */
  text: string;
  q: string;
  tag: string[];
  count: number;
}

/** Searches per request. */
const MAX_SEARCHES = 12;

/** Searches that have hits, most hits first. @throws HttpError 503 if the engine does not answer */
export async function countWithoutEachPart(
  { sql, search }: { sql: Db; search: Search },
  text: string,
  tags: readonly string[],
): Promise<Relaxed[]> {
  const relaxed = await Promise.all(
    relaxedOf(parseQuery(text), tags)
      .slice(0, MAX_SEARCHES)
      .map(async ({ text, query: rest, tags: others }) => {
        const q = printQuery(rest);
        const wanted = {
          query: await readQuery(sql, q),
          tags: others,
          offset: 0,
          defaultOrder: "added" as const,
        };
        const { total } = await findPosts(search, wanted);
        return { text, q, tag: others, count: total };
      }),
  );
  return relaxed.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
}

function relaxedOf(query: SearchQuery, tags: readonly string[]) {
  const { words, conditions } = query;
  const without = <T>(all: readonly T[], one: T) => all.filter((each) => each !== one);
  const all = [
    ...conditions
      .filter(({ key }) => key !== "sort")
      .map((one) => ({
        text: printCondition(one),
        query: { words, conditions: without(conditions, one) },
        tags: [...tags],
      })),
    ...tags.map((tag) => ({
      text: printCondition({ key: "tag", value: tag, isExcluded: false }),
      query,
      tags: without(tags, tag),
    })),
    ...words.map((one) => ({
      text: printWord(one),
      query: { words: without(words, one), conditions },
      tags: [...tags],
    })),
  ];
  // An empty query would list everything.
  return all.filter(
    ({ query: rest, tags: left }) => rest.words.length + rest.conditions.length + left.length > 0,
  );
}
