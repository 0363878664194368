/** Which posts the database looks through for a search: what an index names, or the newest ones (docs/decisions/0044-basic-search.md). */
import type { PendingQuery, Row } from "postgres";
import type { SearchSort } from "#shared/rules/sort-orders.ts";
import { profileOf, type SearchQuery, valuesOf } from "#shared/search/query.ts";
import type { Tx } from "../db/client.ts";
import type { PostSearch } from "./posts.ts";

export type Fragment = PendingQuery<Row[]>;

export interface PostKey {
  service: string;
  id: string;
}

/** What is frequent is among the newest. */
const NEWEST = 3_000;
/** Where no index names any. */
const NEWEST_ALONE = 15_000;
/** That an index may name. */
const NAMED = 10_000;
/** Creators whose name holds a word, and posts of each of them. */
const CREATORS = 50;
const OF_CREATOR = 3_000;

const CJK = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/gu;

/** Whether an index names posts for it. */
export function isNamed({ query: { words, conditions }, tags = [] }: PostSearch): boolean {
  if (conditions.some(({ key, isExcluded }) => key === "creator" && !isExcluded)) return false;
  return (
    tags.length > 0 ||
    conditions.some(({ key, isExcluded }) => key === "tag" && !isExcluded) ||
    words.some(({ text, isExcluded }) => !isExcluded && partsOf(text) !== undefined)
  );
}

/** All posts of the creator that is asked for, else the newest of all. */
export function unnamed(tx: Tx, wanted: PostSearch): Fragment {
  const { query, service, user } = wanted;
  if (service !== undefined && user !== undefined)
    return tx`select p.* from posts p where p.service = ${service} and p."user" = ${user} and not p.hidden`;
  const creators = query.conditions.filter(({ key, isExcluded }) => key === "creator" && !isExcluded);
  if (creators.length === 0) return newestPosts(tx, wanted, NEWEST_ALONE);
  return ofCreators(
    tx,
    creators.flatMap(valuesOf).map((value) => isCreator(tx, value)),
  );
}

/** The first posts in the order of the search. */
export function newestPosts(tx: Tx, wanted: PostSearch, count = NEWEST): Fragment {
  const order = sortOf(wanted) === "favorites" ? tx`p.added_at desc` : orderOf(tx, wanted);
  return tx`select p.* from posts p where not p.hidden order by ${order} limit ${count}`;
}

/**
 * What the indexes name, and these. Each post is read by its key, once: `offset 0` keeps the planner from looking for the
 * posts of every creator of its service first.
 */
export function named(tx: Tx, wanted: PostSearch, also: readonly PostKey[]): Fragment {
  const { query, tags = [], service, user } = wanted;
  const words = query.words.filter((word) => !word.isExcluded);
  const all = [
    ...words.flatMap(({ text }) => byWord(tx, text, tx`p.title, p.content, p.tags`) ?? []),
    ...query.conditions
      .filter(({ key, isExcluded }) => key === "tag" && !isExcluded)
      .map((condition) => byTag(tx, valuesOf(condition))),
    ...tags.map((tag) => byTag(tx, [tag])),
    ...(service === undefined || user === undefined
      ? []
      : [tx`p.service = ${service} and p."user" = ${user}`]),
  ];
  const byName = words.map(({ text }) => contains(tx, tx`c.name`, text));
  const own =
    byName.length === 0 ? tx`` : tx`union (select own.service, own.id from (${ofCreators(tx, byName)}) own)`;
  return tx`select p.* from (
      (select p.service, p.id from (select p.* from posts p where not p.hidden and ${joined(tx, all)} limit ${NAMED}) p
        where ${joined(tx, [tx`true`, ...words.map(({ text }) => inPost(tx, text))])})
      union (select * from unnest(${also.map(({ service }) => service)}::text[], ${also.map(({ id }) => id)}::text[]) k (service, id))
      ${own}
    ) k cross join lateral (
      select p.* from posts p where p.service = k.service collate "C" and p.id = k.id collate "C" offset 0
    ) p`;
}

