import type { ViewerImage } from "../viewer/public.tsx";
import type { Folded } from "./folded.ts";

/** Stored images in a post's text: `src="/aa/bb/<sha256>.png"`, with or without `/data`. */
const INLINE = /<img[^>]+src="(?:\/data)?(\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}\.[a-z0-9]{1,10})"/gi;

/** What the viewer goes through: the files of a post, and images that are only in its text. */
export function imagesIn(files: readonly Folded<ViewerImage>[], content: string): ViewerImage[] {
  const images = new Map(files.map(({ file }) => [file.path, file]));
  for (const [, path = ""] of content.matchAll(INLINE))
    if (!images.has(path)) images.set(path, { path, name: "" });
  return [...images.values()];
}
