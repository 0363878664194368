/** The conditions of a query in SQL, all of which must hold. */
import type { Condition, ConditionKey } from "#shared/search/query.ts";
import type { Tx } from "../db/client.ts";
import type { Fragment } from "./basic-candidates.ts";
import { alternativesOf } from "./filter.ts";

export type FilterKey = Exclude<ConditionKey, "sort">;

/** Of several services or creators any. */
export function fulfilling(
  tx: Tx,
  conditions: readonly Condition[],
  fulfills: (key: FilterKey, value: string) => Fragment,
): Fragment[] {
  const alternatives = new Map<string, Fragment>();
  const all: Fragment[] = [];
  for (const { key, value, isExcluded } of conditions) {
    if (key === "sort") continue;
    const one = fulfills(key, value);
    const group = alternativesOf(key);
    if (!isExcluded && group !== undefined) {
      const before = alternatives.get(group);
      alternatives.set(group, before === undefined ? one : tx`${before} or ${one}`);
    } else all.push(unless(tx, isExcluded, one));
  }
  return [...all, ...[...alternatives.values()].map((any) => tx`(${any})`)];
}

export const unless = (tx: Tx, isExcluded: boolean, condition: Fragment): Fragment =>
  isExcluded ? tx`not coalesce(${condition}, false)` : condition;
