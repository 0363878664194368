/** Search in the database alone, for as long as the engine does not answer: the same query, newest posts first, no typos. */

import { extensionsOfKind } from "#shared/rules/files.ts";
import { MAX_REACHABLE, PAGE_SIZE } from "#shared/rules/paging.ts";
import { startOf, type Word } from "#shared/search/query.ts";
import type { Sql, Tx } from "../db/client.ts";
import { transaction } from "../db/tx.ts";
import { HttpError, unavailable } from "../http/errors.ts";
import {
  contains,
  type Fragment,
  inPost,
  isCreator,
  isNamed,
  named,
  newestPosts,
  orderOf,
  type PostKey,
  unnamed,
} from "./basic-candidates.ts";
import { type FilterKey, fulfilling, unless } from "./basic-conditions.ts";
import { SEARCH_UNAVAILABLE } from "./client.ts";
import type { FoundPosts, PostSearch } from "./posts.ts";

/** Longest a statement may read, in milliseconds: the one that looks among the newest posts first, and any other. */
export const LONGEST_FIRST = 150;
const LONGEST = 300;
const CANCELED = "57014";

/** What the engine finds or, where it does not answer, what the database does. */
export async function orBasic<T extends object>(
  found: () => Promise<T>,
  basic: () => Promise<T>,
): Promise<T & { basic?: true }> {
  try {
    return await found();
  } catch (error) {
    if (!(error instanceof HttpError) || error.message !== SEARCH_UNAVAILABLE) throw error;
    return { ...(await basic()), basic: true };
  }
}

/**
 * A page of posts that hold the words in title, content, tags or creator's name. `total` is exact up to the end of the
 * next page.
 * @throws HttpError 503 where that takes too long
 */
export async function basicPosts(
  pool: Sql,
  wanted: PostSearch,
  signal: AbortSignal,
  size = PAGE_SIZE,
): Promise<FoundPosts> {
  const { offset } = wanted;
  const end = offset + size + 1;
  const find = (longest: number, candidates: (tx: Tx) => Fragment) =>
    bounded(pool, signal, (tx) => matching(tx, wanted, end, candidates(tx)), longest);
  let rows: PostKey[] | undefined;
  if (!isNamed(wanted)) rows = await find(LONGEST, (tx) => unnamed(tx, wanted));
  else if (wanted.user !== undefined) {
    rows = await find(LONGEST_FIRST, (tx) => unnamed(tx, wanted));
    rows ??= await find(LONGEST, (tx) => named(tx, wanted, [])); // of a creator with very many posts
  } else {
    const first = await find(LONGEST_FIRST, (tx) => newestPosts(tx, wanted));
    rows =
      first !== undefined && first.length >= end
        ? first
        : ((await find(LONGEST, (tx) => named(tx, wanted, first ?? []))) ?? first);
  }
  if (rows === undefined) throw unavailable(SEARCH_UNAVAILABLE);
  const page = rows.slice(offset, offset + size);
  return {
    services: page.map((row) => row.service),
    ids: page.map((row) => row.id),
    total: Math.min(rows.length, MAX_REACHABLE),
    exact: undefined,
  };
}

/** A statement that may not take long. @returns undefined where it does */
export async function bounded<T>(
  pool: Sql,
  signal: AbortSignal,
  work: (tx: Tx) => Promise<T>,
  longest = LONGEST,
): Promise<T | undefined> {
  try {
    const limited = async (tx: Tx) => {
      await tx`select set_config('statement_timeout', ${String(longest)}, true),
        set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`;
      return await work(tx);
    };
    return await transaction(pool, limited, { signal, readOnly: true });
  } catch (error) {
    if (!signal.aborted && (error as { code?: string }).code === CANCELED) return undefined;
    throw error;
  }
}

/** Of these candidates, rows of posts, the first that fulfill everything, in the order of the search. */
async function matching(tx: Tx, wanted: PostSearch, end: number, candidates: Fragment): Promise<PostKey[]> {
  const { query, tags = [], service, user } = wanted;
  const all = [
    ...(service === undefined ? [] : [tx`p.service = ${service}`]),
    ...(user === undefined ? [] : [tx`p."user" = ${user}`]),
    ...tags.map((tag) => hasTag(tx, tag)),
    ...fulfilling(tx, query.conditions, (key, value) => fulfills(tx, key, value)),
    ...query.words.map((word) => unless(tx, word.isExcluded, holds(tx, word))),
  ];
  const where = all.reduce((before, next) => tx`${before} and ${next}`, tx`not p.hidden and not c.hidden`);
  return await tx<PostKey[]>`
    select p.service, p.id from (${candidates}) p join creators c on c.service = p.service and c.id = p."user"
    where ${where} order by ${orderOf(tx, wanted)}, p.service, p.id limit ${end}`;
}

const holds = (tx: Tx, { text }: Word): Fragment =>
  tx`(${inPost(tx, text)} or ${contains(tx, tx`c.name`, text)})`;

function fulfills(tx: Tx, key: FilterKey, value: string): Fragment {
  switch (key) {
    case "tag":
      return hasTag(tx, value);
    case "service":
      return tx`p.service = ${value}`;
    case "creator":
    case "person":
      return isCreator(tx, value);
    case "has":
      return has(tx, value);
    case "ext":
      return hasFileOf(tx, [`.${value}`]);
    case "before":
      return tx`p.published < to_timestamp(${startOf(value) ?? 0})`;
    case "after":
      return tx`p.published >= to_timestamp(${startOf(value) ?? 0})`;
  }
}

function has(tx: Tx, what: string): Fragment {
  if (what === "poll") return tx`p.poll is not null`;
  if (what === "comments")
    return tx`exists (select from comments m where m.service = p.service and m.post = p.id and not m.hidden)`;
  return hasFileOf(tx, extensionsOfKind(what));
}

const hasTag = (tx: Tx, tag: string): Fragment =>
  tx`exists (select from unnest(p.tags) t where lower(t) = lower(${tag}))`;

const hasFileOf = (tx: Tx, extensions: readonly string[]): Fragment => tx`exists (
  select from jsonb_array_elements(jsonb_build_array(p.file) || p.attachments) f, unnest(${[...extensions]}::text[]) e
  where right(lower(f ->> 'name'), length(e)) = e or right(f ->> 'path', length(e)) = e)`;
