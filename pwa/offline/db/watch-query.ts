import { liveQuery } from "dexie";

type Result<T> = { value: T } | { error: unknown };

/** Runs a query now and after every change of the rows it reads, in any tab. @returns unsubscribe */
export function watchQuery<T>(
  query: () => Promise<T>,
  onValue: (value: T) => void,
  onError: (error: unknown) => void = () => {},
): () => void {
  // Caught here: Dexie reports no error of a database that does not open.
  const result = (): Promise<Result<T>> =>
    query().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
  const subscription = liveQuery(result).subscribe((found) => {
    if ("error" in found) onError(found.error);
    else onValue(found.value);
  });
  return () => subscription.unsubscribe();
}
