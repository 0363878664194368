/** Thumbnails of stored images, made on the first request and cached on disk. */
import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LRUCache } from "lru-cache";
import sharp from "sharp";
import { extensionOf, hashOfPath, kindOf } from "#shared/rules/files.ts";
import { FileError, type FileStorage, withLocalFile } from "./storage.ts";

/** A closed list, since each costs disk space for every image. API clients expect `w800`. */
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

const AT_ONCE = 2;
const WAITING = 500;
const MAX_PIXELS = 150_000_000; // a 12,000 px square; bombs declare more
const MAX_SOURCE = 512 * 1024 * 1024; // of a file that must be brought here first
const SECONDS = 20;
const MAX_FAILED = 10_000;

sharp.concurrency(1); // two jobs at most, a core each, so that requests get CPU time
sharp.cache(false);

/** The file is not an image that can be read. */
export class PictureError extends Error {
  override name = "PictureError";
}
/** More thumbnails are requested than can be made soon. */
export class BusyError extends Error {
  override name = "BusyError";
}

export class Pictures {
  readonly #storage: FileStorage;
  readonly #cache: string;
  readonly #making = new Map<string, Promise<string | undefined>>();
  readonly #failed = new LRUCache<string, true>({ max: MAX_FAILED });
  readonly #queue: (() => void)[] = [];
  #running = 0;
  /** How many were made since start; for tests. */
  made = 0;

  /** @param data the folder of ROOST_DATA, whose cache keeps them */
  constructor(storage: FileStorage, data: string) {
    this.#storage = storage;
    this.#cache = join(data, "cache", "thumbnails");
  }

  /**
   * Where the picture of a stored path is on disk; made once for concurrent requests.
   * @returns undefined where there is no such image
   * @throws PictureError where the bytes are not an image, or one too large; BusyError
   */
  async locate(path: string, variant: Variant, format: Format): Promise<string | undefined> {
    const hash = hashOfPath(path);
    if (hash === undefined || kindOf(extensionOf(path)) !== "image") return undefined;
    const target = this.#target(hash, variant, format);
    const making = this.#making.get(target);
    if (making !== undefined) return making;
    if (await exists(target)) return target;
    if (this.#failed.has(target)) throw new PictureError("That image cannot be read.");
    if ((await this.#storage.stat(path)) === undefined) return undefined;
    // A concurrent request may have started it meanwhile.
    const begun = this.#making.get(target);
    if (begun !== undefined) return begun;
    const made = this.#make(path, target, variant, format).catch((error: unknown) => {
      if (error instanceof FileError && error.fault === "missing file") return undefined;
      throw error;
    });
    this.#making.set(target, made);
    return made.finally(() => this.#making.delete(target));
  }

  /** Deletes every thumbnail of a stored file that is deleted. */
  async remove(path: string): Promise<void> {
    const hash = hashOfPath(path);
    if (hash === undefined) return;
    for (const variant of Object.keys(VARIANTS) as Variant[])
      for (const format of FORMATS) await rm(this.#target(hash, variant, format), { force: true });
  }

  #target(hash: string, variant: Variant, format: Format): string {
    return join(this.#cache, variant, hash.slice(0, 2), hash.slice(2, 4), `${hash}.${format}`);
  }

  async #make(path: string, target: string, variant: Variant, format: Format): Promise<string> {
    await this.#acquire();
    try {
      const picture = await withLocalFile(
        this.#storage,
        path,
        (place) => shrink(place, variant, format),
        MAX_SOURCE,
      );
      this.made += 1;
      const waiting = `${target}.${randomBytes(6).toString("hex")}`;
      await mkdir(dirname(target), { recursive: true });
      await writeFile(waiting, picture);
      await rename(waiting, target).catch(async (error) => {
        await rm(waiting, { force: true });
        throw error;
      });
      return target;
    } catch (error) {
      const tooLarge = error instanceof FileError && error.fault === "size mismatch";
      if (tooLarge || error instanceof PictureError) this.#remember(target);
      throw tooLarge ? new PictureError(error.message) : error;
    } finally {
      this.#running -= 1;
      this.#queue.shift()?.();
    }
  }

  async #acquire(): Promise<void> {
    if (this.#running >= AT_ONCE) {
      if (this.#queue.length >= WAITING) throw new BusyError("Too many pictures are being made.");
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    }
    this.#running += 1;
  }

  #remember(target: string): void {
    this.#failed.set(target, true);
  }
}

/** Nothing but the pixels goes out: sharp drops metadata by default, and colors become sRGB. */
async function shrink(source: string, variant: Variant, format: Format): Promise<Buffer> {
  try {
    return await sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error" })
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize({ ...VARIANTS[variant], withoutEnlargement: variant !== "icon" })
      .toFormat(format, ENCODING[format])
      .toBuffer();
  } catch (error) {
    throw new PictureError(error instanceof Error ? error.message : "That image cannot be read.");
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
