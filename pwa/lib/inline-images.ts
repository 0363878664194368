/** Stored images in a post's text: `src="/aa/bb/<sha256>.png"`, with or without `/data`. */
const INLINE = /<img[^>]+src="(?:\/data)?(\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}\.[a-z0-9]{1,10})"/gi;

/** Paths of the images, in order. */
export function inlineImages(html: string): string[] {
  return [...html.matchAll(INLINE)].map(([, path = ""]) => path);
}
