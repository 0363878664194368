/** Format of the file that is made, and the size of its images. */
import { createStore } from "../../../lib/create-store.ts";

export const FORMATS = ["ZIP", "CBZ", "EPUB"] as const;
export type Format = (typeof FORMATS)[number];
/** Formats made of images. */
export type BookFormat = Exclude<Format, "ZIP">;

/** Last chosen format, until the page is reloaded. */
export const chosenFormat = createStore<Format>("ZIP");

/** Longest side of images in pixels; undefined for images as they are. */
export const IMAGE_SIZES = { original: undefined, large: 2048, small: 1280 } as const;
export type ImageSize = keyof typeof IMAGE_SIZES;

export const EXTENSIONS: Record<Format, string> = { ZIP: ".zip", CBZ: ".cbz", EPUB: ".epub" };
export const MEDIA_TYPES = {
  ZIP: "application/zip",
  CBZ: "application/vnd.comicbook+zip",
  EPUB: "application/epub+zip",
} as const satisfies Record<Format, `application/${string}`>;
