/** Ways to install the app, and the visits after which that is offered. */
import { useMedia } from "../../../lib/media-query.ts";
import { createSetting } from "../../../lib/setting.ts";
import { offered } from "./prompt.ts";

/** A button, or instructions for the browser's menu. */
export type InstallWay = "button" | "ios-menu";

/** Visits until the first offer: only returning visitors get it. */
const FIRST_OFFER = 2;
const POSTPONED_VISITS = 10;
/** Key in sessionStorage: marks a tab as counted. */
const COUNTED = "install-visit";

/** Visits until the offer; "no" after it was declined (/settings still offers it). */
const visitsLeft = createSetting<number | "no">("install", parse, FIRST_OFFER);

function parse(text: string): number | "no" | undefined {
  if (text === "no") return "no";
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

export const useIsDue = (): boolean => visitsLeft.use() === 0;
export const offerLater = (): void => visitsLeft.set(POSTPONED_VISITS);
export const offerNever = (): void => visitsLeft.set("no");

/** Counts a visit once per tab. */
export function countVisit(): void {
  try {
    if (sessionStorage.getItem(COUNTED) !== null) return;
    sessionStorage.setItem(COUNTED, "1");
  } catch {
    return; // without storage there is nothing to count in
  }
  const left = visitsLeft.get();
  if (left !== "no" && left > 0) visitsLeft.set(left - 1);
}

const STANDALONE = "(display-mode: standalone)";

/** All browsers on iOS use WebKit; an iPad reports itself as a Mac. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}

/** @returns undefined if the app is installed already or cannot be */
export function useInstallWay(): InstallWay | undefined {
  const hasOffer = offered.use() !== undefined;
  if (useMedia(STANDALONE)) return undefined;
  if (hasOffer) return "button";
  return isIos() ? "ios-menu" : undefined;
}

/** Opens the browser's dialog; each `beforeinstallprompt` event can be used once. */
export async function install(): Promise<void> {
  const event = offered.get();
  if (event === undefined) return;
  const { outcome } = await event.prompt();
  offered.set(undefined);
  if (outcome === "dismissed") offerLater();
}
