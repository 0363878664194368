/** Matches in the posts of one page of a search. The list itself comes from `findPosts`. */
import type { Hit } from "meilisearch";
import type { SearchedPost } from "#shared/contracts/search.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { MARK_END, MARK_START } from "#shared/search/documents.ts";
import type { SearchQuery, Word } from "#shared/search/query.ts";
import type { Search } from "./client.ts";
import { CROPPED, marked, SNIPPET_WORDS } from "./everything.ts";
import { onlyKeys, postFilter } from "./filter.ts";
import { findPage } from "./list.ts";
import { postSnippet, wholeWords } from "./marks.ts";
import { engineWords } from "./words.ts";

export interface HitSearch {
  query: SearchQuery;
  tags: readonly string[];
  offset: number;
}

type Document = Pick<SearchedPost, "service" | "user" | "id" | "title" | "creator" | "tags"> & {
  key: string;
  content?: string;
  pictures?: string;
  files?: string;
};

/** Hits in the order of the list. @throws HttpError 503 if the engine does not answer */
export async function findHits(search: Search, { query, tags, offset }: HitSearch): Promise<SearchedPost[]> {
  const { hits: page } = await findPage<Document>(search, "posts", ["service", "user", "id"], {
    query,
    filter: postFilter({ tags }),
    offset,
    defaultOrder: "added",
  });
  if (page.length === 0) return [];
  const { exact, tolerant, byKeys } = engineWords(query.words);
  const asked = [exact, byKeys, tolerant].filter((q) => q !== undefined);
  const results = await search.ask((engine) => {
    const queries = asked.map((q) => ({
      indexUid: search.index("posts"),
      q,
      filter: onlyKeys(page.map(({ key }) => key)),
      page: 1,
      hitsPerPage: PAGE_SIZE,
      attributesToRetrieve: ["key", "service", "user", "id", "title", "creator"],
      attributesToHighlight: ["title", "creator", "tags", ...CROPPED],
      highlightPreTag: MARK_START,
      highlightPostTag: MARK_END,
      // Grams are no words of the text, so the engine could not crop around them.
      ...(q === exact
        ? { matchingStrategy: "all" as const }
        : { attributesToCrop: [...CROPPED], cropLength: SNIPPET_WORDS, cropMarker: "…" }),
    }));
    return engine.counted<Document>(queries);
  });
  const found = new Map<string, SearchedPost>();
  for (const [at, { hits }] of results.entries())
    for (const hit of hits)
      if (!found.has(hit.key)) found.set(hit.key, explained(hit, query.words, asked[at] === exact));
  return page.flatMap(({ key }) => found.get(key) ?? []);
}

function explained(hit: Hit<Document>, words: readonly Word[], isExact: boolean): SearchedPost {
  const { service, user, id, title, creator, _formatted: shown } = marked(hit, words, isExact);
  const tags = (shown?.tags ?? []).map((tag) => wholeWords(tag));
  return {
    service,
    user,
    id,
    title: wholeWords(shown?.title ?? title),
    creator: wholeWords(shown?.creator ?? creator),
    ...postSnippet(shown),
    tags: tags.filter((tag) => tag.includes(MARK_START)),
  };
}
