import type { Labeled } from "./queries.ts";
import type { Answer } from "./sides.ts";

export interface Scores {
  /** Shares of the queries whose first hit, or one of the first ten, is right. */
  first: number;
  firstTen: number;
  /** Mean of 1 / place of the first right hit. */
  mrr: number;
  /** Share of right ones among the first hits, ten or as many as there are right ones. */
  precision: number;
  /** Share of the right ones on the first page. */
  recall: number;
  /** Hits of a query that are not right, of those shown as hits. */
  wrong: number;
}

const PAGE = 50;

/** @param asked each query with its answer */
export function scoresOf(asked: readonly (Labeled & Answer)[]): Scores {
  const mean = (of: (one: Labeled & Answer) => number) =>
    asked.reduce((sum, one) => sum + of(one), 0) / Math.max(1, asked.length);
  const placeOf = ({ keys, right }: Labeled & Answer) => keys.findIndex((key) => right.has(key)) + 1;
  return {
    first: mean((one) => (placeOf(one) === 1 ? 1 : 0)),
    firstTen: mean((one) => (placeOf(one) >= 1 && placeOf(one) <= 10 ? 1 : 0)),
    mrr: mean((one) => (placeOf(one) === 0 ? 0 : 1 / placeOf(one))),
    precision: mean(({ keys, right }) => {
      const shown = keys.slice(0, Math.min(10, right.size));
      return shown.length === 0 ? 0 : shown.filter((key) => right.has(key)).length / shown.length;
    }),
    recall: mean(({ keys, right }) => {
      const found = keys.filter((key) => right.has(key)).length;
      return right.size === 0 ? 0 : found / Math.min(PAGE, right.size);
    }),
    wrong: mean(({ keys, matches, right }) => keys.slice(0, matches).filter((key) => !right.has(key)).length),
  };
}
