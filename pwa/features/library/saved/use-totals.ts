import { useEffect, useState } from "react";
import { type CreatorTotal, watchTotals } from "../../../offline/library/saved-library.ts";

export interface Totals {
  totals: CreatorTotal[] | undefined;
  hasFailed: boolean;
}

/** Everything is counted: not before there is a moment for it. */
const LATER_MS = 300;

/** What saved posts take, by creator. */
export function useTotals(): Totals {
  const [found, setFound] = useState<Totals>({ totals: undefined, hasFailed: false });
  useEffect(() => {
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = watchTotals(
        (totals) => setFound({ totals, hasFailed: false }),
        () => setFound({ totals: undefined, hasFailed: true }),
      );
    }, LATER_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return found;
}
