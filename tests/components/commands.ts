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

/** To a corner: a link that comes to be under the pointer fetches its page. */
export const restPointer = defineBrowserCommand(async ({ page }) => {
  await page.mouse.move(0, 0);
});

declare module "vitest/browser" {
  interface BrowserCommands {
    emulateMedia: (media: Media) => Promise<void>;
    restPointer: () => Promise<void>;
  }
}
