/** Keeps the last result of a costly question for a moment; many askers at once share one answer. */

/** @param freshMs how old a result may be; a failure is not kept */
export function cachedFor<A, T>(
  freshMs: number,
  load: (argument: A) => Promise<T>,
): (argument: A) => Promise<T> {
  let kept: Promise<T> | undefined;
  let until = 0;
  return (argument) => {
    if (kept !== undefined && Date.now() < until) return kept;
    const loading = load(argument);
    kept = loading;
    until = Number.POSITIVE_INFINITY; // while it loads, everybody waits for this one
    loading.then(
      () => {
        until = Date.now() + freshMs;
      },
      () => {
        kept = undefined;
      },
    );
    return loading;
  };
}
