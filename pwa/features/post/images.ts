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

export interface Picture extends Folded<Thumbnail> {
  /** Smaller copies of it in the post, the largest first. */
  smaller: Thumbnail[];
}

/**
 * Files of a post with a picture: images, then documents of drawing programs and formats that browsers do not show. A smaller
 * copy of another is listed with that.
 */
export function picturesOf({ previews, attachments }: PostEnvelope): Picture[] {
  const files = foldByHash([
    ...previews.filter((preview) => preview.type === "thumbnail"),
    ...attachments
      .filter(({ path }) => hasThumbnail(path))
      .map(({ server, name, path }): Thumbnail => ({ type: "thumbnail", server, name, path })),
  ]);
  const byPath = new Map(
    files.map((folded) => [folded.file.path, { ...folded, smaller: [] as Thumbnail[] }]),
  );
  const largest = (picture: Picture): Picture => {
    const larger = byPath.get(picture.file.copy_of ?? "");
    return larger === undefined ? picture : largest(larger);
  };
  const pictures = [...byPath.values()];
  for (const picture of pictures)
    if (largest(picture) !== picture) largest(picture).smaller.push(picture.file);
  for (const { smaller } of pictures) smaller.sort((a, b) => (b.width ?? 0) - (a.width ?? 0));
  return pictures.filter((picture) => largest(picture) === picture);
}

/** Images for the viewer: files of the post, then images embedded only in its text. */
export function imagesIn(files: readonly Folded<ViewerImage>[], content: string): ViewerImage[] {
  const images = new Map(files.map(({ file }) => [file.path, file]));
  for (const path of inlineImages(content)) if (!images.has(path)) images.set(path, { path, name: "" });
  return [...images.values()];
}