/** The newest posts of each creator that fulfills one of these. */
function ofCreators(tx: Tx, conditions: readonly Fragment[]): Fragment {
  const any = conditions.reduce((before, next) => tx`${before} or ${next}`);
  return tx`select p.* from (
      select c.service, c.id from creators c where not c.hidden and (${any}) limit ${CREATORS}
    ) c cross join lateral (
      select p.* from posts p where p.service = c.service and p."user" = c.id and not p.hidden
      order by p.listed_at desc limit ${OF_CREATOR}
    ) p`;
}

const joined = (tx: Tx, conditions: readonly Fragment[]) =>
  conditions.reduce((before, next) => tx`${before} and ${next}`);

/** The CJK characters of a word, or the parts that full text makes of it; undefined where it has neither. */
function partsOf(word: string): { characters: string[] } | { words: string } | undefined {
  const characters = word.match(CJK);
  if (characters !== null) return { characters: [...new Set(characters)] };
  const parts = word.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu);
  return parts === null ? undefined : { words: parts.map((part) => `'${part}':*`).join(" & ") };
}

/**
 * What an index answers of a word; wider than the word itself.
 * @param text the arguments of the functions that the index is made of
 */
export function byWord(tx: Tx, word: string, text: Fragment): Fragment | undefined {
  const parts = partsOf(word);
  if (parts === undefined) return undefined;
  if ("words" in parts) return tx`words_of(${text}) @@ to_tsquery('simple', ${parts.words})`;
  return tx`characters_of(${text}) @> ${parts.characters}::text[]`;
}

/** Any of these tags, which are written in any case; the index of posts knows them as they are. */
const byTag = (tx: Tx, tags: readonly string[]): Fragment => tx`p.tags && (
  select coalesce(array_agg(distinct t.tag::text), '{}') from creator_tags t
  where lower(t.tag collate "default") collate "C" in (
    select lower(wanted collate "default") collate "C" from unnest(${[...tags]}::text[]) wanted))`;

export function sortOf({ query, usual }: PostSearch): SearchSort {
  const { conditions }: SearchQuery = query;
  const sort = conditions.find(({ key }) => key === "sort")?.value as SearchSort | undefined;
  return sort ?? usual;
}

export function orderOf(tx: Tx, wanted: PostSearch): Fragment {
  switch (sortOf(wanted)) {
    case "favorites":
      return tx`(select k.favorites from post_counts k where k.service = p.service and k.id = p.id) desc`;
    case "oldest":
      return tx`coalesce(p.published, '-infinity')`;
    case "added":
      return tx`p.added_at desc`;
    case "newest":
      return tx`coalesce(p.published, '-infinity') desc`;
  }
}

/** Whether a creator, a row named `c`, is meant by `service/id`, by its name or by its id alone. */
export function isCreator(tx: Tx, value: string): Fragment {
  const profile = profileOf(value);
  return profile === undefined
    ? tx`(lower(c.name) = lower(${value}) or c.id = ${value})`
    : tx`(c.service = ${profile.service} and c.id = ${profile.id})`;
}

/** Whether a post itself, a row named `p`, holds a text. */
export function inPost(tx: Tx, text: string): Fragment {
  return tx`(${contains(tx, tx`p.title`, text)} or ${contains(tx, tx`p.content`, text)}
    or exists (select from unnest(p.tags) t where ${contains(tx, tx`t`, text)}))`;
}

/** Whether a column contains a text, in any case; letters without case are compared as they are, in a third of the time. */
export function contains(tx: Tx, column: Fragment, text: string): Fragment {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return text.toLowerCase() === text.toUpperCase()
    ? tx`${column} like ${pattern}`
    : tx`${column} ilike ${pattern}`;
}
