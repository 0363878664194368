/** Adds and removes conditions of a search, for clicks on facets. */
import type { FacetName } from "#shared/contracts/search.ts";
import { type Condition, parseQuery, printQuery, type SearchQuery, valuesOf } from "#shared/search/query.ts";
import type { ListSearch } from "../../../lib/list-search.ts";

export interface Toggle {
  isOn: boolean;
  /** The search with the condition toggled, at its first page. */
  search: ListSearch;
  /** The search for this value or those already chosen. */
  or?: ListSearch | undefined;
}

const condition = (key: Condition["key"], value: string): Condition => ({ key, value, isExcluded: false });

/** @returns undefined if a query cannot express the value */
export function toggle(search: ListSearch, facet: FacetName, value: string): Toggle | undefined {
  if (facet === "tag") return toggleTag(search, value);
  if (value.includes('"')) return undefined;
  const added =
    facet === "year"
      ? [condition("after", value), condition("before", String(Number(value) + 1))]
      : [condition(facet, value)];
  const query = parseQuery(search.q ?? "");
  const { conditions } = query;
  const isOn = added.every((one) => conditions.some((other) => isAmong(one, other)));
  const kept =
    facet === "year"
      ? conditions.filter(({ key }) => key !== "before" && key !== "after")
      : conditions.flatMap((one) => without(one, facet, value));
  return {
    isOn,
    search: withQuery(search, printQuery({ ...query, conditions: isOn ? kept : [...kept, ...added] })),
  };
}

const isAmong = (one: Condition, other: Condition) =>
  one.key === other.key && !other.isExcluded && valuesOf(other).some((value) => isSame(value, one.value));

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Removes a value from a condition. @returns an empty list if no value remains */
function without(one: Condition, wanted: Condition["key"], text: string): Condition[] {
  const { key, isExcluded } = one;
  if (key !== wanted || isExcluded) return [one];
  const [value, ...or] = valuesOf(one).filter((other) => !isSame(other, text));
  return value === undefined ? [] : [{ key, value, or, isExcluded }];
}

/** Toggles a tag; a tag that a query cannot express becomes an address parameter. */
function toggleTag(search: ListSearch, tag: string): Toggle {
  const query = parseQuery(search.q ?? "");
  const kept = query.conditions.flatMap((one) => without(one, "tag", tag));
  const tags = search.tag?.filter((one) => !isSame(one, tag)) ?? [];
  const isOn =
    query.conditions.some((one) => isAmong(condition("tag", tag), one)) ||
    tags.length < (search.tag?.length ?? 0);
  const isWritable = !tag.includes('"');
  const conditions = isOn || !isWritable ? kept : [...kept, condition("tag", tag)];
  const nextTags = isOn || isWritable ? tags : [...tags, tag];
  return {
    isOn,
    search: withTags(search, { ...query, conditions }, nextTags),
    or: isOn || !isWritable ? undefined : orTag(search, tag),
  };
}

/** Adds the tag as an alternative to the tags chosen last. @returns undefined if none is chosen */
function orTag(search: ListSearch, tag: string): ListSearch | undefined {
  const query = parseQuery(search.q ?? "");
  const last = query.conditions.findLast(({ key, isExcluded }) => key === "tag" && !isExcluded);
  if (last !== undefined) {
    const conditions = query.conditions.map((one) =>
      one === last ? { ...one, or: [...(one.or ?? []), tag] } : one,
    );
    return withTags(search, { ...query, conditions }, search.tag);
  }
  const chosen = search.tag?.at(-1);
  if (chosen === undefined || chosen.includes('"')) return undefined;
  const conditions = [...query.conditions, { ...condition("tag", chosen), or: [tag] }];
  return withTags(search, { ...query, conditions }, search.tag?.slice(0, -1));
}

function withTags(search: ListSearch, query: SearchQuery, tags: string[] = []): ListSearch {
  return { ...withQuery(search, printQuery(query)), tag: tags.length > 0 ? tags : undefined };
}

function withQuery(search: ListSearch, q: string): ListSearch {
  return { ...search, q: q || undefined, o: undefined };
}
