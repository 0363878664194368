/** Tracks how the current page was reached; set by app/start/scroll-restoration.ts on navigation. */
let isComingBack = false;
let wasNavigated = false;

/** @param isFirst true for the initially loaded page */
export function noteNavigation(isBack: boolean, { isFirst = false } = {}): void {
  isComingBack = isBack;
  if (!isFirst) wasNavigated = true;
}

/** True after following a link within the app. */
export function isForward(): boolean {
  return wasNavigated && !isComingBack;
}

/** True after any navigation within the app. */
export const hasNavigated = (): boolean => wasNavigated;

export function isReturn(): boolean {
  return isComingBack;
}
