/** Search results: keys from the index, posts from the database. */
import { parseQuery as parseConditions, printQuery, valuesOf } from "#shared/search/query.ts";
import { listItemOf, namesOf, textOf, titleOf } from "./documents.ts";
import { insertMarks, snippetOf, spansOf } from "./highlight.ts";
import { type Part, parseQuery } from "./query.ts";
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
  const ofFiles = await stored.textsOfFiles(keys);
  const posts = rows.flatMap((row): OfflineHit[] => {
    const item = row === undefined ? undefined : listItemOf(row);
    if (row === undefined || item === undefined) return []; // removed, but still in the index
    const title = titleOf(row);
    const found = ofFiles.get(row.key);
    const titleSpans = spansOf(title, parts);
    return [
      {
        item,
        creator: names.get(row.creator) ?? "",
        title: insertMarks(title, titleSpans),
        ...postSnippet({
          parts,
          isInTitle: titleSpans.length > 0,
          text: textOf(row),
          names: namesOf(row, found),
          images: found?.images ?? "",
        }),
      },
    ];
  });
  return { posts, total, size: stored.index.size };
}

interface Texts {
  parts: readonly Part[];
  isInTitle: boolean;
  text: string;
  names: string;
  images: string;
}

/** The snippet of a post: of its text, or of names of its files or the text in its images if only these have the words. */
function postSnippet({
  parts,
  isInTitle,
  text,
  names,
  images,
}: Texts): Pick<OfflineHit, "snippet" | "inImage"> {
  const spans = spansOf(text, parts);
  if (isInTitle || spans.length > 0) return { snippet: snippetOf(text, spans) };
  const inNames = spansOf(names, parts);
  if (inNames.length > 0) return { snippet: snippetOf(names, inNames) };
  const inImages = spansOf(images, parts);
  return inImages.length > 0
    ? { snippet: snippetOf(images, inImages), inImage: true }
    : { snippet: snippetOf(text, []) };
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
