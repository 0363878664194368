/** How the page in view was reached; set by app/start/scroll-restoration.ts on navigation. */
let isComingBack = false;
let wasNavigated = false;

/** @param isFirst of the page as it was loaded */
export function noteNavigation(isBack: boolean, { isFirst = false } = {}): void {
  isComingBack = isBack;
  if (!isFirst) wasNavigated = true;
}

/** By a link within the app, forward. */
export function isForward(): boolean {
  return wasNavigated && !isComingBack;
}

/** Whether this is another page than the one that was loaded. */
export const hasNavigated = (): boolean => wasNavigated;

export function isReturn(): boolean {
  return isComingBack;
}
