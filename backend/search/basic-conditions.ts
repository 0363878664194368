/** The conditions of a query in SQL, all of which must hold. */
import { type Condition, type ConditionKey, valuesOf } from "#shared/search/query.ts";
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
  for (const condition of conditions) {
    const { key, isExcluded } = condition;
    if (key === "sort") continue;
    const any = valuesOf(condition)
      .map((value) => fulfills(key, value))
      .reduce((before, next) => tx`${before} or ${next}`);
    const one = tx`(${any})`;
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
