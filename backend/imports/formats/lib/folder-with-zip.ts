import { type Entry, type Folder, type LocalFile, ReadError } from "./format.ts";
import type { Zip, ZippedFile } from "./zip.ts";

const MAX_TEXT = 64 * 1024 * 1024;

/** Shows the files inside a ZIP as files of a folder. */
export class FolderWithZip implements Folder {
  readonly path: string;
  readonly #zip: Zip;
  readonly #folder: Folder | undefined;
  /** By path of the entries shown for them. */
  readonly #zipped = new Map<string, { entry: Entry; file: ZippedFile }>();

  /** @param folder the folder in which the files were before; undefined if only the ZIP is left */
  private constructor(zip: Zip, folder: Folder | undefined, names: ReadonlySet<string>) {
    this.path = zip.entry.path.replace(/\.[^./]*$/, "");
    this.#zip = zip;
    this.#folder = folder;
    for (const file of zip.files) {
      const path = `${this.path}/${file.name}`;
      // Files that stayed in the folder as well are read from there.
      if (!names.has(file.name))
        this.#zipped.set(path, { entry: { path, name: file.name, isFolder: false }, file });
    }
  }

  static async of(zip: Zip, folder?: Folder): Promise<FolderWithZip> {
    const entries = (await folder?.entries()) ?? [];
    return new FolderWithZip(zip, folder, new Set(entries.map(({ name }) => name)));
  }

  /** The ZIP. */
  get entry(): Entry {
    return this.#zip.entry;
  }

  /** Entries shown for files inside the ZIP. */
  zipped(): Entry[] {
    return Array.from(this.#zipped.values(), ({ entry }) => entry);
  }

  /** @returns a file with its bytes if it is inside the ZIP, otherwise the same file */
  localFile(local: LocalFile): LocalFile {
    const zipped = this.#zipped.get(local.entry.path);
    if (zipped === undefined) return local;
    const { file } = zipped;
    return { ...local, entry: this.#zip.entry, size: file.size, bytes: () => this.#zip.bytes(file) };
  }

  async entries(): Promise<readonly Entry[]> {
    return [...((await this.#folder?.entries()) ?? []), ...this.zipped()];
  }

  async *walk(): AsyncGenerator<Entry> {
    if (this.#folder !== undefined) yield* this.#folder.walk();
    yield* this.zipped();
  }

  async folder(name: string): Promise<Folder | undefined> {
    return this.#folder?.folder(name);
  }

  async find(path: string): Promise<Entry | undefined> {
    return this.#zipped.get(`${this.path}/${path}`)?.entry ?? this.#folder?.find(path);
  }

  async stat(entry: Entry): Promise<{ size: number; modified: Date }> {
    const zipped = this.#zipped.get(entry.path);
    if (zipped === undefined) return this.#inner().stat(entry);
    return { size: zipped.file.size, modified: new Date(0) };
  }

  async text(entry: Entry, maxBytes = MAX_TEXT): Promise<string> {
    const zipped = this.#zipped.get(entry.path);
    if (zipped === undefined) return this.#inner().text(entry, maxBytes);
    if (zipped.file.size > maxBytes)
      throw new ReadError(`is larger than ${maxBytes.toLocaleString("en")} bytes`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.#zip.bytes(zipped.file)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  }

  async json(entry: Entry, maxBytes?: number): Promise<unknown> {
    if (!this.#zipped.has(entry.path)) return this.#inner().json(entry, maxBytes);
    try {
      return JSON.parse(await this.text(entry, maxBytes));
    } catch (error) {
      if (error instanceof SyntaxError) throw new ReadError(`is not JSON: ${error.message}`);
      throw error;
    }
  }

  bytes(entry: Entry, range?: { start: number; end: number }): AsyncIterable<Uint8Array> {
    const zipped = this.#zipped.get(entry.path);
    return zipped === undefined ? this.#inner().bytes(entry, range) : this.#zip.bytes(zipped.file);
  }

  #inner(): Folder {
    if (this.#folder === undefined) throw new ReadError("is not in the ZIP");
    return this.#folder;
  }
}
