/** The browser's offer to install the app. Only this file of the feature is in the first load. */
import { createStore } from "../../../lib/create-store.ts";

/** Chromium's event, which no other browser has. */
interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: "accepted" | "dismissed" }>;
}

export const offered = createStore<InstallEvent | undefined>(undefined);

/** Called once, at the start: the browser fires the event only once. */
export function watchInstall(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // no banner of the browser's own over the page
    offered.set(event as InstallEvent);
  });
  addEventListener("appinstalled", () => offered.set(undefined));
}
