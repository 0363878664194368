/** Commands for component tests that only the driver of the browser can run. */
import { defineBrowserCommand } from "@vitest/browser-playwright";

export interface Media {
  media?: "screen" | "print";
  colorScheme?: "light" | "dark";
  reducedMotion?: "reduce" | "no-preference";
}

export const emulateMedia = defineBrowserCommand<[Media]>(async ({ page }, media) => {
  await page.emulateMedia(media);
});

/** Light colors, no motion, and the pointer in a corner: a link that comes to be under it fetches its page. */
export const restDevice = defineBrowserCommand(async ({ page }) => {
  await page.emulateMedia({ media: "screen", colorScheme: "light", reducedMotion: "reduce" });
  await page.mouse.move(0, 0);
});

declare module "vitest/browser" {
  interface BrowserCommands {
    emulateMedia: (media: Media) => Promise<void>;
    restDevice: () => Promise<void>;
  }
}
