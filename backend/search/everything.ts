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
  type MessageDocument,
  type PostDocument,
  type TagDocument,
} from "#shared/search/documents.ts";
import type { SearchQuery, Word } from "#shared/search/query.ts";
import type { Search } from "./client.ts";
import { conditionFilter } from "./filter.ts";
import { markedRuns, markRuns, markSpellings, postSnippet, snippetOf } from "./marks.ts";
import type { MessageHit } from "./messages.ts";
import { type EngineWords, engineWords } from "./words.ts";

const HITS = 5;
export const SNIPPET_WORDS = 24;
/** Attributes with long texts. */
export const CROPPED: readonly string[] = ["content", "files", "pictures"];
const SHOWN: Record<IndexName, { retrieve: string[]; highlight: string[]; isCropped?: true }> = {
  creators: { retrieve: ["service", "id", "name", "post_count"], highlight: ["name"] },
  posts: {
    retrieve: ["service", "user", "id", "title", "creator", "tags"],
    highlight: ["title", "content", "files", "pictures"],
    isCropped: true,
  },
  dms: { retrieve: ["hash", "service", "user", "creator"], highlight: ["content"], isCropped: true },
  tags: { retrieve: ["tag", "post_count"], highlight: ["tag"] },
  messages: { retrieve: ["kind", "id"], highlight: ["content"] },
};

interface BoxQuery {
  name: IndexName;
  q: string;
  filter: string[];
  isExact: boolean;
}

export type AnyHit = Hit<{ key: string; content?: string }>;
export type BoxHits = Omit<SearchAnswer, "messages" | "fallback"> & { messages: MessageHit[] };

/** @throws HttpError 503 if the engine does not answer */
export async function findEverything(
  search: Search,
  { words, conditions }: SearchQuery,
  options: { hasFallback?: boolean } = {},
): Promise<BoxHits> {
  const forEngine = engineWords(words);
  const wanted = INDEXES.flatMap((name) => {
    const filter = conditionFilter(name, conditions);
    return filter === undefined || (name === "messages" && words.length === 0)
      ? []
      : queriesOf(name, filter, forEngine);
  });
  if (wanted.length === 0) return { creators: [], posts: [], dms: [], tags: [], messages: [] };
  const results = await search.ask(async (engine) => {
    const ask = async (asked: readonly BoxQuery[]) => {
      const found = await engine.first<AnyHit>(asked.map((one) => engineQuery(search.index(one.name), one)));
      return asked.map((one, at) => ({ ...one, hits: found[at] ?? [] }));
    };
    // In the largest index the typo-tolerant search costs as much as all others together, and is seldom needed.
    const isDeferred = ({ name, isExact }: BoxQuery) =>
      forEngine.exact !== undefined && name === "posts" && !isExact;
    const first = await ask(wanted.filter((one) => !isDeferred(one)));
    const deferred = wanted.filter(isDeferred);
    const isFull = first.some(({ name, hits }) => name === "posts" && hits.length >= HITS);
    return deferred.length === 0 || isFull ? first : [...first, ...(await ask(deferred))];
  }, options);
  const hitsOf = <T>(index: IndexName): Hit<T>[] => {
    const found = new Map<string, AnyHit>();
    for (const { name, hits, isExact } of results)
      for (const hit of name === index ? hits : [])
        if (!found.has(hit.key)) found.set(hit.key, index === "messages" ? hit : marked(hit, words, isExact));
    return [...found.values()].slice(0, HITS) as unknown as Hit<T>[];
  };
  return {
    creators: hitsOf<CreatorDocument>("creators").map(creatorHit),
    posts: hitsOf<PostDocument>("posts").map(postHit),
    dms: hitsOf<DmDocument>("dms").map(dmHit),
    tags: hitsOf<TagDocument>("tags").map(tagHit),
    messages: hitsOf<MessageDocument>("messages").map(messageHit),
  };
}

/** Searches of one index, best first. */
function queriesOf(
  name: IndexName,
  filter: string[],
  { exact, byKeys, tolerant, hasCharacters }: EngineWords,
): BoxQuery[] {
  const similar = { name, q: tolerant, filter, isExact: false };
  if (exact === undefined) return [similar];
  const byExact = { name, q: exact, filter, isExact: true };
  const spelled = byKeys === undefined ? [] : [{ ...similar, q: byKeys }];
  // A chat has too many short messages for words that only share a character.
  return name === "messages" && hasCharacters ? [byExact, ...spelled] : [byExact, ...spelled, similar];
}

function engineQuery(indexUid: string, { name, q, filter, isExact }: BoxQuery) {
  const { retrieve, highlight, isCropped = false } = SHOWN[name];
  return {
    indexUid,
    q,
    filter,
    limit: HITS,
    attributesToRetrieve: ["key", ...retrieve],
    attributesToHighlight: highlight,
    highlightPreTag: MARK_START,
    highlightPostTag: MARK_END,
    ...(isExact || name === "messages" ? { matchingStrategy: "all" as const } : {}),
    // Grams are no words of the text, so the engine could not crop around them.
    ...(isCropped && !isExact
      ? {
          attributesToCrop: highlight.filter((attribute) => CROPPED.includes(attribute)),
          cropLength: SNIPPET_WORDS,
          cropMarker: "…",
        }
      : {}),
  };
}

/** A hit with marks around what the engine found in other attributes than the shown ones. */
export function marked<T extends AnyHit>(hit: T, words: readonly Word[], isExact: boolean): T {
  const runs = isExact ? markedRuns(words) : [];
  const mark = (text: string) => markRuns(markSpellings(text, words), runs);
  const shown = Object.entries(hit._formatted ?? {}).map(([name, text]) => {
    if (Array.isArray(text)) return [name, text.map((one) => (typeof one === "string" ? mark(one) : one))];
    if (typeof text !== "string") return [name, text];
    return [name, CROPPED.includes(name) && isExact ? snippetOf(mark(text)) : mark(text)];
  });
  return { ...hit, _formatted: Object.fromEntries(shown) };
}

const messageHit = ({ kind, id, _formatted }: Hit<MessageDocument>): MessageHit => ({
  kind,
  id,
  content: _formatted?.content ?? "",
});

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
    ...postSnippet(_formatted),
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
