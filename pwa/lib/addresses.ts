/** URLs of images. */
import { isEntryPath } from "#shared/rules/files.ts";
import { DEFAULT_WIDTH, THUMBNAIL_WIDTHS, type ThumbnailWidth } from "#shared/rules/thumbnails.ts";
import { savesData } from "./data-saver.ts";

/** @param path of a stored file, or of one inside an archive file (`entryPath`) */
export function thumbnailAddress(path: string, width: ThumbnailWidth): string {
  if (isEntryPath(path)) return `${path}?w=${width}`;
  return width === DEFAULT_WIDTH ? `/thumbnail/data${path}` : `/thumbnail/data${path}?w=${width}`;
}

/** The converted copy of a video; one without `media.rendition` has none. */
export const renditionAddress = (path: string): string => `/thumbnail/rendition/data${path}`;

/** Pictures of a video, for its player. */
export const stripAddress = (path: string): string => `/thumbnail/strip/data${path}`;

/** A thumbnail in a list: one size smaller when saving data. */
export function previewAddress(path: string, width: 360 | 800): string {
  return thumbnailAddress(path, savesData() ? (width === 800 ? 360 : 180) : width);
}

/** Smaller ones are for data saver. */
const WIDTHS = THUMBNAIL_WIDTHS.filter((width) => width > 180);

/**
 * Attributes of an image, of which the browser chooses the width that fits the screen.
 * @param sizes how wide the image is shown, as in HTML
 * @param whenSaving the only width when saving data
 */
export function pictureSource(
  path: string,
  sizes: string,
  whenSaving: ThumbnailWidth,
): { src: string; srcSet?: string; sizes?: string } {
  if (savesData()) return { src: thumbnailAddress(path, whenSaving) };
  const srcSet = WIDTHS.map((width) => `${thumbnailAddress(path, width)} ${width}w`).join(", ");
  return { src: thumbnailAddress(path, 360), srcSet, sizes };
}

/** Many creators have no icon: a blank one avoids errors in the console. */
const BLANK_IF_MISSING = "?else=blank";

export function iconAddress(service: string, id: string): string {
  return `/icons/${service}/${encodeURIComponent(id)}${BLANK_IF_MISSING}`;
}

export function bannerAddress(service: string, id: string): string {
  return `/banners/${service}/${encodeURIComponent(id)}${BLANK_IF_MISSING}`;
}
