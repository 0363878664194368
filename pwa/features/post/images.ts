import { inlineImages } from "../../lib/inline-images.ts";
import type { ViewerImage } from "../viewer/public.tsx";
import type { Folded } from "./folded.ts";

/** What the viewer goes through: the files of a post, and images that are only in its text. */
export function imagesIn(files: readonly Folded<ViewerImage>[], content: string): ViewerImage[] {
  const images = new Map(files.map(({ file }) => [file.path, file]));
  for (const path of inlineImages(content)) if (!images.has(path)) images.set(path, { path, name: "" });
  return [...images.values()];
}
