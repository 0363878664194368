/** Whether the page in view was come back to (Back, Forward) or gone to. */
let isComingBack = false;

/** For `app/focus.ts`, which hears of every navigation first. */
export function noteTravel(isBack: boolean): void {
  isComingBack = isBack;
}

export function isReturn(): boolean {
  return isComingBack;
}
