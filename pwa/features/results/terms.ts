/** Conditions of a search put in and taken out: what a click on a facet leads to. */
import type { FacetName } from "#shared/contracts/search.ts";
import { type Condition, parseQuery, printQuery } from "#shared/search/query.ts";
import type { ListSearch } from "../../lib/list-search.ts";

export interface Toggle {
  isOn: boolean;
  /** The search with it, or without it where it is on; at its first page. */
  search: ListSearch;
}

const condition = (key: Condition["key"], value: string): Condition => ({ key, value, isExcluded: false });

/** @returns undefined where a query cannot have the value */
export function toggle(search: ListSearch, facet: FacetName, value: string): Toggle | undefined {
  if (facet === "tag") return toggleTag(search, value);
  if (value.includes('"')) return undefined;
  const added =
    facet === "year"
      ? [condition("after", value), condition("before", String(Number(value) + 1))]
      : [condition(facet, value)];
  const query = parseQuery(search.q ?? "");
  const { conditions } = query;
  const isOn = added.every((one) => conditions.some((other) => isSame(one, other)));
  const kept = conditions.filter((one) => !isReplacedBy(one, facet, added));
  return {
    isOn,
    search: withQuery(search, printQuery({ ...query, conditions: isOn ? kept : [...kept, ...added] })),
  };
}

/** Of all dates one year counts; of others only the same value is taken out. */
function isReplacedBy(one: Condition, facet: FacetName, added: readonly Condition[]): boolean {
  if (facet === "year") return one.key === "before" || one.key === "after";
  return added.some((other) => isSame(one, other));
}

const isSame = (one: Condition, other: Condition) =>
  one.key === other.key &&
  !one.isExcluded &&
  !other.isExcluded &&
  one.value.toLowerCase() === other.value.toLowerCase();

/** A tag may also be a parameter of the address, which takes any. */
function toggleTag(search: ListSearch, tag: string): Toggle {
  const query = parseQuery(search.q ?? "");
  const isIt = (value: string) => value.toLowerCase() === tag.toLowerCase();
  const kept = query.conditions.filter((one) => one.key !== "tag" || one.isExcluded || !isIt(one.value));
  const tags = search.tag?.filter((one) => !isIt(one)) ?? [];
  const isOn = kept.length < query.conditions.length || tags.length < (search.tag?.length ?? 0);
  const isWritable = !tag.includes('"');
  const conditions = isOn || !isWritable ? kept : [...kept, condition("tag", tag)];
  const others = isOn || isWritable ? tags : [...tags, tag];
  return {
    isOn,
    search: {
      ...withQuery(search, printQuery({ ...query, conditions })),
      tag: others.length > 0 ? others : undefined,
    },
  };
}

function withQuery(search: ListSearch, q: string): ListSearch {
  return { ...search, q: q || undefined, o: undefined };
}
