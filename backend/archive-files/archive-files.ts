/** Lists stored archive files, tries passwords and unpacks files, with limited concurrency and a bounded queue. */
import { namesOfParts } from "#shared/archive-files/entries.ts";
import {
  type ArchiveFormat,
  archiveFormat,
  MAGIC_BYTES,
  mayBeArchive,
} from "#shared/archive-files/format.ts";
import type { ArchivePart } from "#shared/rules/archive-parts.ts";
import { filePath } from "#shared/rules/files.ts";
import { ConcurrencyLimit } from "../concurrency-limit.ts";
import { type FileStorage, withLocalFile } from "../files/storage.ts";
import { ArchiveError, BusyError, type Reading } from "./reader-output.ts";
import { type Job, LIMITS, type Limits, Reader, UNPACK_LIMITS, type Wanted } from "./reader-process.ts";

const CONCURRENCY = 2;
const MAX_QUEUED = 20;
/** Time after a reading until the next reader is started: whoever waits for what was read comes first. */
const PREPARE_MS = 300;
/** Time that a reader without an archive file is kept. */
const SPARE_MS = 300_000;
/** Pages of albums, several of which a screen asks for at once. */
const MAX_QUEUED_UNPACKING = 40;

export interface StoredFile {
  /** SHA-256, 64 hex digits. */
  hash: string;
  /** With its dot, or empty. */
  ext: string;
  /** Bytes. */
  size: number;
}

/** An archive: one file, or its parts in order. */
export interface SourceFiles {
  kind: ArchivePart["kind"];
  files: readonly (StoredFile & { name: string })[];
  /** Index of the file to open. */
  main: number;
}

/** Each part is an open file. */
const MAX_PARTS = 500;

export interface ArchiveFilesOptions {
  storage: FileStorage;
  /** URL of reader.mjs, next to this file in the source and copied by the build. */
  program: URL;
  limits?: Partial<Limits>;
  /** Processes of the lowest priority. */
  isBackground?: boolean;
}

export class ArchiveFiles {
  readonly #storage: FileStorage;
  readonly #program: URL;
  readonly #isBackground: boolean;
  /** Starting a reader takes longer than reading, so the next one is started after each. */
  #spare: Reader | undefined;
  #spareTimer: NodeJS.Timeout | undefined;
  readonly #limits: Limits;
  readonly #limit = new ConcurrencyLimit({
    concurrency: CONCURRENCY,
    maxQueued: MAX_QUEUED,
    busyError: () => new BusyError("Too many archives are being read."),
  });
  readonly #unpackLimits: Limits;
  readonly #unpackLimit = new ConcurrencyLimit({
    concurrency: CONCURRENCY,
    maxQueued: MAX_QUEUED_UNPACKING,
    busyError: () => new BusyError("Too many archives are being read."),
  });
  /** Number of readings; for tests. */
  readings = 0;

  constructor({ storage, program, limits, isBackground = false }: ArchiveFilesOptions) {
    this.#storage = storage;
    this.#program = program;
    this.#isBackground = isBackground;
    this.#limits = { ...LIMITS, ...limits };
    this.#unpackLimits = { ...UNPACK_LIMITS, ...limits };
  }

  /**
   * Lists the names in an archive file, as far as visible without a password.
   * @throws ArchiveError if none are visible, BusyError, FileError if the bytes are missing
   */
  async list(file: SourceFiles): Promise<Reading> {
    return this.#read(file);
  }

  /**
   * Tries a password: `opened` only after an encrypted entry was decrypted and its checksum matched.
   * @throws like list
   */
  async tryPassword(file: SourceFiles, password: string): Promise<Reading> {
    return this.#read(file, password);
  }

  /**
   * Unpacks files to the local disk.
   * @returns bytes of each, as `Reader.unpack`
   * @throws like list
   */
  async unpack(file: SourceFiles, password: string | undefined, wanted: Wanted): Promise<(number | null)[]> {
    return await this.#run(file, password, this.#unpackLimit, (reader, job) =>
      reader.unpack(job, wanted, this.#unpackLimits),
    );
  }

  #read(file: SourceFiles, password?: string): Promise<Reading> {
    return this.#run(file, password, this.#limit, (reader, job) => reader.read(job, this.#limits));
  }

  async #run<T>(
    { kind, files, main }: SourceFiles,
    password: string | undefined,
    limit: ConcurrencyLimit,
    use: (reader: Reader, job: Job) => Promise<T>,
  ): Promise<T> {
    const [first] = files;
    const format = first && files.length <= MAX_PARTS ? await this.#formatOf(first) : undefined;
    if (format === undefined) throw new ArchiveError("not an archive");
    const read = async (localPaths: string[]) => {
      this.readings += 1;
      const job = { localPaths, names: namesOfParts(kind, files), main, format, password };
      return await use(this.#takeReader(), job).finally(() => this.#prepareReader());
    };
    return await limit.run(() => this.#withLocalFiles(files, read));
  }

  /** Process of the reader that waits for an archive file, if it is alive; for tests. */
  get sparePid(): number | undefined {
    return this.#spare?.pid;
  }

  #takeReader(): Reader {
    const spare = this.#spare;
    this.#spare = undefined;
    return spare?.pid === undefined ? this.#startReader() : spare;
  }

  #startReader(): Reader {
    return new Reader({ program: this.#program, limits: this.#limits, isBackground: this.#isBackground });
  }

  #prepareReader(): void {
    if (this.#isBackground) return; // nobody waits, and it would take memory
    clearTimeout(this.#spareTimer);
    this.#spareTimer = setTimeout(() => {
      this.#spare ??= this.#startReader();
      this.#spareTimer = setTimeout(() => this.endSpare(), SPARE_MS).unref();
    }, PREPARE_MS).unref();
  }

  /** Ends the reader that waits for an archive file; the next reading starts one. */
  endSpare(): void {
    clearTimeout(this.#spareTimer);
    this.#spare?.end();
    this.#spare = undefined;
  }

  /** Calls `use` with local paths of all files. */
  async #withLocalFiles<T>(
    [file, ...others]: readonly StoredFile[],
    use: (paths: string[]) => Promise<T>,
  ): Promise<T> {
    if (file === undefined) return await use([]);
    return await withLocalFile(this.#storage, filePath(file.hash, file.ext), (path) =>
      this.#withLocalFiles(others, (paths) => use([path, ...paths])),
    );
  }

  async #formatOf({ hash, ext, size }: StoredFile): Promise<ArchiveFormat | undefined> {
    if (size < MAGIC_BYTES || !mayBeArchive(ext)) return undefined;
    const parts: Buffer[] = [];
    const head = await this.#storage.read(filePath(hash, ext), { start: 0, end: MAGIC_BYTES - 1 });
    for await (const part of head) parts.push(part as Buffer);
    return archiveFormat(Buffer.concat(parts));
  }
}
