/** Converts images in the worker. */

const QUALITY = 0.88;

/**
 * Returns a JPEG whose longest side is at most `maxSide` pixels; one that is small enough already is returned as it is.
 * @throws DOMException if the browser cannot read the image
 */
export async function toJpeg(
  image: Blob,
  isJpeg: boolean,
  maxSide = Number.POSITIVE_INFINITY,
): Promise<Blob> {
  const bitmap = await createImageBitmap(image);
  try {
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
    if (isJpeg && scale === 1) return image;
    const [width, height] = [bitmap.width, bitmap.height].map((side) =>
      Math.max(1, Math.round(side * scale)),
    );
    const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
    const context = canvas.getContext("2d");
    if (context === null) throw new DOMException("There is no canvas.", "NotSupportedError");
    context.fillStyle = "#fff"; // behind transparent pixels
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
  } finally {
    bitmap.close();
  }
}
