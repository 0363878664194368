/** Finds out why a video or audio element shows nothing. */

/** `unplayable`, `noPicture`: the browser lacks the codec. `failed`: the file did not arrive. */
export type MediaFault = "failed" | "unplayable" | "noPicture";

/** Cause of an `error` event. The element has one code for a missing file and for an unknown codec. */
export async function errorCause({ error, currentSrc }: HTMLMediaElement): Promise<MediaFault> {
  const { MEDIA_ERR_DECODE, MEDIA_ERR_SRC_NOT_SUPPORTED } = MediaError;
  if (error?.code === MEDIA_ERR_DECODE) return "unplayable";
  if (error?.code !== MEDIA_ERR_SRC_NOT_SUPPORTED) return "failed";
  const response = await fetch(currentSrc, { method: "HEAD" }).catch(() => undefined);
  return response?.ok === true ? "unplayable" : "failed";
}

/** Reads bytes `from` to `to`, both included. */
type ReadRange = (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>;

/** Maximum number of top-level boxes read, and of bytes of the index. */
const MAX_BOXES = 32;
const MAX_INDEX_BYTES = 16 * 1024 * 1024;
const HEADER = 16;

/**
 * Called after `loadedmetadata` with a width of 0. An MP4 or MOV may have sound only, which its index shows.
 * @throws TypeError if the file cannot be read
 */
export async function isPictureMissing({ currentSrc }: HTMLMediaElement): Promise<boolean> {
  return await hasVideoTrack(async (from, to) => {
    const response = await fetch(currentSrc, { headers: { range: `bytes=${from}-${to}` } });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return response.status === 206 ? bytes : bytes.slice(from, to + 1);
  });
}

/** @returns true also for files other than MP4 and MOV */
export async function hasVideoTrack(read: ReadRange): Promise<boolean> {
  let at = 0;
  for (let count = 0; count < MAX_BOXES; count++) {
    const header = await read(at, at + HEADER - 1);
    if (header.length < HEADER) break;
    const { type, size, start } = parseHeader(header);
    if (count === 0 && type !== "ftyp") return true;
    if (type === "moov") return size > MAX_INDEX_BYTES || hasHandler(await read(at + start, at + size - 1));
    if (size < HEADER) break; // the last box, or a damaged file
    at += size;
  }
  return true;
}

/** Length is 32 bits, or 64 bits after the type; `start` is the offset of the content. */
function parseHeader(header: Uint8Array<ArrayBuffer>): { type: string; size: number; start: number } {
  const view = new DataView(header.buffer, header.byteOffset);
  const type = new TextDecoder("latin1").decode(header.subarray(4, 8));
  const size = view.getUint32(0);
  return size === 1 ? { type, size: Number(view.getBigUint64(8)), start: 16 } : { type, size, start: 8 };
}

/** Looks for a handler box (`hdlr`: version, a zero, then the kind of track) of a video track. */
function hasHandler(index: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(index).includes("hdlr\0\0\0\0\0\0\0\0vide");
}
