/** URLs of images. */
import type { FileRef } from "#shared/entities/file.ts";
import { savesData } from "./data-saver.ts";

/** Thumbnail widths that the server generates, in pixels. */
export type PreviewWidth = 180 | 360 | 800;

export function thumbnailAddress(path: string, width: PreviewWidth): string {
  return width === 800 ? `/thumbnail/data${path}` : `/thumbnail/data${path}?w=${width}`;
}

/** Thumbnail URL for lists; one size smaller with data saver on. */
export function previewAddress(path: string, width: 360 | 800): string {
  return thumbnailAddress(path, savesData() ? (width === 800 ? 360 : 180) : width);
}

/** Pixel density of most phones, which server rendering assumes for every screen. */
const DENSITY = 2;

/** Card image URL, sharp at this screen's density. */
export function cardAddress(path: string, size: number, shape: "square" | "wide"): string {
  const density = typeof document === "undefined" ? DENSITY : Math.min(devicePixelRatio, DENSITY);
  const pixels = size * (shape === "wide" ? 1.6 : 1) * density;
  return previewAddress(path, pixels > 480 ? 800 : 360);
}

/** Many creators have no image: a blank one avoids errors in the console. */
const BLANK_IF_MISSING = "?else=blank";

export function iconAddress(service: string, id: string): string {
  return `/icons/${service}/${encodeURIComponent(id)}${BLANK_IF_MISSING}`;
}

export function bannerAddress(service: string, id: string): string {
  return `/banners/${service}/${encodeURIComponent(id)}${BLANK_IF_MISSING}`;
}

const CARD_IMAGE = /\.(gif|jpeg|jpg|jpe|png|webp)$/i;
const FIRST_ATTACHMENT = new Set(["fansly", "candfans", "boosty", "gumroad"]);

/** File shown on a card: the main file if it is an image, or for four services the first image attachment. */
export function cardImage(post: {
  service: string;
  file: FileRef | object;
  attachments: FileRef[];
}): FileRef | undefined {
  const main = "path" in post.file ? post.file : undefined;
  if (main !== undefined && CARD_IMAGE.test(main.path)) return main;
  return FIRST_ATTACHMENT.has(post.service)
    ? post.attachments.find((file) => CARD_IMAGE.test(file.path))
    : undefined;
}
