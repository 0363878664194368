/** Text in images as tesseract reads it (docs/decisions/0084-text-in-pictures.md). */
import { z } from "zod/mini";

export const PictureWord = z.object({
  text: z.string(),
  /** Parts of the width and height of the image as it is shown, from 0 to 1: left, top, width, height. */
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
});
export type PictureWord = z.infer<typeof PictureWord>;

/** In the order of reading. */
export const PictureLine = z.object({ words: z.array(PictureWord) });
export type PictureLine = z.infer<typeof PictureLine>;

export const PictureText = z.object({ lines: z.array(PictureLine) });
export type PictureText = z.infer<typeof PictureText>;

/** The text in one of several images. */
export const FileText = z.extend(PictureText, {
  /** SHA-256 of the image. */
  hash: z.string(),
});
export type FileText = z.infer<typeof FileText>;
