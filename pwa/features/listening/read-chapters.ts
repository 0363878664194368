/** Reads the chapters of an audio file. Loaded when something plays, as the parser is large. */
import { type IAudioMetadata, parseFromTokenizer } from "music-metadata";
import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from "strtok3";

/** Part of an audio file. */
export interface Chapter {
  title: string;
  /** Seconds. */
  start: number;
}

/** Bytes of one request; a large tag is requested at once. */
const CHUNK = 32 * 1024;
/** Limit of a single value: what follows reads as zeros, such as the sample sizes of an hour of M4B. */
const MAX_VALUE = 256 * 1024;
/** Limit of all requests for a file. */
const MAX_BYTES = 512 * 1024;

/**
 * Reads the parts of a file that list its chapters, at most 512 kB.
 * @param url of a server or service worker that answers ranges
 * @param path whose ending is the file type
 * @returns in order of time; empty without chapters, and for files that cannot be read or parsed
 */
export async function readChapters(url: string, path: string, signal: AbortSignal): Promise<Chapter[]> {
  try {
    const file = new RemoteFile(url, path, signal);
    const metadata = await parseFromTokenizer(file, {
      includeChapters: true,
      skipCovers: true,
      skipPostHeaders: true,
    });
    return listed(metadata);
  } catch {
    return [];
  }
}

function listed({ format, native }: IAudioMetadata): Chapter[] {
  const chapters =
    format.chapters?.map(({ title, start, timeScale = 1 }) => ({ title, start: start / timeScale })) ??
    ofComments(native["vorbis"] ?? []);
  return chapters
    .filter(({ start }) => Number.isFinite(start))
    .map(({ title, start }) => ({ title: title.trim(), start }))
    .sort((a, b) => a.start - b.start);
}

const START = /^CHAPTER(\d{3})$/i;
const TIME = /^(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)$/;

/** Chapters of Vorbis comments: `CHAPTER001=00:05:00.000` and `CHAPTER001NAME=Title`. */
function ofComments(tags: readonly { id: string; value: unknown }[]): Chapter[] {
  const values = new Map(tags.map(({ id, value }) => [id.toUpperCase(), String(value)]));
  return [...values].flatMap(([id, value]) => {
    const time = START.test(id) ? TIME.exec(value.trim()) : null;
    if (time === null) return [];
    const [, hours = "0", minutes, seconds] = time;
    const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return [{ title: values.get(`${id}NAME`) ?? "", start }];
  });
}

/** A file read forward over range requests, through a window of its bytes. */
class RemoteFile extends AbstractTokenizer {
  readonly fileInfo: { path: string; size?: number };
  readonly #url: string;
  readonly #signal: AbortSignal;
  #window = { start: 0, bytes: new Uint8Array() };
  #requested = 0;

  constructor(url: string, path: string, signal: AbortSignal) {
    super();
    this.fileInfo = { path };
    this.#url = url;
    this.#signal = signal;
  }

  /** False, as a parser would look for tags at the end too. */
  supportsRandomAccess(): boolean {
    return false;
  }

  async readBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const length = await this.peekBuffer(target, options);
    this.position = (options?.position ?? this.position) + length;
    return length;
  }

  async peekBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position, length, mayBeLess } = this.normalizeOptions(target, options);
    const wanted = Math.min(length, MAX_VALUE);
    const bytes = await this.#bytes(position, wanted);
    if (bytes.length < wanted && !mayBeLess) throw new EndOfStreamError();
    target.set(bytes);
    return bytes.length < wanted ? bytes.length : length;
  }

  /** Fewer at the end of the file. @throws EndOfStreamError at the limit of all requests */
  async #bytes(position: number, length: number): Promise<Uint8Array> {
    const { start, bytes } = this.#window;
    if (position < start || position + length > start + bytes.length) {
      const size = Math.max(length, CHUNK);
      this.#requested += size;
      if (this.#requested > MAX_BYTES) throw new EndOfStreamError();
      this.#window = { start: position, bytes: await this.#request(position, size) };
    }
    const from = position - this.#window.start;
    return this.#window.bytes.subarray(from, from + length);
  }

  async #request(start: number, size: number): Promise<Uint8Array<ArrayBuffer>> {
    const controller = new AbortController();
    const signal = AbortSignal.any([this.#signal, controller.signal]);
    const response = await fetch(this.#url, {
      headers: { range: `bytes=${start}-${start + size - 1}` },
      signal,
    });
    if (response.status === 416) return new Uint8Array();
    if (response.status !== 206) {
      controller.abort(); // a whole file
      throw new Error(`No range of ${this.#url}`);
    }
    return new Uint8Array(await response.arrayBuffer());
  }
}
