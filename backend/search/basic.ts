/** Search in the database alone, for as long as the engine does not answer: the same query, newest posts first, no typos. */

import type { PendingQuery, Row } from "postgres";
import { extensionsOfKind } from "#shared/rules/files.ts";
import { MAX_REACHABLE, PAGE_SIZE } from "#shared/rules/paging.ts";
import {
  type Condition,
  type ConditionKey,
  profileOf,
  type SearchSort,
  startOf,
  type Word,
} from "#shared/search/query.ts";
import type { Sql, Tx } from "../db/client.ts";
import { transaction } from "../db/tx.ts";
import { HttpError, unavailable } from "../http/errors.ts";
import { SEARCH_UNAVAILABLE } from "./client.ts";
import { alternativesOf } from "./filter.ts";
import type { FoundPosts, PostSearch } from "./posts.ts";

/** Longest a search may read, in milliseconds. */
const LONGEST = 1_500;
const CANCELED = "57014";

type Fragment = PendingQuery<Row[]>;

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
export async function basicPosts(pool: Sql, wanted: PostSearch, signal: AbortSignal): Promise<FoundPosts> {
  const { offset } = wanted;
  try {
    const rows = await transaction(pool, (tx) => matching(tx, wanted), { signal, readOnly: true });
    const page = rows.slice(offset, offset + PAGE_SIZE);
    return {
      services: page.map((row) => row.service),
      ids: page.map((row) => row.id),
      total: Math.min(rows.length, MAX_REACHABLE),
      exact: undefined,
    };
  } catch (error) {
    if (!signal.aborted && (error as { code?: string }).code === CANCELED)
      throw unavailable(SEARCH_UNAVAILABLE);
    throw error;
  }
}

async function matching(
  tx: Tx,
  { query: { words, conditions }, tags = [], service, user, offset, newest }: PostSearch,
): Promise<{ service: string; id: string }[]> {
  await tx`select set_config('statement_timeout', ${String(LONGEST)}, true)`;
  const all = [
    ...(service === undefined ? [] : [tx`p.service = ${service}`]),
    ...(user === undefined ? [] : [tx`p."user" = ${user}`]),
    ...tags.map((tag) => hasTag(tx, tag)),
    ...fulfilling(tx, conditions),
    ...words.map((word) => unless(tx, word.isExcluded, holds(tx, word))),
  ];
  const where = all.reduce((before, next) => tx`${before} and ${next}`, tx`not p.hidden and not c.hidden`);
  return await tx<{ service: string; id: string }[]>`
    select p.service, p.id from posts p join creators c on c.service = p.service and c.id = p."user"
    where ${where}
    order by ${orderOf(tx, conditions, newest)}, p.service, p.id limit ${offset + PAGE_SIZE + 1}`;
}

function orderOf(tx: Tx, conditions: readonly Condition[], newest: "added" | "published"): Fragment {
  const sort = conditions.find(({ key }) => key === "sort")?.value as SearchSort | undefined;
  switch (sort ?? (newest === "added" ? "added" : "newest")) {
    case "favorites":
      return tx`(select k.favorites from post_counts k where k.service = p.service and k.id = p.id) desc`;
    case "oldest":
      return tx`p.listed_at`;
    case "added":
      return tx`p.added_at desc`;
    default:
      return tx`p.listed_at desc`;
  }
}

function holds(tx: Tx, { text }: Word): Fragment {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return tx`(p.title ilike ${pattern} or p.content ilike ${pattern} or c.name ilike ${pattern}
    or exists (select from unnest(p.tags) t where t ilike ${pattern}))`;
}

/** Of several services or creators any. */
function fulfilling(tx: Tx, conditions: readonly Condition[]): Fragment[] {
  const alternatives = new Map<string, Fragment>();
  const all: Fragment[] = [];
  for (const { key, value, isExcluded } of conditions) {
    if (key === "sort") continue;
    const one = fulfills(tx, key, value);
    const group = alternativesOf(key);
    if (!isExcluded && group !== undefined) {
      const before = alternatives.get(group);
      alternatives.set(group, before === undefined ? one : tx`${before} or ${one}`);
    } else all.push(unless(tx, isExcluded, one));
  }
  return [...all, ...[...alternatives.values()].map((any) => tx`(${any})`)];
}

function fulfills(tx: Tx, key: Exclude<ConditionKey, "sort">, value: string): Fragment {
  switch (key) {
    case "tag":
      return hasTag(tx, value);
    case "service":
      return tx`p.service = ${value}`;
    case "creator":
    case "person": {
      const profile = profileOf(value);
      if (profile !== undefined) return tx`(p.service = ${profile.service} and p."user" = ${profile.id})`;
      return tx`(lower(c.name) = lower(${value}) or p."user" = ${value})`;
    }
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

const unless = (tx: Tx, isExcluded: boolean, condition: Fragment): Fragment =>
  isExcluded ? tx`not coalesce(${condition}, false)` : condition;
