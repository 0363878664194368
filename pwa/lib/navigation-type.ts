/** Whether the page in view was come back to (Back, Forward) or gone to. */
let isComingBack = false;

/** Set by app/start/scroll-restoration.ts on navigation. */
export function noteTravel(isBack: boolean): void {
  isComingBack = isBack;
}

export function isReturn(): boolean {
  return isComingBack;
}
