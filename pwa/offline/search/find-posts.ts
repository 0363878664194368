/** Search results: the index finds keys, the database has the posts. */
import { listItemOf, textOf, titleOf } from "./documents.ts";
import { marked, snippetOf, spansOf } from "./highlight.ts";
import { parseQuery } from "./query.ts";
import type { StoredIndex } from "./stored-index.ts";
import type { OfflineHit, OfflineQuery, OfflineResults } from "./worker-api.ts";

/** Searches the index as it is, and reads the posts found. */
export async function findPosts(
  stored: StoredIndex,
  { q, tags, creators, offset, limit }: OfflineQuery,
): Promise<OfflineResults> {
  const parts = parseQuery(q);
  const within = creators?.map((creator) => `${creator}/`);
  const { keys, total } = stored.index.search(parts, { tags, within }, offset, limit);
  const rows = await stored.db.posts.bulkGet(keys);
  const names = await stored.creatorNames(rows.flatMap((row) => row?.creator ?? []));
  const posts = rows.flatMap((row): OfflineHit[] => {
    const item = row === undefined ? undefined : listItemOf(row);
    if (row === undefined || item === undefined) return []; // removed, and not yet from the index
    const title = titleOf(row);
    const text = textOf(row);
    return [
      {
        item,
        creator: names.get(row.creator) ?? "",
        title: marked(title, spansOf(title, parts)),
        snippet: snippetOf(text, spansOf(text, parts)),
      },
    ];
  });
  return { posts, total, size: stored.index.size };
}
