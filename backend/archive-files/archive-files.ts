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
import {
  type Job,
  LIMITS,
  type Limits,
  readInProcess,
  UNPACK_LIMITS,
  unpackInProcess,
  type Wanted,
} from "./reader-process.ts";

const CONCURRENCY = 2;
const MAX_QUEUED = 20;
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

/** Each part is an open file of the reader process. */
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
  /** Number of processes started; for tests. */
  started = 0;

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
   * @returns bytes of each, as `unpackInProcess`
   * @throws like list
   */
  async unpack(file: SourceFiles, password: string | undefined, wanted: Wanted): Promise<(number | null)[]> {
    return await this.#run(file, password, this.#unpackLimit, (job) =>
      unpackInProcess(this.#program, job, wanted, this.#unpackLimits),
    );
  }

  #read(file: SourceFiles, password?: string): Promise<Reading> {
    return this.#run(file, password, this.#limit, (job) => readInProcess(this.#program, job, this.#limits));
  }

  async #run<T>(
    { kind, files, main }: SourceFiles,
    password: string | undefined,
    limit: ConcurrencyLimit,
    start: (job: Job) => Promise<T>,
  ): Promise<T> {
    const [first] = files;
    const format = first && files.length <= MAX_PARTS ? await this.#formatOf(first) : undefined;
    if (format === undefined) throw new ArchiveError("not an archive");
    const read = (localPaths: string[]) => {
      this.started += 1;
      return start({
        localPaths,
        names: namesOfParts(kind, files),
        main,
        format,
        password,
        isBackground: this.#isBackground,
      });
    };
    return await limit.run(() => this.#withLocalFiles(files, read));
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
