import { useEffect, useState } from "react";
import { type CreatorTotal, watchTotals } from "../../../offline/library/saved-library.ts";

export interface Totals {
  totals: CreatorTotal[] | undefined;
  hasFailed: boolean;
}

/** Debounce: counting reads all rows. */
const DEBOUNCE_MS = 300;

/** Sizes of saved posts by creator. */
export function useTotals(): Totals {
  const [found, setFound] = useState<Totals>({ totals: undefined, hasFailed: false });
  useEffect(() => {
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = watchTotals(
        (totals) => setFound({ totals, hasFailed: false }),
        () => setFound({ totals: undefined, hasFailed: true }),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return found;
}
