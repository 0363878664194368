/** Widths of thumbnails, in pixels. Each costs disk space for every image that is shown at it. */
export const THUMBNAIL_WIDTHS = [180, 220, 360, 540, 800, 1200] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];

/** Width of a thumbnail whose address names none: API clients expect it. */
export const DEFAULT_WIDTH = 800 satisfies ThumbnailWidth;

/** Widths at which phones show the image of a post's card. */
export const CARD_WIDTHS = [360, 540] as const satisfies readonly ThumbnailWidth[];
