/** Searching messages of chat servers and communities, newest first (docs/decisions/0049-message-search.md). */
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { MARK_END, MARK_START, type MessageDocument } from "#shared/search/documents.ts";
import { parseQuery, type SearchQuery } from "#shared/search/query.ts";
import type { Search } from "./client.ts";
import { conditionFilter, messageFilter } from "./filter.ts";
import { markedRuns, markedWords, markRuns, markWords, snippetOf } from "./marks.ts";
import { engineWords } from "./words.ts";

export interface MessageHit {
  kind: MessageDocument["kind"];
  id: string;
  /** The text with matched words marked. */
  content: string;
}

export interface MessageSearch {
  kind: MessageDocument["kind"];
  /** Channels that may be read. */
  channels: readonly string[];
  q: string;
  offset: number;
}

export interface FoundHits {
  query: SearchQuery;
  /** A page and, if there is a next one, its first hit. */
  hits: MessageHit[];
}

/** @throws HttpError 503 if the engine does not answer */
export async function findMessages(
  search: Search,
  { kind, channels, q, offset }: MessageSearch,
): Promise<FoundHits> {
  const query = parseQuery(q);
  const { exact, byKeys, tolerant, hasCharacters } = engineWords(query.words);
  const conditions = conditionFilter("messages", query.conditions);
  if (channels.length === 0 || conditions === undefined || query.words.length + query.conditions.length === 0)
    return { query, hits: [] };
  const request = {
    indexUid: search.index("messages"),
    filter: [...messageFilter(kind, channels), ...conditions],
    matchingStrategy: "all" as const,
    attributesToRetrieve: ["key", "kind", "id"],
    attributesToHighlight: ["content"],
    highlightPreTag: MARK_START,
    highlightPostTag: MARK_END,
  };
  // Exact hits only, if there are any: between messages of a few words similar ones would be noise.
  const attempts = [exact, byKeys, hasCharacters ? undefined : tolerant].filter((one) => one !== undefined);
  return search.ask(async (engine) => {
    for (const words of attempts) {
      const asked = { ...request, q: words };
      const isLast = words === attempts.at(-1);
      if (!isLast && (await engine.page({ ...asked, attributesToHighlight: [] }, 0, 1)).total === 0) continue;
      const hits = await engine.slice<MessageDocument>(asked, offset, PAGE_SIZE + 1);
      return {
        query,
        hits: hits.map(({ kind, id, _formatted }) => ({ kind, id, content: _formatted?.content ?? "" })),
      };
    }
    return { query, hits: [] };
  });
}

/** A snippet of a message's own text, with the words marked that the engine found in its document. */
export function messageSnippet(text: string, content: string, { words }: SearchQuery): string {
  const flat = text.replace(/\s+/gu, " ").trim();
  return snippetOf(markRuns(markWords(flat, markedWords(content)), markedRuns(words)));
}
