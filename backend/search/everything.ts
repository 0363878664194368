/** The search box: five hits of each index in one request, matched words marked. */
import type { Hit } from "meilisearch";
import type { SearchAnswer } from "#shared/contracts/search.ts";
import {
  type CreatorDocument,
  type DmDocument,
  INDEXES,
  type IndexName,
  MARK_END,
  MARK_START,
  type PostDocument,
  type TagDocument,
} from "#shared/search/documents.ts";
import type { SearchQuery } from "#shared/search/query.ts";
import type { Search } from "./client.ts";
import { conditionFilter } from "./filter.ts";
import { markedRuns, snippetOf, withMarks } from "./marks.ts";
import { engineWords } from "./words.ts";

const HITS = 5;
export const SNIPPET_WORDS = 24;
const SHOWN: Record<IndexName, { retrieve: string[]; highlight: string[] }> = {
  creators: { retrieve: ["service", "id", "name", "post_count"], highlight: ["name"] },
  posts: { retrieve: ["service", "user", "id", "title", "creator", "tags"], highlight: ["title", "content"] },
  dms: { retrieve: ["hash", "service", "user", "creator"], highlight: ["content"] },
  tags: { retrieve: ["tag", "post_count"], highlight: ["tag"] },
};

interface BoxQuery {
  name: IndexName;
  q: string;
  filter: string[];
  isExact: boolean;
}

export type AnyHit = Hit<{ key: string; content?: string }>;

/** @throws HttpError 503 where the engine does not answer */
export async function findEverything(
  search: Search,
  { words, conditions }: SearchQuery,
  options: { hasFallback?: boolean } = {},
): Promise<SearchAnswer> {
  const { exact, forgiving, byLetters } = engineWords(words);
  const runs = markedRuns(words);
  const wanted = INDEXES.flatMap((name): BoxQuery[] => {
    const filter = conditionFilter(name, conditions);
    if (filter === undefined) return [];
    const similar = { name, q: forgiving, filter, isExact: false };
    if (exact === undefined) return [similar];
    const spelled = byLetters === undefined ? [] : [{ ...similar, q: byLetters }];
    return [{ name, q: exact, filter, isExact: true }, ...spelled, similar];
  });
  if (wanted.length === 0) return { creators: [], posts: [], dms: [], tags: [] };
  const results = await search.ask(async (engine) => {
    const ask = async (asked: readonly BoxQuery[]) => {
      const queries = asked.map((one) => engineQuery(search.index(one.name), one));
      const found = await engine.first<AnyHit>(queries);
      return asked.map((one, at) => ({ ...one, hits: found[at] ?? [] }));
    };
    // In the largest index the forgiving search costs as much as all others together, and is seldom needed.
    const isLate = ({ name, isExact }: BoxQuery) => exact !== undefined && name === "posts" && !isExact;
    const first = await ask(wanted.filter((one) => !isLate(one)));
    const late = wanted.filter(isLate);
    const isFull = first.some(({ name, hits }) => name === "posts" && hits.length >= HITS);
    return late.length === 0 || isFull ? first : [...first, ...(await ask(late))];
  }, options);
  const hitsOf = <T>(index: IndexName): Hit<T>[] => {
    const found = new Map<string, AnyHit>();
    for (const { name, hits, isExact } of results)
      for (const hit of name === index ? hits : [])
        if (!found.has(hit.key)) found.set(hit.key, marked(hit, runs, isExact));
    return [...found.values()].slice(0, HITS) as unknown as Hit<T>[];
  };
  return {
    creators: hitsOf<CreatorDocument>("creators").map(creatorHit),
    posts: hitsOf<PostDocument>("posts").map(postHit),
    dms: hitsOf<DmDocument>("dms").map(dmHit),
    tags: hitsOf<TagDocument>("tags").map(tagHit),
  };
}

function engineQuery(indexUid: string, { name, q, filter, isExact }: BoxQuery) {
  const { retrieve, highlight } = SHOWN[name];
  return {
    indexUid,
    q,
    filter,
    limit: HITS,
    attributesToRetrieve: ["key", ...retrieve],
    attributesToHighlight: highlight,
    highlightPreTag: MARK_START,
    highlightPostTag: MARK_END,
    ...(isExact ? { matchingStrategy: "all" as const } : {}),
    // Grams are no words of the text, so the engine could not cut around what they found.
    ...(highlight.includes("content") && !isExact
      ? { attributesToCrop: ["content"], cropLength: SNIPPET_WORDS, cropMarker: "…" }
      : {}),
  };
}

/** A hit with marks around these runs too. */
export function marked<T extends AnyHit>(hit: T, runs: readonly string[], isExact: boolean): T {
  if (runs.length === 0 || !isExact) return hit;
  const shown = Object.entries(hit._formatted ?? {}).map(([name, text]) => {
    if (typeof text !== "string") return [name, text];
    const all = withMarks(text, runs);
    return [name, name === "content" ? snippetOf(all) : all];
  });
  return { ...hit, _formatted: Object.fromEntries(shown) };
}

function creatorHit({
  service,
  id,
  name,
  post_count,
  _formatted,
}: Hit<CreatorDocument>): SearchAnswer["creators"][number] {
  return {
    service: service as SearchAnswer["creators"][number]["service"],
    id,
    name: _formatted?.name ?? name,
    post_count,
  };
}

function postHit({
  service,
  user,
  id,
  title,
  creator,
  tags,
  _formatted,
}: Hit<PostDocument>): SearchAnswer["posts"][number] {
  return {
    service: service as SearchAnswer["posts"][number]["service"],
    user,
    id,
    title: _formatted?.title ?? title,
    creator,
    snippet: _formatted?.content ?? "",
    tags,
  };
}

function dmHit({ hash, service, user, creator, _formatted }: Hit<DmDocument>): SearchAnswer["dms"][number] {
  return {
    hash,
    service: service as SearchAnswer["dms"][number]["service"],
    user,
    creator,
    snippet: _formatted?.content ?? "",
  };
}

function tagHit({ tag, post_count, _formatted }: Hit<TagDocument>): SearchAnswer["tags"][number] {
  return { tag, marked: _formatted?.tag ?? tag, post_count };
}
