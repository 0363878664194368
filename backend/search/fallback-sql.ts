/** A query in SQL, for search without the engine. Rows: `p` a post, `c` its creator. */
import { extensionsOfKind } from "#shared/rules/file-types.ts";
import { SEARCH_SORTS, type SearchSort, type SortAttribute } from "#shared/rules/sort-orders.ts";
import { type Condition, type ConditionKey, profileOf, startOf, valuesOf } from "#shared/search/query.ts";
import { fold } from "#shared/text/fold.ts";
import { CJK } from "#shared/text/scripts.ts";
import type { Db, Fragment, Tx } from "../db/client.ts";
import { alternativesOf } from "./filter.ts";
import type { PostSearch } from "./posts.ts";

export const all = (tx: Tx, conditions: readonly Fragment[]): Fragment =>
  conditions.reduce((before, next) => tx`${before} and ${next}`, tx`true`);
export const any = (tx: Tx, conditions: readonly Fragment[]): Fragment =>
  conditions.reduce((before, next) => tx`${before} or ${next}`, tx`false`);
export const unlessExcluded = (
  tx: Tx,
  { isExcluded }: { isExcluded: boolean },
  condition: Fragment,
): Fragment => (isExcluded ? tx`not coalesce(${condition}, false)` : condition);

/** True if the folded column contains the folded text. */
export const contains = (tx: Tx, column: Fragment, text: string): Fragment =>
  tx`position(fold_text(${text}) in fold_text(${column})) > 0`;

const PART = new RegExp(`[${CJK}]|(?:(?![${CJK}])[\\p{L}\\p{M}\\p{N}])+`, "gu");

/** Rows with these words in title or tags by the index `posts_by_title`: wider than the words. Undefined without a word. */
export function byIndex(tx: Tx, words: readonly string[]): Fragment | undefined {
  const parts = words.flatMap((word) => fold(word).match(PART) ?? []);
  if (parts.length === 0) return undefined;
  return tx`title_words(p.title, p.tags) @@ to_tsquery('simple', ${parts.map((part) => `'${part}':*`).join(" & ")})`;
}

/** Conditions of a query, all of which must hold; of several services or creators any. */
export function conditionsOf(tx: Tx, conditions: readonly Condition[]): Fragment[] {
  const alternatives = new Map<string, Fragment[]>();
  const required: Fragment[] = [];
  for (const condition of conditions) {
    const { key, isExcluded } = condition;
    if (key === "sort") continue;
    const one = tx`(${any(
      tx,
      valuesOf(condition).map((value) => conditionOf(tx, key, value)),
    )})`;
    const group = alternativesOf(key);
    if (isExcluded || group === undefined) required.push(unlessExcluded(tx, condition, one));
    else alternatives.set(group, [...(alternatives.get(group) ?? []), one]);
  }
  return [...required, ...[...alternatives.values()].map((ones) => tx`(${any(tx, ones)})`)];
}

function conditionOf(tx: Tx, key: Exclude<ConditionKey, "sort">, value: string): Fragment {
  switch (key) {
    case "tag":
      return hasTag(tx, value);
    case "service":
      return tx`p.service = ${value}`;
    case "creator":
    case "person":
      return isCreator(tx, value);
    case "has":
      return hasKind(tx, value);
    case "ext":
      return hasFile(tx, [`.${value}`]);
    case "before":
      return tx`p.published < to_timestamp(${startOf(value) ?? 0})`;
    case "after":
      return tx`p.published >= to_timestamp(${startOf(value) ?? 0})`;
  }
}

/** Condition for a tag, by the index of exact tags. */
export const hasTag = (tx: Tx, tag: string): Fragment => tx`p.tags && (
  select coalesce(array_agg(distinct t.tag::text), '{}') from creator_tags t
  where t.lower_tag = lower(${tag}::text collate "default") collate "C")`;

/** Condition for a creator by `service/id`, name or id. */
export function isCreator(tx: Tx, value: string): Fragment {
  const profile = profileOf(value);
  return profile === undefined
    ? tx`(lower(c.name) = lower(${value}) or c.id = ${value})`
    : tx`(c.service = ${profile.service} and c.id = ${profile.id})`;
}

function hasKind(tx: Tx, kind: string): Fragment {
  if (kind === "poll") return tx`p.poll is not null`;
  if (kind === "comments")
    return tx`exists (select from comments m where m.service = p.service and m.post = p.id and not m.hidden)`;
  return hasFile(tx, extensionsOfKind(kind));
}

/** Condition for a file with one of these extensions, which have their dots. */
export const hasFile = (tx: Db, extensions: readonly string[]): Fragment => tx`exists (
  select from jsonb_array_elements(jsonb_build_array(p.file) || p.attachments) f, unnest(${[...extensions]}::text[]) e
  where right(lower(f ->> 'name'), length(e)) = e or right(f ->> 'path', length(e)) = e)`;

/** Attributes of documents that are not columns of `posts` by the same name. Rows without a date are the oldest. */
const SORT_EXPRESSIONS: Readonly<Partial<Record<SortAttribute, (tx: Tx) => Fragment>>> = {
  published: (tx) => tx`coalesce(p.published, '-infinity')`,
  added: (tx) => tx`p.added_at`,
  fav_count: (tx) => tx`(select k.favorites from post_counts k where k.service = p.service and k.id = p.id)`,
};

export function orderOf(tx: Tx, { query, defaultOrder }: PostSearch): Fragment {
  const sort = query.conditions.find(({ key }) => key === "sort")?.value as SearchSort | undefined;
  const [attribute, direction] = SEARCH_SORTS[sort ?? defaultOrder].engine;
  const expression = SORT_EXPRESSIONS[attribute]?.(tx) ?? tx`${tx(`p.${attribute}`)}`;
  return direction === "asc" ? expression : tx`${expression} desc`;
}
