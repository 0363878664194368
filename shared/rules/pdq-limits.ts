/** Limits for comparing PDQ hashes; apart from the hasher, which few need. */

/** Differing bits up to which two pictures are the same one, as the authors of PDQ recommend. */
export const MAX_DISTANCE = 31;
/**
 * Differing bits up to which a search answers. The index finds all within `MAX_DISTANCE` and nearly all of these, among them
 * copies that were cropped or have a large watermark. Two pages of one template that share three quarters differ in more.
 */
export const SEARCH_DISTANCE = 44;
/**
 * Differing bits up to which an image is folded under a larger one of its post. Measured: copies at half the size differ in at
 * most 12, variants with a twelfth of the image redrawn in 18 or more.
 */
export const COPY_DISTANCE = 12;
/**
 * Quality below which a picture has too little in it for its hash to mean anything. The authors recommend 50; that leaves out
 * plain drawings, whose copies are found as reliably down to 10.
 */
export const MIN_QUALITY = 10;
