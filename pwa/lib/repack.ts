/** Repacks videos as MP4, for browsers with the codecs but not the container. A large module, loaded when it is asked for. */
import {
  ALL_FORMATS,
  BufferTarget,
  Conversion,
  Input,
  type InputTrack,
  Mp4OutputFormat,
  Output,
  UrlSource,
} from "mediabunny";

/** Bytes of a video, which is held in memory. */
const MAX_BYTES = 512 * 1024 ** 2;

export interface RepackOptions {
  signal: AbortSignal;
  /** Receives the share that is done, from 0 to 1. */
  onProgress(share: number): void;
}

/**
 * Copies picture and sound, as they are, into an MP4.
 * @returns undefined if the browser could not play that either, or if the file is too large
 * @throws Error if the file cannot be read
 */
export async function repack(
  address: string,
  { signal, onProgress }: RepackOptions,
): Promise<Blob | undefined> {
  const { headers } = await fetch(address, { method: "HEAD", signal });
  if (Number(headers.get("content-length")) > MAX_BYTES) return undefined;
  const source = new UrlSource(address, { getRetryDelay: () => null });
  const input = new Input({ source, formats: ALL_FORMATS });
  try {
    return await copyInto(new BufferTarget(), input, { signal, onProgress });
  } finally {
    input.dispose();
  }
}

async function copyInto(
  target: BufferTarget,
  input: Input,
  { signal, onProgress }: RepackOptions,
): Promise<Blob | undefined> {
  const film = await input.getPrimaryVideoTrack();
  if (film === null || !(await isPlayable(film))) return undefined;
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  const conversion = await Conversion.init({ input, output, showWarnings: false });
  if (!conversion.isValid || !conversion.utilizedTracks.includes(film)) return undefined;
  conversion.onProgress = onProgress;
  signal.addEventListener("abort", () => void conversion.cancel(), { once: true });
  signal.throwIfAborted();
  await conversion.execute();
  return target.buffer === null ? undefined : new Blob([target.buffer], { type: "video/mp4" });
}

async function isPlayable(film: InputTrack): Promise<boolean> {
  const codec = await film.getCodecParameterString();
  return codec !== null && document.createElement("video").canPlayType(`video/mp4; codecs="${codec}"`) !== "";
}
