/**
 * Search parameters of post lists: `q`, repeated `tag`, `sort_by` if the list supports it, and `o` as typed (the server
 * validates offsets).
 */
import { canOrder, POST_ORDER_NAMES, type PostOrder } from "#shared/rules/sort-orders.ts";

export interface ListSearch {
  q?: string | undefined;
  tag?: string[] | undefined;
  o?: string | undefined;
  /** Omitted for the default order. */
  sort_by?: PostOrder | undefined;
  /**
   * Set on a post opened from the combined list of a person's profiles: `service/id` of one profile, and the cursor of
   * the page.
   */
  person?: string | undefined;
  after?: string | undefined;
}

type Raw = Record<string, string | string[]>;

/** `?a=1&tag=x&tag=y` → `{ a: "1", tag: ["x", "y"] }`. Values stay strings: "123" is a query, not a number. */
export function parseSearch(search: string): Raw {
  const raw: Raw = {};
  for (const [name, value] of new URLSearchParams(search)) {
    const before = raw[name];
    raw[name] = before === undefined ? value : [before, value].flat();
  }
  return raw;
}

/** Inverse of `parseSearch`; omits absent and empty values. */
export function stringifySearch(values: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of [value ?? []].flat()) if (String(one) !== "") search.append(name, String(one));
  }
  return search.size > 0 ? `?${search}` : "";
}

export function toListSearch(raw: Record<string, unknown>): ListSearch {
  const tags = [raw.tag ?? []]
    .flat()
    .map(String)
    .filter((tag) => tag !== "");
  const search: ListSearch = {};
  if (one(raw.q) !== undefined) search.q = one(raw.q);
  if (tags.length > 0) search.tag = tags;
  if (one(raw.o) !== undefined) search.o = one(raw.o);
  if (raw.sort_by !== undefined) {
    const order = POST_ORDER_NAMES.find((known) => known === one(raw.sort_by));
    const isPossible = order !== undefined && canOrder(order, search.q !== undefined, tags.length > 0);
    search.sort_by = isPossible ? order : undefined; // always set, or the router keeps the value from the URL
  }
  return search;
}

/** Makes a route's `validateSearch` that reads these parameters as text. */
export function textSearch<const K extends string>(...names: K[]) {
  return (raw: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, one(raw[name])])) as { [N in K]?: string | undefined };
}

/** First value of a parameter; undefined if absent or empty. */
export function one(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return first === undefined || first === null || first === "" ? undefined : String(first);
}

export function offsetNumber(o: string | undefined): number {
  const value = Number(o ?? 0);
  return Number.isInteger(value) && value >= 0 ? value : 0;
}
