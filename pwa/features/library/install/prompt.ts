/** The browser's `beforeinstallprompt` event. The only file of this folder in the first load. */
import { createStore } from "../../../lib/create-store.ts";

/** Event of Chromium, not in other browsers. */
interface InstallEvent extends Event {
  prompt: () => Promise<{ outcome: "accepted" | "dismissed" }>;
}

export const offered = createStore<InstallEvent | undefined>(undefined);

/** Called once, at the start: the browser fires the event only once. */
export function watchInstall(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // suppresses the browser's own banner
    offered.set(event as InstallEvent);
  });
  addEventListener("appinstalled", () => offered.set(undefined));
}
