/** Files that are inside of others, copied out while their reader still has them open. */
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
  /** Of what is waiting. */
  size = 0;

  constructor(onProblem: (path: string, reason: string) => void) {
    this.#onProblem = onProblem;
  }

  /** Call before the reader is asked for its next record. One that cannot be read is reported and has no place. */
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

  placeOf(file: LocalFile): string | undefined {
    return this.#places.get(file);
  }

  async clear(): Promise<void> {
    if (this.#folder !== undefined) await rm(await this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
    this.#places.clear();
    this.size = 0;
  }
}
