/** Whether and how the app can be installed, and when that is offered. */
import { useMedia } from "../../../lib/media-query.ts";
import { createSetting } from "../../../lib/setting.ts";
import { offered } from "./prompt.ts";

/** By a button, or only through the browser's menu, which a page can only describe. */
export type InstallWay = "button" | "ios-menu";

/** Visits until the first offer: only returning visitors get it. */
const FIRST_OFFER = 2;
const LATER = 10;
/** Per tab, until it is closed. */
const COUNTED = "install-visit";

/** Visits until it is offered; "no" once declined, and /settings still offers it. */
const visitsLeft = createSetting<number | "no">("install", parse, FIRST_OFFER);

function parse(text: string): number | "no" | undefined {
  if (text === "no") return "no";
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

export const useIsDue = (): boolean => visitsLeft.use() === 0;
export const offerLater = (): void => visitsLeft.set(LATER);
export const offerNever = (): void => visitsLeft.set("no");

/** Called in every page; a tab is one visit, however many pages it shows. */
export function countVisit(): void {
  try {
    if (sessionStorage.getItem(COUNTED) !== null) return;
    sessionStorage.setItem(COUNTED, "1");
  } catch {
    return; // a device that stores nothing cannot count either
  }
  const left = visitsLeft.get();
  if (left !== "no" && left > 0) visitsLeft.set(left - 1);
}

const STANDALONE = "(display-mode: standalone)";

/** Every browser on iOS is Safari underneath; an iPad says that it is a Mac. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}

/** undefined where it is installed already, or cannot be. */
export function useInstallWay(): InstallWay | undefined {
  const hasOffer = offered.use() !== undefined;
  if (useMedia(STANDALONE)) return undefined;
  if (hasOffer) return "button";
  return isIos() ? "ios-menu" : undefined;
}

/** Asks with the browser's own dialog; each offer can be used once. */
export async function install(): Promise<void> {
  const event = offered.get();
  if (event === undefined) return;
  const { outcome } = await event.prompt();
  offered.set(undefined);
  if (outcome === "dismissed") offerLater();
}
