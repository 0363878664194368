/** Search results: keys from the index, posts from the database. */
import { parseQuery as parseConditions, printQuery, valuesOf } from "#shared/search/query.ts";
import type { PostRow } from "../db/records.ts";
import { type FileTexts, listItemOf, namesOf, textOf, titleOf } from "./documents.ts";
import { insertMarks, type Span, snippetOf, spansOf } from "./highlight.ts";
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
  const found = rows.flatMap((row): Found[] => {
    const item = row === undefined ? undefined : listItemOf(row);
    if (row === undefined || item === undefined) return []; // removed, but still in the index
    const [title, text] = [titleOf(row), textOf(row)];
    return [{ row, item, title, text, inTitle: spansOf(title, parts), inText: spansOf(text, parts) }];
  });
  const ofFiles = await stored.textsOfFiles(found.filter(isElsewhere).map(({ row }) => row.key));
  const posts = found.map((one): OfflineHit => {
    const { row, item, title, inTitle } = one;
    return {
      item,
      creator: names.get(row.creator) ?? "",
      title: insertMarks(title, inTitle),
      ...postSnippet(one, parts, ofFiles.get(row.key)),
    };
  });
  return { posts, total, size: stored.index.size };
}

interface Found {
  row: PostRow;
  item: OfflineHit["item"];
  title: string;
  text: string;
  inTitle: Span[];
  inText: Span[];
}

/** True if the words are neither in the title nor in the text of the post. */
const isElsewhere = ({ inTitle, inText }: Found) => inTitle.length + inText.length === 0;

/** The snippet of a post: of its text, or of names of its files or the text in its images if only these have the words. */
function postSnippet(
  post: Found,
  parts: readonly Part[],
  ofFiles: FileTexts | undefined,
): Pick<OfflineHit, "snippet" | "inImage"> {
  const ofText = { snippet: snippetOf(post.text, post.inText) };
  if (!isElsewhere(post)) return ofText;
  const names = namesOf(post.row, ofFiles);
  const inNames = spansOf(names, parts);
  if (inNames.length > 0) return { snippet: snippetOf(names, inNames) };
  const images = ofFiles?.images ?? "";
  const inImages = spansOf(images, parts);
  return inImages.length > 0 ? { snippet: snippetOf(images, inImages), inImage: true } : ofText;
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
