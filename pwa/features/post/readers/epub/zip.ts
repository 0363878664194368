/** Entries of a ZIP file in memory. */
import { unzipSync } from "fflate";

/** Bytes of one entry; larger ones are not unpacked, whatever the file says about their size. */
const MAX_ENTRY = 64 * 1024 * 1024;
const MAX_ENTRIES = 20_000;

export class Zip {
  /** Paths and sizes in bytes, as the ZIP states them. */
  private readonly sizes = new Map<string, number>();

  /** @throws Error if the bytes are no ZIP, or have too many entries */
  constructor(private readonly bytes: Uint8Array) {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (this.sizes.size >= MAX_ENTRIES) throw new RangeError("too many entries");
        this.sizes.set(name, originalSize);
        return false;
      },
    });
  }

  has(path: string): boolean {
    return this.sizes.has(path);
  }

  /** @throws Error for a missing entry, one that is too large, or one that cannot be unpacked */
  read(path: string): Uint8Array<ArrayBuffer> {
    if ((this.sizes.get(path) ?? Infinity) > MAX_ENTRY)
      throw new RangeError(`${path} is missing or too large`);
    // Writes no more than the stated size.
    const found = unzipSync(this.bytes, { filter: ({ name }) => name === path })[path];
    if (found === undefined) throw new RangeError(`${path} is missing`);
    return found as Uint8Array<ArrayBuffer>;
  }

  /** @throws Error, see `read` */
  text(path: string): string {
    return decode(this.read(path));
  }
}

/** XML is UTF-8 or, with a byte order mark, UTF-16. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xfe && second === 0xff ? "utf-16be" : first === 0xff && second === 0xfe ? "utf-16le" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}
