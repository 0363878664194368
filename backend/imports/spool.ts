/** Copies files embedded in others (databases) while their reader has them open. */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Found, type LocalFile, ReadError } from "./formats/lib/format.ts";
import { filesOf } from "./formats/lib/recognize.ts";

export class Spool {
  readonly #places = new Map<LocalFile, string>();
  readonly #onProblem: (path: string, reason: string) => void;
  #folder: Promise<string> | undefined;
  /** Bytes of spooled files. */
  size = 0;

  constructor(onProblem: (path: string, reason: string) => void) {
    this.#onProblem = onProblem;
  }

  /** Spools the files of a record; call before requesting the next one. Reports files that cannot be read. */
  async hold(found: Found): Promise<void> {
    for (const file of filesOf(found)) {
      if (file.bytes === undefined) continue;
      this.#folder ??= mkdtemp(join(tmpdir(), "roost-import-"));
      const place = join(await this.#folder, String(this.#places.size));
      try {
        await pipeline(file.bytes(), createWriteStream(place));
        this.size += (await stat(place)).size;
        this.#places.set(file, place);
      } catch (error) {
        if (!(error instanceof ReadError)) throw error;
        this.#onProblem(file.entry.path, `${file.name}: ${error.message}`);
      }
    }
  }

  pathOf(file: LocalFile): string | undefined {
    return this.#places.get(file);
  }

  async clear(): Promise<void> {
    if (this.#folder !== undefined) await rm(await this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
    this.#places.clear();
    this.size = 0;
  }
}
