/** Search without the engine: the database finds titles, tags and names (docs/decisions/0044-search-without-the-engine.md). */

import type { SearchAnswer } from "#shared/contracts/search.ts";
import { MAX_REACHABLE, PAGE_SIZE } from "#shared/rules/paging.ts";
import { type SearchQuery, valuesOf } from "#shared/search/query.ts";
import { SEARCH_UNAVAILABLE } from "#shared/search/unavailable.ts";
import type { Fragment, Sql, Tx } from "../db/client.ts";
import { countedTags, seenPosts } from "../db/totals.ts";
import { transaction } from "../db/tx.ts";
import { HttpError, unavailable } from "../http/errors.ts";
import * as fragments from "./fallback-sql.ts";
import { conditionFilter } from "./filter.ts";
import { markWords } from "./marks.ts";
import type { FoundPosts, PostSearch } from "./posts.ts";

const TIMEOUT_MS = 500;
const CANCELED = "57014";
/** Posts that the index of titles may find. */
const MAX_INDEXED = 10_000;
/** Creators found by name, and newest posts of each. */
const MAX_CREATORS = 50;
const MAX_POSTS_PER_CREATOR = 1_000;
const BOX_HITS = 5;

/** Searches the engine or, if it does not answer, the database. */
export async function withFallback<T extends object>(
  search: () => Promise<T>,
  fallback: () => Promise<T>,
): Promise<T & { fallback?: true }> {
  try {
    return await search();
  } catch (error) {
    if (!(error instanceof HttpError) || error.message !== SEARCH_UNAVAILABLE) throw error;
    return { ...(await fallback()), fallback: true };
  }
}

/**
 * A page of posts with the words in title, tags or their creator's name. `total` is exact up to the end of the next page.
 * @throws HttpError 503 after a timeout
 */
export async function fallbackPosts(
  pool: Sql,
  wanted: PostSearch,
  signal: AbortSignal,
  size = PAGE_SIZE,
): Promise<FoundPosts> {
  const { offset } = wanted;
  const rows = await readWithTimeout(pool, signal, (tx) => findPosts(tx, wanted, offset + size + 1));
  const page = rows.slice(offset, offset + size);
  return {
    services: page.map((row) => row.service),
    ids: page.map((row) => row.id),
    total: Math.min(rows.length, MAX_REACHABLE),
    exact: undefined,
  };
}

/** Reads with a timeout. @throws HttpError 503 after it */
async function readWithTimeout<T>(pool: Sql, signal: AbortSignal, read: (tx: Tx) => Promise<T>): Promise<T> {
  const limited = async (tx: Tx) => {
    await tx`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`;
    return await read(tx);
  };
  try {
    return await transaction(pool, limited, { signal, readOnly: true });
  } catch (error) {
    if (!signal.aborted && (error as { code?: string }).code === CANCELED)
      throw unavailable(SEARCH_UNAVAILABLE);
    throw error;
  }
}

async function findPosts(
  tx: Tx,
  wanted: PostSearch,
  limit: number,
): Promise<{ service: string; id: string }[]> {
  const { query, tags = [], service, user } = wanted;
  const { all, any, contains, hasTag, unlessExcluded } = fragments;
  const words = query.words.map((word) => {
    const columns = [tx`p.title`, tx`array_to_string(p.tags, ' ')`, tx`c.name`];
    const found = any(
      tx,
      columns.map((column) => contains(tx, column, word.text)),
    );
    return unlessExcluded(tx, word, tx`(${found})`);
  });
  const where = all(tx, [
    ...(service === undefined ? [] : [tx`p.service = ${service}`]),
    ...(user === undefined ? [] : [tx`p."user" = ${user}`]),
    ...tags.map((tag) => hasTag(tx, tag)),
    ...fragments.conditionsOf(tx, query.conditions),
    ...words,
  ]);
  return await tx<{ service: string; id: string }[]>`
    select p.service, p.id from (${candidates(tx, wanted)}) p join creators c on c.service = p.service and c.id = p."user"
    where not p.hidden and not c.hidden and ${where}
    order by ${fragments.orderOf(tx, wanted)}, p.service, p.id limit ${limit}`;
}

