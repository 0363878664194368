/** Thumbnails of stored images, made on first request and cached on disk. */
import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LRUCache } from "lru-cache";
import { SIGNATURE_BYTES, typeOfBytes } from "#shared/rules/file-types.ts";
import { BAD_IMAGE, hashOfPath } from "#shared/rules/files.ts";
import { hasThumbnail } from "#shared/rules/image-types.ts";
import {
  type Decoded,
  type DecoderJob,
  type DecoderLimits,
  Decoders,
  LIMITS,
  PictureError,
  type PictureSize,
} from "./decoders.ts";
import { assertHash, FileError, type FileStorage, hashFile, missingOr, withLocalFile } from "./storage.ts";
import { isVerified, setVerified } from "./verified-files.ts";

/** A fixed list, because each variant costs disk space for every image. API clients expect `w800`. */
const VARIANTS = {
  w180: { width: 180, height: 720, fit: "inside" },
  w360: { width: 360, height: 1_440, fit: "inside" },
  w800: { width: 800, height: 3_200, fit: "inside" },
  icon: { width: 180, height: 180, fit: "cover" },
  banner: { width: 1_200, height: 600, fit: "inside" },
} as const;
export type Variant = keyof typeof VARIANTS;
const FORMATS = ["webp", "avif"] as const;
export type Format = (typeof FORMATS)[number];

/** AVIF above effort 2 costs many times as much and saves little. */
const ENCODING = { webp: { quality: 78, effort: 3 }, avif: { quality: 55, effort: 2 } } as const;

const MAX_PIXELS = 150_000_000; // a 12,000 px square; decompression bombs declare more
const MAX_SOURCE = 512 * 1024 * 1024; // for files that must be downloaded first
const MAX_FAILED = 10_000;

export interface PicturesOptions {
  storage: FileStorage;
  /** Folder of ROOST_DATA, whose cache stores the thumbnails. */
  data: string;
  limits?: Partial<DecoderLimits>;
  /** Called with the size of each image of which a thumbnail was made. */
  onSize?: (hash: string, size: PictureSize) => void;
}

export class Pictures {
  readonly #storage: FileStorage;
  readonly #cache: string;
  readonly #making = new Map<string, Promise<string | undefined>>();
  readonly #failed = new LRUCache<string, true>({ max: MAX_FAILED });
  readonly #decoders: Decoders;
  readonly #onSize: PicturesOptions["onSize"];
  /** Number made since start; for tests. */
  made = 0;

  constructor({ storage, data, limits, onSize }: PicturesOptions) {
    this.#storage = storage;
    this.#cache = join(data, "cache", "thumbnails");
    this.#decoders = new Decoders({ ...LIMITS, ...limits });
    this.#onSize = onSize;
  }

