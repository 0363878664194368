/** Messages of chat servers and communities, by the database alone: newest first (docs/decisions/0049-message-search.md). */
import type { FoundMessage, FoundMessages } from "#shared/entities/chat.ts";
import { namesOf } from "#shared/rules/chat-names.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { hasCjk } from "#shared/search/grams.ts";
import { parseQuery, type SearchQuery, startOf } from "#shared/search/query.ts";
import type { Sql, Tx } from "../db/client.ts";
import { unavailable } from "../http/errors.ts";
import { bounded } from "./basic.ts";
import { byWord, contains, type Fragment } from "./basic-candidates.ts";
import { type FilterKey, fulfilling, unless } from "./basic-conditions.ts";
import { SEARCH_UNAVAILABLE } from "./client.ts";
import { marked, snippetOf } from "./marks.ts";

/** Longest that the messages themselves are read, and then those an index names, in milliseconds. */
const LONGEST_READ = 400;
const LONGEST_NAMED = 1_500;
/** That an index may name. */
const NAMED = 10_000;

export interface MessageSearch {
  /** A query with the columns id, channel, author, published, text and people (whom the text may name by id), of one table. */
  rows: (tx: Tx) => Fragment;
  /** That may be read. */
  channels: readonly string[];
  q: string;
  offset: number;
}

type Row = Omit<FoundMessage, "snippet"> & { text: string; people: Record<string, unknown>[] };

/** Empty where nothing is looked for. @throws HttpError 503 where that takes too long */
export async function searchMessages(
  pool: Sql,
  { rows, channels, q, offset }: MessageSearch,
  signal: AbortSignal,
): Promise<FoundMessages> {
  const query = parseQuery(q);
  if (channels.length === 0 || query.words.length + query.conditions.length === 0)
    return { messages: [], names: {}, more: false };
  const end = offset + PAGE_SIZE + 1;
  const wanted = { rows, channels, query, end };
  const found =
    (await bounded(pool, signal, (tx) => readThrough(tx, wanted), LONGEST_READ)) ??
    (await bounded(pool, signal, (tx) => named(tx, wanted), LONGEST_NAMED));
  if (found === undefined) throw unavailable(SEARCH_UNAVAILABLE);
  const page = found.slice(offset, offset + PAGE_SIZE);
  return {
    messages: page.map(({ text, people: _, ...message }) => ({
      ...message,
      snippet: snippetOf(marked(flat(text), query)),
    })),
    names: Object.fromEntries(namesOf(page.flatMap(({ people }) => people))),
    more: found.length > offset + PAGE_SIZE,
  };
}

interface Wanted {
  rows: (tx: Tx) => Fragment;
  channels: readonly string[];
  query: SearchQuery;
  end: number;
}

const COLUMNS = (tx: Tx) => tx`m.id, m.channel, m.author, iso(m.published) as published, m.text, m.people`;
const NEWEST = (tx: Tx) => tx`order by m.published desc, m.id desc`;

/** Each channel from its newest message on, until there are enough. */
async function readThrough(tx: Tx, { rows, channels, query, end }: Wanted): Promise<Row[]> {
  return await tx<Row[]>`
    select ${COLUMNS(tx)} from unnest(${channels}::text[]) as c (id) cross join lateral (
      select m.* from (${rows(tx)}) m where m.channel = c.id collate "C" and ${holds(tx, query)} ${NEWEST(tx)} limit ${end}
    ) m ${NEWEST(tx)} limit ${end}`;
}

/** Of what the indexes name in these channels. */
async function named(tx: Tx, { rows, channels, query, end }: Wanted): Promise<Row[] | undefined> {
  const byIndex = query.words.flatMap(({ text, isExcluded }) =>
    isExcluded ? [] : (byWord(tx, text, textOf(tx, text)) ?? []),
  );
  if (byIndex.length === 0) return undefined;
  const ofChannels = channels
    .map((channel) => tx`plainto_tsquery('simple', ${channel})`)
    .reduce((before, next) => tx`${before} || ${next}`);
  const all = byIndex.reduce((before, next) => tx`${before} and ${next}`);
  return await tx<Row[]>`
    select ${COLUMNS(tx)} from (
      select m.* from (${rows(tx)}) m
      where m.channel = any(${channels}) and words_of(m.channel, m.text, null::text[]) @@ (${ofChannels}) and ${all}
      limit ${NAMED}
    ) m where ${holds(tx, query)} ${NEWEST(tx)} limit ${end}`;
}

/** The arguments of the functions that the indexes are made of: that of words has the channel in it. */
export const textOf = (tx: Tx, word: string): Fragment =>
  hasCjk(word) ? tx`null::text, m.text, null::text[]` : tx`m.channel, m.text, null::text[]`;

/** Whether a message, a row named `m`, fulfills a query. */
export function holds(tx: Tx, { words, conditions }: SearchQuery): Fragment {
  return [
    ...words.map(({ text, isExcluded }) => unless(tx, isExcluded, contains(tx, tx`m.text`, text))),
    ...fulfilling(tx, conditions, (key, value) => fulfills(tx, key, value)),
  ].reduce((before, next) => tx`${before} and ${next}`, tx`true`);
}

/** Messages have a date alone. */
function fulfills(tx: Tx, key: FilterKey, value: string): Fragment {
  const start = startOf(value) ?? 0;
  if (key === "before") return tx`m.published < to_timestamp(${start})`;
  if (key === "after") return tx`m.published >= to_timestamp(${start})`;
  return tx`false`;
}

const flat = (text: string) => text.replace(/\s+/gu, " ").trim();
