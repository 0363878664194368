/** Thumbnails of images inside archive files. */
import { ArchiveFault } from "./faults.ts";
import type { UnpackedFile } from "./worker-api.ts";

/** @throws ArchiveFault if the browser cannot decode the image */
export async function thumbnailOf({ file, inline }: UnpackedFile, width: number): Promise<UnpackedFile> {
  if (!file.type.startsWith("image/")) throw new ArchiveFault("unreadable");
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new ArchiveFault("unreadable");
  });
  try {
    if (bitmap.width <= width) return { file, inline };
    const height = Math.max(1, Math.round((bitmap.height * width) / bitmap.width));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    if (context === null) return { file, inline };
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, width, height);
    return { file: await canvas.convertToBlob({ type: "image/webp", quality: 0.8 }), inline };
  } finally {
    bitmap.close();
  }
}
