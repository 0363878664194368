import { liveQuery } from "dexie";

/** Runs a query now and after every change of the rows it reads, in any tab. @returns unsubscribe */
export function watchQuery<T>(
  query: () => Promise<T>,
  onValue: (value: T) => void,
  onError: (error: unknown) => void = () => {},
): () => void {
  const subscription = liveQuery(query).subscribe({ next: onValue, error: onError });
  return () => subscription.unsubscribe();
}
