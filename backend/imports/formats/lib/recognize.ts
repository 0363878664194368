/** Goes through the folders of an import, asks every format about each, and reads what one of them recognizes. */
import type { Downloads } from "./folder.ts";
import type { Entry, Folder, Format, Found, LocalFile, Reading, Recognized } from "./format.ts";

export interface ReadOptions {
  downloads: Downloads;
  /** The first that recognizes a folder reads it. */
  formats: readonly Format[];
  /** Reads what no other one has read, where it is given. */
  plain?: Format;
  /** IANA name. */
  zone: string;
  creatorOf: Reading["creatorOf"];
  /** A program's downloads were recognized in a folder; its path is empty for the folder that is imported. */
  onRecognized?: (program: string, path: string) => void;
  onProblem: (path: string, reason: string) => void;
  /** A file that belongs to no record. */
  onUnknown?: (entry: Entry) => void;
}

/** Every record below the folder, program by program. A program that cannot go on is reported; the others are read. */
export async function* readDownloads(options: ReadOptions): AsyncGenerator<Found> {
  const run = new Reader(options);
  yield* run.enter(options.downloads.folder);
  yield* run.readRest();
}

/** The files a record names. */
export function filesOf({ entity, fields }: Found): LocalFile[] {
  if (entity === "creators") return [fields.icon, fields.banner].filter((file) => file !== undefined);
  if (entity === "shares") return fields.files;
  const { file, attachments } = fields as { file?: LocalFile; attachments?: LocalFile[] };
  return [...(file === undefined ? [] : [file]), ...(attachments ?? [])];
}

class Reader {
  readonly #options: ReadOptions;
  /** Files that programs have accounted for, as long as it matters. */
  readonly #used = new Set<string>();
  /** Files that none has, and the folders they are in. */
  readonly #rest = new Set<string>();

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  async *enter(folder: Folder): AsyncGenerator<Found> {
    const found = await this.#ask(folder);
    if (found !== undefined) {
      this.#options.onRecognized?.(found.program, folder.path);
      yield* this.#read(found, folder);
    }
    const isTree = found?.recognized.scope === "tree";
    await this.#collectRest(folder, isTree);
    this.#forgetUsed(folder, isTree);
    if (isTree) return;
    for (const entry of await this.#entries(folder)) {
      const inner = entry.isFolder ? await folder.folder(entry.name) : undefined;
      if (inner !== undefined) yield* this.enter(inner);
    }
  }

  async *readRest(): AsyncGenerator<Found> {
    const { plain, downloads, onUnknown, onRecognized } = this.#options;
    const rest = new Rest(downloads.folder, this.#rest);
    const recognized = this.#rest.size === 0 ? undefined : await plain?.recognize(rest);
    if (plain !== undefined && recognized !== undefined) {
      const found = { program: plain.name, recognized };
      let isFirst = true;
      for await (const record of this.#read(found, rest)) {
        if (isFirst) onRecognized?.(plain.name, "");
        isFirst = false;
        yield record;
      }
    }
    for await (const entry of rest.walk()) if (!this.#used.has(entry.path)) onUnknown?.(entry);
  }

  async #ask(folder: Folder): Promise<{ program: string; recognized: Recognized } | undefined> {
    for (const format of this.#options.formats) {
      try {
        const recognized = await format.recognize(folder);
        if (recognized !== undefined) return { program: format.name, recognized };
      } catch (error) {
        this.#report(folder.path, error);
      }
    }
    return undefined;
  }

  async *#read(
    { program, recognized }: { program: string; recognized: Recognized },
    folder: Folder,
  ): AsyncGenerator<Found> {
    const { zone, creatorOf, onProblem, downloads } = this.#options;
    const records = recognized.read({
      zone,
      creatorOf,
      imported: downloads.folder,
      report: onProblem,
      uses: (entry) => this.#used.add(entry.path),
    });
    try {
      for await (const record of records) {
        for (const { entry } of filesOf(record)) this.#used.add(entry.path);
        yield record;
      }
    } catch (error) {
      this.#report(folder.path, error, `${program}: `);
    }
  }

  async #collectRest(folder: Folder, isTree: boolean): Promise<void> {
    const entries = isTree ? folder.walk() : await this.#entries(folder);
    for await (const { path, isFolder } of entries) {
      if (isFolder || this.#used.has(path)) continue;
      this.#rest.add(path);
      for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
        const parent = `${path.slice(0, at)}/`;
        if (this.#rest.has(parent)) break;
        this.#rest.add(parent);
      }
    }
  }

  /** Files elsewhere are kept: their folder may come later. One that came before is taken back. */
  #forgetUsed({ path: folder }: Folder, isTree: boolean): void {
    const prefix = folder === "" ? "" : `${folder}/`;
    for (const path of this.#used) {
      const isOwn = path.startsWith(prefix) && (isTree || !path.includes("/", prefix.length));
      if (isOwn) this.#used.delete(path);
      else this.#rest.delete(path);
    }
  }

  async #entries(folder: Folder): Promise<readonly Entry[]> {
    try {
      return await folder.entries();
    } catch (error) {
      this.#report(folder.path, error);
      return [];
    }
  }

  /** What one program left must not keep the others out, whatever is wrong with it. */
  #report(path: string, error: unknown, program = ""): void {
    this.#options.onProblem(path, `${program}${error instanceof Error ? error.message : error}`);
  }
}

/** A folder without the files that were read already. */
class Rest implements Folder {
  readonly #inner: Folder;
  readonly #kept: ReadonlySet<string>;

  constructor(inner: Folder, kept: ReadonlySet<string>) {
    this.#inner = inner;
    this.#kept = kept;
  }

  get path() {
    return this.#inner.path;
  }
  #keeps = ({ path, isFolder }: Entry) => this.#kept.has(isFolder ? `${path}/` : path);
  async entries() {
    return (await this.#inner.entries()).filter(this.#keeps);
  }
  async *walk(): AsyncGenerator<Entry> {
    for (const entry of await this.entries()) if (!entry.isFolder) yield entry;
    for (const entry of await this.entries())
      if (entry.isFolder) yield* (await this.folder(entry.name))?.walk() ?? [];
  }
  async folder(name: string) {
    const entry = await this.find(name);
    const inner = entry?.isFolder === true ? await this.#inner.folder(name) : undefined;
    return inner && new Rest(inner, this.#kept);
  }
  async find(path: string) {
    const entry = await this.#inner.find(path);
    return entry !== undefined && this.#keeps(entry) ? entry : undefined;
  }
  stat(entry: Entry) {
    return this.#inner.stat(entry);
  }
  text(entry: Entry, maxBytes?: number) {
    return this.#inner.text(entry, maxBytes);
  }
  json(entry: Entry, maxBytes?: number) {
    return this.#inner.json(entry, maxBytes);
  }
  bytes(entry: Entry) {
    return this.#inner.bytes(entry);
  }
}
