/** Thumbnails of stored images and of posters of videos, made on first request and cached on disk. */
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { kindOf } from "#shared/rules/file-types.ts";
import { BAD_IMAGE, extensionOf, hashOfPath } from "#shared/rules/files.ts";
import { hasThumbnail } from "#shared/rules/image-types.ts";
import {
  CARD_WIDTHS,
  DEFAULT_WIDTH,
  THUMBNAIL_WIDTHS,
  type ThumbnailWidth,
} from "#shared/rules/thumbnails.ts";
import {
  type Decoded,
  type DecoderJob,
  type DecoderLimits,
  Decoders,
  LIMITS,
  type Measured,
  PictureError,
} from "./decoders.ts";
import { typeOfLocalFile } from "./file-type.ts";
import { MediaFiles } from "./media/media-files.ts";
import { assertHash, FileError, type FileStorage, hashFile, missingOr, withLocalFile } from "./storage.ts";
import { storePicture } from "./store-picture.ts";
import { isVerified, setVerified } from "./verified-files.ts";

/** The width of a thumbnail, or a picture of a creator. */
export type Variant = ThumbnailWidth | "icon" | "banner";
const VARIANTS: readonly Variant[] = [...THUMBNAIL_WIDTHS, "icon", "banner"];
const FORMATS = ["webp", "avif"] as const;
export type Format = (typeof FORMATS)[number];

/** AVIF above effort 2 costs many times as much and saves little. */
const ENCODING = { webp: { quality: 78, effort: 3 }, avif: { quality: 55, effort: 2 } } as const;

const MAX_PIXELS = 150_000_000; // a 12,000 px square; decompression bombs declare more
/** Pixels of an image in which text is looked for: letters of print stay legible on a page. */
const READABLE = { width: 2400, height: 2400 };
/** Time limit of background decoding: the lowest priority waits on a busy machine, and what fails is not tried again. */
const BACKGROUND_TIMEOUT_MS = 120_000;
const MAX_SOURCE = 512 * 1024 * 1024; // for files that must be downloaded first
const MAX_FAILED = 10_000;

export interface PicturesOptions {
  storage: FileStorage;
  /** Folder of ROOST_DATA, whose cache stores the thumbnails. */
  data: string;
  limits?: Partial<DecoderLimits>;
  /** Lets every other process of the machine go first. */
  isBackground?: boolean;
  /** Called with the size, and sometimes the hash, of each image of which a thumbnail was made. */
  onMeasured?: (hash: string, measured: Measured) => void;
}

export class Pictures {
  readonly #storage: FileStorage;
  readonly #cache: string;
  readonly #making = new Map<string, Promise<string | undefined>>();
  readonly #failed = new LRUCache<string, true>({ max: MAX_FAILED });
  readonly #decoders: Decoders;
  readonly #mediaFiles: MediaFiles;
  readonly #onMeasured: PicturesOptions["onMeasured"];
  /** Number made since start; for tests. */
  made = 0;

