/** Base64 encoding; not all supported browsers have `Uint8Array.toBase64`. */

/** Safe number of arguments for one call of `String.fromCharCode`. */
const SLICE = 8_192;

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let from = 0; from < bytes.length; from += SLICE)
    text += String.fromCharCode(...bytes.subarray(from, from + SLICE));
  return btoa(text);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