  /**
   * Returns the path of a thumbnail; made once for concurrent requests.
   * @returns undefined if there is no such image
   * @throws PictureError if the bytes are not an image, or it is too large; BusyError; FileError; StorageError
   */
  async locate(path: string, variant: Variant, format: Format): Promise<string | undefined> {
    const hash = hashOfPath(path);
    if (hash === undefined || !hasThumbnail(path)) return undefined;
    const target = this.#target(hash, variant, format);
    const making = this.#making.get(target);
    if (making !== undefined) return making;
    if (await exists(target)) return target;
    if (this.#failed.has(target)) throw new PictureError(BAD_IMAGE);
    if ((await this.#storage.stat(path)) === undefined) return undefined;
    // A concurrent request may have started it in the meantime.
    const running = this.#making.get(target);
    if (running !== undefined) return running;
    const made = this.#make({ path, hash, target }, variant, format).catch((error: unknown) => {
      if (error instanceof FileError && error.fault === "missing file") return undefined;
      throw error;
    });
    this.#making.set(target, made);
    return made.finally(() => this.#making.delete(target));
  }

  /**
   * Makes a small WebP of a local file that is not stored yet, without caching it.
   * @throws PictureError; BusyError
   */
  async preview(source: string): Promise<Uint8Array> {
    return (await this.#decoders.run((decode) => decodeAs(decode, source, "w800", "webp"))).picture;
  }

  /**
   * Reads the size of an image on the local disk.
   * @throws PictureError if the bytes are not an image, or it is too large; BusyError
   */
  async measure(source: string): Promise<PictureSize> {
    return await this.#decoders.run((decode) => decodePicture(decode, { source, maxPixels: MAX_PIXELS }));
  }

  /** Deletes all thumbnails of a deleted file. */
  async remove(path: string): Promise<void> {
    const hash = hashOfPath(path);
    if (hash === undefined) return;
    for (const variant of Object.keys(VARIANTS) as Variant[])
      for (const format of FORMATS) await rm(this.#target(hash, variant, format), { force: true });
  }

  #target(hash: string, variant: Variant, format: Format): string {
    return join(this.#cache, variant, hash.slice(0, 2), hash.slice(2, 4), `${hash}.${format}`);
  }

  async #make(
    { path, hash, target }: { path: string; hash: string; target: string },
    variant: Variant,
    format: Format,
  ): Promise<string> {
    try {
      const { picture, ...size } = await this.#decoders.run((decode) =>
        withLocalFile(
          this.#storage,
          path,
          async (source) => {
            if (source === this.#storage.localPath(path)) await verify(source, path);
            return await decodeAs(decode, source, variant, format);
          },
          MAX_SOURCE,
        ),
      );
      this.made += 1;
      await store(picture, target);
      this.#onSize?.(hash, size);
      return target;
    } catch (error) {
      const tooLarge = error instanceof FileError && error.fault === "size mismatch";
      if (tooLarge || error instanceof PictureError) this.#failed.set(target, true);
      throw tooLarge ? new PictureError(error.message) : error;
    }
  }
}

/** @throws FileError if the bytes on the local disk are not those of the stored file; StorageError */
async function verify(localPath: string, path: string): Promise<void> {
  const stats = await stat(localPath).catch((error) => missingOr(error, localPath));
  if (stats === undefined || isVerified(localPath, stats)) return;
  assertHash(path, (await hashFile(localPath)).hash);
  setVerified(localPath, stats);
}

type Decode = (job: DecoderJob) => Promise<Decoded>;

async function decodePicture(decode: Decode, job: DecoderJob): Promise<Decoded> {
  if (!(await isPicture(job.source))) throw new PictureError("That is no image.");
  return await decode(job);
}

async function decodeAs(
  decode: Decode,
  source: string,
  variant: Variant,
  format: Format,
): Promise<PictureSize & { picture: Uint8Array }> {
  const { picture, ...size } = await decodePicture(decode, jobOf(source, variant, format));
  if (picture === undefined) throw new PictureError("The decoder made no thumbnail.");
  return { ...size, picture };
}

/** Checks the bytes, whatever the name: decoders of other formats are never used. */
async function isPicture(source: string): Promise<boolean> {
  const file = await open(source, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
    return typeOfBytes(buffer.toString("latin1", 0, bytesRead))?.thumbnail === true;
  } finally {
    await file.close();
  }
}

/** Sends only pixels: sharp drops metadata by default, and colors become sRGB. */
const jobOf = (source: string, variant: Variant, format: Format): DecoderJob => ({
  source,
  maxPixels: MAX_PIXELS,
  thumbnail: {
    resize: { ...VARIANTS[variant], withoutEnlargement: variant !== "icon" },
    format,
    encoding: ENCODING[format],
  },
});

/** Writes atomically. */
async function store(picture: Uint8Array, target: string): Promise<void> {
  const waiting = `${target}.${randomBytes(6).toString("hex")}`;
  await mkdir(dirname(target), { recursive: true });
  try {
    await writeFile(waiting, picture);
    await rename(waiting, target);
  } catch (error) {
    await rm(waiting, { force: true });
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