/** Posts that may match: found by an index, of a creator, or all. */
function candidates(tx: Tx, { query, service, user }: PostSearch): Fragment {
  if (service !== undefined && user !== undefined)
    return tx`select p.* from posts p where p.service = ${service} and p."user" = ${user}`;
  const words = query.words.filter((word) => !word.isExcluded).map(({ text }) => text);
  const indexed = fragments.byIndex(tx, words);
  if (indexed !== undefined) {
    const names = words.map((word) => fragments.contains(tx, tx`c.name`, word));
    return tx`select p.* from (
        (select p.service, p.id from posts p where not p.hidden and ${indexed} limit ${MAX_INDEXED})
        union (select own.service, own.id from (${postsOf(tx, names)}) own)
      ) k join posts p on p.service = k.service and p.id = k.id`;
  }
  const creators = query.conditions.filter(({ key, isExcluded }) => key === "creator" && !isExcluded);
  if (creators.length === 0) return tx`select p.* from posts p`;
  return postsOf(
    tx,
    creators.flatMap(valuesOf).map((value) => fragments.isCreator(tx, value)),
  );
}

/** The newest posts of creators that meet any of these conditions. */
const postsOf = (tx: Tx, conditions: readonly Fragment[]): Fragment => tx`
  select p.* from (
    select c.service, c.id from creators c where not c.hidden and (${fragments.any(tx, conditions)}) limit ${MAX_CREATORS}
  ) c cross join lateral (
    select p.* from posts p where p.service = c.service and p."user" = c.id and not p.hidden
    order by p.listed_at desc limit ${MAX_POSTS_PER_CREATOR}
  ) p`;

/** The search box: creators, posts and tags; DMs and messages are found by the engine only. @throws HttpError 503 after a timeout */
export async function fallbackEverything(
  pool: Sql,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const applies = (index: "creators" | "tags") => conditionFilter(index, query.conditions) !== undefined;
  const [creators, posts, tags] = await Promise.all([
    applies("creators") ? readWithTimeout(pool, signal, (tx) => findCreators(tx, query)) : [],
    readWithTimeout(pool, signal, (tx) => findBoxPosts(tx, query)),
    applies("tags") ? readWithTimeout(pool, signal, (tx) => findTags(tx, query)) : [],
  ]);
  const words = query.words.filter((word) => !word.isExcluded).map(({ text }) => text.toLowerCase());
  const mark = (text: string) => markWords(text, words);
  return {
    creators: creators.map((row) => ({ ...row, name: mark(row.name) })),
    posts: posts.map(({ tags, ...row }) => ({ ...row, title: mark(row.title), snippet: "", tags })),
    dms: [],
    tags: tags.map(({ tag, post_count }) => ({ tag, marked: mark(tag), post_count })),
  };
}

/** True if a text contains all words and none of the excluded ones. */
const containsAll = (tx: Tx, { words }: SearchQuery, column: Fragment) =>
  fragments.all(
    tx,
    words.map((word) => fragments.unlessExcluded(tx, word, fragments.contains(tx, column, word.text))),
  );

function findCreators(tx: Tx, query: SearchQuery): Promise<SearchAnswer["creators"]> {
  const services = query.conditions
    .filter(({ key, isExcluded }) => key === "service" && !isExcluded)
    .flatMap(valuesOf);
  return tx<SearchAnswer["creators"]>`
    select c.service, c.id, c.name, ${seenPosts(tx)} as post_count from creators c
    where not c.hidden and ${containsAll(tx, query, tx`concat_ws(' ', c.name, c.public_id, array_to_string(c.former_names, ' '))`)}
      and (${services.length === 0} or c.service = any(${services}::text[]))
    order by post_count desc, c.service, c.id limit ${BOX_HITS}`;
}

async function findBoxPosts(tx: Tx, query: SearchQuery) {
  const found = await findPosts(tx, { query, offset: 0, defaultOrder: "newest" }, BOX_HITS);
  return tx<Omit<SearchAnswer["posts"][number], "snippet">[]>`
    select p.service, p."user", p.id, p.title, c.name as creator, coalesce(p.tags, '{}') as tags
    from unnest(${found.map((row) => row.service)}::text[], ${found.map((row) => row.id)}::text[])
        with ordinality as hit (service, id, place)
      join posts p on p.service = hit.service and p.id = hit.id
      join creators c on c.service = p.service and c.id = p."user"
    order by hit.place`;
}

const findTags = (tx: Tx, query: SearchQuery) => tx<{ tag: string; post_count: number }[]>`
  select t.tag, t.post_count from ${countedTags(tx)} t where t.post_count > 0 and ${containsAll(tx, query, tx`t.tag`)}
  order by t.post_count desc, t.tag limit ${BOX_HITS}`;
