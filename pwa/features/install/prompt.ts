/** Whether and how the app can be installed. */
import { createStore } from "../../lib/create-store.ts";
import { useMedia } from "../../lib/media-query.ts";
import { createSetting, oneOf } from "../../lib/setting.ts";

/** Chromium's event, which no other browser has. */
interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** By a button, or only through the browser's menu, which a page can only describe. */
export type InstallWay = "button" | "ios-menu";

/** "no" once declined; /settings still offers it. */
export const installAnswer = createSetting<"open" | "no">("install", oneOf(["open", "no"]), "open");

const STANDALONE = "(display-mode: standalone)";
const offered = createStore<InstallEvent | undefined>(undefined);

/** Called once, at the start: the browser fires the event only once. */
export function watchInstall(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // no banner of the browser's own over the page
    offered.set(event as InstallEvent);
  });
  addEventListener("appinstalled", () => offered.set(undefined));
}

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
  if (outcome === "dismissed") installAnswer.set("no");
}
