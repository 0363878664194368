/** Walks the folders of an import and reads each with the first format that recognizes it. */
import type { Downloads } from "./folder.ts";
import type { Entry, Folder, Format, Found, LocalFile, Reading, Recognized } from "./format.ts";

export interface ReadOptions {
  downloads: Downloads;
  /** The first that recognizes a folder reads it. */
  formats: readonly Format[];
  /** Reads files not read by other formats. */
  plain?: Format;
  /** IANA name. */
  zone: string;
  creatorOf: Reading["creatorOf"];
  /** Called for each recognized folder; the path of the imported folder is empty. */
  onRecognized?: (program: string, path: string) => void;
  onProblem: (path: string, reason: string) => void;
  /** Called for each file that belongs to no record. */
  onUnknown?: (entry: Entry) => void;
}

/** Yields all records below the folder, format by format. Reports a format that fails and reads the others. */
export async function* readDownloads(options: ReadOptions): AsyncGenerator<Found> {
  const run = new Reader(options);
  yield* run.enter(options.downloads.folder);
  yield* run.readRest();
  for (const [path, reason] of options.downloads.leftOut) options.onProblem(path, reason);
}

/** Files of a record, and those that its text shows. */
export function filesOf({ entity, fields, shown = [] }: Found): LocalFile[] {
  if (entity === "creators") return [fields.icon, fields.banner].filter((file) => file !== undefined);
  if (entity === "shares") return fields.files;
  const { file, attachments } = fields as { file?: LocalFile; attachments?: LocalFile[] };
  return [...(file === undefined ? [] : [file]), ...(attachments ?? []), ...shown];
}

class Reader {
  readonly #options: ReadOptions;
  /** Used files, kept while needed. */
  readonly #used = new Set<string>();
  /** Unused files, and their folders. */
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
        if (record.entity === "posts") record.program = program;
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

  /** Keeps files outside this folder, whose folder may be read later, and removes those of folders already read. */
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

  /** Reports any error, so that one format's failure does not stop the others. */
  #report(path: string, error: unknown, program = ""): void {
    this.#options.onProblem(path, `${program}${error instanceof Error ? error.message : error}`);
  }
}

/** A folder without the files already read. */
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
  bytes(entry: Entry, range?: { start: number; end: number }) {
    return this.#inner.bytes(entry, range);
  }
}