  constructor({ storage, data, limits, isBackground = false, onMeasured }: PicturesOptions) {
    this.#storage = storage;
    this.#cache = join(data, "cache", "thumbnails");
    this.#decoders = new Decoders(
      { ...LIMITS, ...(isBackground ? { milliseconds: BACKGROUND_TIMEOUT_MS } : {}), ...limits },
      isBackground,
    );
    this.#mediaFiles = new MediaFiles(data);
    this.#onMeasured = onMeasured;
  }

  /**
   * Returns the path of a thumbnail; made once for concurrent requests.
   * @returns undefined if there is no such image, or no poster of the video yet
   * @throws PictureError if the bytes are not an image, or it is too large; BusyError; FileError; StorageError
   */
  async locate(path: string, variant: Variant, format: Format): Promise<string | undefined> {
    const hash = hashOfPath(path);
    const isVideo = kindOf(extensionOf(path)) === "video";
    if (hash === undefined || !(isVideo || hasThumbnail(path))) return undefined;
    const target = this.#target(hash, variant, format);
    const making = this.#making.get(target);
    if (making !== undefined) return making;
    if (await exists(target)) return target;
    if (this.#failed.has(target)) throw new PictureError(BAD_IMAGE);
    const poster = isVideo ? this.#mediaFiles.locate(hash, "poster") : undefined;
    const isThere =
      poster === undefined ? (await this.#storage.stat(path)) !== undefined : await exists(poster);
    if (!isThere) return undefined;
    // A concurrent request may have started it in the meantime.
    const running = this.#making.get(target);
    if (running !== undefined) return running;
    const made =
      poster === undefined
        ? this.#make({ path, hash, target }, variant, format).catch((error: unknown) => {
            if (error instanceof FileError && error.fault === "missing file") return undefined;
            throw error;
          })
        : this.#makeOfPoster(poster, target, variant, format);
    this.#making.set(target, made);
    return made.finally(() => this.#making.delete(target));
  }

  /**
   * Makes the thumbnails of a card, as most browsers ask for them on phones: two and three pixels to a CSS pixel.
   * @throws as locate
   */
  async prepareCard(path: string): Promise<void> {
    for (const width of CARD_WIDTHS) await this.locate(path, width, "avif");
  }

  /**
   * Makes a thumbnail of a local file that is not stored, without caching it.
   * @throws PictureError; BusyError
   */
  async preview(
    source: string,
    width: ThumbnailWidth = DEFAULT_WIDTH,
    format: Format = "webp",
  ): Promise<Uint8Array> {
    return (await this.#decoders.run((decode) => decodeAs(decode, jobOf(source, width, format)))).picture;
  }

  /**
   * Reads the size of an image on the local disk and hashes it.
   * @throws PictureError if the bytes are not an image, or it is too large; BusyError
   */
  async measure(source: string): Promise<Measured> {
    const job = { source, maxPixels: MAX_PIXELS };
    return await this.#decoders.run(async (decode) => {
      const whole = decodePicture(decode, { ...job, hash: true });
      // Reading the size alone takes neither the time nor the memory of all pixels.
      return await whole.catch((error) => {
        if (error instanceof PictureError) return decodePicture(decode, job);
        throw error;
      });
    });
  }

  /**
   * Decodes an image, upright, for a program that reads the text in it.
   * @returns PNG
   * @throws PictureError; BusyError
   */
  async readable(source: string): Promise<{ bytes: Uint8Array; width: number; height: number }> {
    const thumbnail = {
      resize: { ...READABLE, fit: "inside", withoutEnlargement: true },
      format: "png",
      encoding: { compressionLevel: 1 },
    };
    const job: DecoderJob = { source, maxPixels: MAX_PIXELS, thumbnail };
    const { picture, width, height } = await this.#decoders.run((decode) => decodeAs(decode, job));
    const scale = Math.min(1, READABLE.width / width, READABLE.height / height);
    return { bytes: picture, width: Math.round(width * scale), height: Math.round(height * scale) };
  }

  /** Local path of the strip or the rendition of a video; undefined if there is none. */
  async locatePart(path: string, part: "strip" | "rendition"): Promise<string | undefined> {
    const file = this.#mediaFiles.locate(hashOfPath(path) ?? "", part);
    return (await exists(file)) ? file : undefined;
  }

  /** Deletes all thumbnails of a deleted file, and what was made of a video. */
  async remove(path: string): Promise<void> {
    const hash = hashOfPath(path);
    if (hash === undefined) return;
    await this.#mediaFiles.remove(path);
    for (const variant of VARIANTS)
      for (const format of FORMATS) await rm(this.#target(hash, variant, format), { force: true });
  }

  #target(hash: string, variant: Variant, format: Format): string {
    const folder = typeof variant === "number" ? `w${variant}` : variant;
    return join(this.#cache, folder, hash.slice(0, 2), hash.slice(2, 4), `${hash}.${format}`);
  }

  async #makeOfPoster(poster: string, target: string, variant: Variant, format: Format): Promise<string> {
    const picture = await this.#decoders.run((decode) => decodeAs(decode, jobOf(poster, variant, format)));
    this.made += 1;
    await storePicture(picture.picture, target);
    return target;
  }

  async #make(
    { path, hash, target }: { path: string; hash: string; target: string },
    variant: Variant,
    format: Format,
  ): Promise<string> {
    try {
      const isLocal = this.#storage.localPath(path) !== undefined;
      const { picture, ...measured } = await this.#decoders.run((decode) =>
        withLocalFile(
          this.#storage,
          path,
          async (source) => {
            if (isLocal) await verify(source, path);
            // Local images are hashed in the background (measured-pictures.ts), others while they are here.
            return await decodeAs(decode, { ...jobOf(source, variant, format), hash: !isLocal });
          },
          MAX_SOURCE,
        ),
      );
      this.made += 1;
      await storePicture(picture, target);
      this.#onMeasured?.(hash, measured);
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
  // By its bytes: no decoder of another format is ever used.
  const type = await typeOfLocalFile(job.source);
  if (type?.thumbnail !== true) throw new PictureError("That is no image.");
  return await decode(job);
}

async function decodeAs(decode: Decode, job: DecoderJob): Promise<Measured & { picture: Uint8Array }> {
  const { picture, ...measured } = await decodePicture(decode, job);
  if (picture === undefined) throw new PictureError("The decoder made no thumbnail.");
  return { ...measured, picture };
}

function boxOf(variant: Variant): { width: number; height: number; fit: "inside" | "cover" } {
  if (variant === "icon") return { width: 180, height: 180, fit: "cover" };
  if (variant === "banner") return { width: 1200, height: 600, fit: "inside" };
  return { width: variant, height: 4 * variant, fit: "inside" };
}

/** Sends only pixels: sharp drops metadata by default, and colors become sRGB. */
const jobOf = (source: string, variant: Variant, format: Format): DecoderJob => ({
  source,
  maxPixels: MAX_PIXELS,
  thumbnail: {
    resize: { ...boxOf(variant), withoutEnlargement: variant !== "icon" },
    format,
    encoding: ENCODING[format],
  },
});

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
