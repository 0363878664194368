/** Whether and how the app can be put on this device (wishes A10). */
import { useSyncExternalStore } from "react";
import { createSetting, oneOf } from "../../lib/setting.ts";

/** Chromium's event, which no other browser has. */
interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** By a button of ours, or only by the browser's own menu, which a page can but describe. */
export type InstallWay = "button" | "ios-menu";

/** "no" once somebody did not want to be asked; /settings offers it still. */
export const installAnswer = createSetting<"open" | "no">("install", oneOf(["open", "no"]), "open");

const STANDALONE = "(display-mode: standalone)";
let offered: InstallEvent | undefined;
const listeners = new Set<() => void>();

function offer(event: InstallEvent | undefined): void {
  offered = event;
  for (const listener of listeners) listener();
}

/** Called once, at the start: the browser says it only once. */
export function watchInstall(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // no banner of the browser's own over the page
    offer(event as InstallEvent);
  });
  addEventListener("appinstalled", () => offer(undefined));
}

/** Every browser on iOS is Safari underneath; an iPad says that it is a Mac. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}

function currentWay(): InstallWay | undefined {
  if (matchMedia(STANDALONE).matches) return undefined;
  if (offered !== undefined) return "button";
  return isIos() ? "ios-menu" : undefined;
}

/** undefined where it is installed already, or cannot be. */
export function useInstallWay(): InstallWay | undefined {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentWay);
}

/** Asks with the browser's own dialog; each offer can be used once. */
export async function install(): Promise<void> {
  const event = offered;
  if (event === undefined) return;
  const { outcome } = await event.prompt();
  offer(undefined);
  if (outcome === "dismissed") installAnswer.set("no");
}
