import type { PostEnvelope, Preview } from "#shared/entities/post.ts";
import { hasThumbnail } from "#shared/rules/image-types.ts";
import { inlineImages } from "../../lib/inline-images.ts";
import { type Folded, foldByHash } from "./folded.ts";
import type { ViewerImage } from "./viewer/image.ts";

/** Maximum characters of text per image in a gallery post. */
const TEXT_OF_IMAGE = 400;

/** True if a post is mainly images, which are then shown above the text. */
export function isGallery(images: number, text: string): boolean {
  return images > 0 && text.length <= images * TEXT_OF_IMAGE;
}

export type Thumbnail = Extract<Preview, { type: "thumbnail" }>;

/** Files of a post with a picture: images, then documents of drawing programs and formats that browsers do not show. */
export function picturesOf({ previews, attachments }: PostEnvelope): Folded<Thumbnail>[] {
  return foldByHash([
    ...previews.filter((preview) => preview.type === "thumbnail"),
    ...attachments
      .filter(({ path }) => hasThumbnail(path))
      .map(({ server, name, path }): Thumbnail => ({ type: "thumbnail", server, name, path })),
  ]);
}

/** Images for the viewer: files of the post, then images embedded only in its text. */
export function imagesIn(files: readonly Folded<ViewerImage>[], content: string): ViewerImage[] {
  const images = new Map(files.map(({ file }) => [file.path, file]));
  for (const path of inlineImages(content)) if (!images.has(path)) images.set(path, { path, name: "" });
  return [...images.values()];
}
