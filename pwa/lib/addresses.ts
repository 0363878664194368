/** Addresses of images. */
import type { FileRef } from "#shared/entities/file.ts";
import { savesData } from "./data-saver.ts";

/** Widths the server makes, in pixels. */
export type PreviewWidth = 180 | 360 | 800;

export function thumbnailAddress(path: string, width: PreviewWidth): string {
  return width === 800 ? `/thumbnail/data${path}` : `/thumbnail/data${path}?w=${width}`;
}

/** A thumbnail among others: one size smaller where data is saved. */
export function previewAddress(path: string, width: 360 | 800): string {
  return thumbnailAddress(path, savesData() ? (width === 800 ? 360 : 180) : width);
}

/** Of most phones, which the server takes every screen for. */
const DENSITY = 2;

/** A card's picture, sharp on this screen. */
export function cardAddress(path: string, size: number, shape: "square" | "wide"): string {
  const density = typeof document === "undefined" ? DENSITY : Math.min(devicePixelRatio, DENSITY);
  const pixels = size * (shape === "wide" ? 1.6 : 1) * density;
  return previewAddress(path, pixels > 480 ? 800 : 360);
}

/** Many creators have no picture: an empty one keeps the console free of errors about that. */
const OR_NOTHING = "?else=blank";

export function iconAddress(service: string, id: string): string {
  return `/icons/${service}/${encodeURIComponent(id)}${OR_NOTHING}`;
}

export function bannerAddress(service: string, id: string): string {
  return `/banners/${service}/${encodeURIComponent(id)}${OR_NOTHING}`;
}

const CARD_IMAGE = /\.(gif|jpeg|jpg|jpe|png|webp)$/i;
const FIRST_ATTACHMENT = new Set(["fansly", "candfans", "boosty", "gumroad"]);

/** The file a card shows: the main one when it is an image, for four services else the first image attachment. */
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
