/** Search results: keys from the index, posts from the database. */
import { parseQuery as parseConditions, printQuery, valuesOf } from "#shared/search/query.ts";
import { listItemOf, textOf, titleOf } from "./documents.ts";
import { insertMarks, snippetOf, spansOf } from "./highlight.ts";
import { parseQuery } from "./query.ts";
import type { StoredIndex } from "./stored-index.ts";
import type { OfflineHit, OfflineQuery, OfflineResults } from "./worker-api.ts";

/** Searches the index without updating it, and reads the posts found. */
export async function findPosts(
  stored: StoredIndex,
  { q, tags, creators, offset, limit }: OfflineQuery,
): Promise<OfflineResults> {
  const { words, ...filter } = splitTags(q);
  const parts = parseQuery(words);
  const all = [...filter.tags, ...(tags ?? []).map((tag) => [tag])];
  const within = creators?.map((creator) => `${creator}/`);
  const { keys, total } = stored.index.search(parts, { ...filter, tags: all, within }, offset, limit);
  const rows = await stored.db.posts.bulkGet(keys);
  const names = await stored.creatorNames(rows.flatMap((row) => row?.creator ?? []));
  const posts = rows.flatMap((row): OfflineHit[] => {
    const item = row === undefined ? undefined : listItemOf(row);
    if (row === undefined || item === undefined) return []; // removed, but still in the index
    const title = titleOf(row);
    const text = textOf(row);
    return [
      {
        item,
        creator: names.get(row.creator) ?? "",
        title: insertMarks(title, spansOf(title, parts)),
        snippet: snippetOf(text, spansOf(text, parts)),
      },
    ];
  });
  return { posts, total, size: stored.index.size };
}

/** Separates tag conditions; other conditions are searched as words. */
function splitTags(q: string): { words: string; tags: [string, ...string[]][]; without: string[] } {
  const query = parseConditions(q);
  const named = query.conditions.filter(({ key }) => key === "tag");
  const withoutTags = query.conditions.filter(({ key }) => key !== "tag");
  return {
    words: named.length === 0 ? q : printQuery({ ...query, conditions: withoutTags }),
    tags: named.filter(({ isExcluded }) => !isExcluded).map(valuesOf),
    without: named.filter(({ isExcluded }) => isExcluded).flatMap(valuesOf),
  };
}
