import { inlineImages } from "../../lib/inline-images.ts";
import type { Folded } from "./folded.ts";
import type { ViewerImage } from "./viewer/image.ts";

/** Characters of text that an image of a gallery comes with, at most. */
const TEXT_OF_IMAGE = 400;

/** Whether the images of a post are what it is about: they then stand above its words. */
export function isGallery(images: number, text: string): boolean {
  return images > 0 && text.length <= images * TEXT_OF_IMAGE;
}

/** What the viewer goes through: the files of a post, and images that are only in its text. */
export function imagesIn(files: readonly Folded<ViewerImage>[], content: string): ViewerImage[] {
  const images = new Map(files.map(({ file }) => [file.path, file]));
  for (const path of inlineImages(content)) if (!images.has(path)) images.set(path, { path, name: "" });
  return [...images.values()];
}
