/** URLs of images. */
import type { FileRef } from "#shared/entities/file.ts";
import { hasThumbnail } from "#shared/rules/image-types.ts";
import { serviceInfoOf } from "#shared/services/index.ts";
import { savesData } from "./data-saver.ts";

/** Widths of thumbnails, in pixels. */
export type PreviewWidth = 180 | 360 | 800;

export function thumbnailAddress(path: string, width: PreviewWidth): string {
  return width === 800 ? `/thumbnail/data${path}` : `/thumbnail/data${path}?w=${width}`;
}

/** A thumbnail in a list: one size smaller when saving data. */
export function previewAddress(path: string, width: 360 | 800): string {
  return thumbnailAddress(path, savesData() ? (width === 800 ? 360 : 180) : width);
}

/** Density of most phones; the server assumes it. */
const DENSITY = 2;

/** A card's image at the density of this screen. */
export function cardAddress(path: string, size: number, shape: "square" | "wide"): string {
  const density = typeof document === "undefined" ? DENSITY : Math.min(devicePixelRatio, DENSITY);
  const pixels = size * (shape === "wide" ? 1.6 : 1) * density;
  return previewAddress(path, pixels > 480 ? 800 : 360);
}

/** Many creators have no icon: a blank one avoids errors in the console. */
const BLANK_IF_MISSING = "?else=blank";

export function iconAddress(service: string, id: string): string {
  return `/icons/${service}/${encodeURIComponent(id)}${BLANK_IF_MISSING}`;
}

export function bannerAddress(service: string, id: string): string {
  return `/banners/${service}/${encodeURIComponent(id)}${BLANK_IF_MISSING}`;
}

/** Image on a post's card: its main file, or on some services otherwise the first image attached. */
export function cardImage(post: {
  service: string;
  file: FileRef | object;
  attachments: FileRef[];
}): FileRef | undefined {
  const main = "path" in post.file ? post.file : undefined;
  if (main !== undefined && hasThumbnail(main.path)) return main;
  return serviceInfoOf(post.service)?.cardImage === "attachments"
    ? post.attachments.find((file) => hasThumbnail(file.path))
    : undefined;
}
