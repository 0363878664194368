/** Lists stored archive files and tries passwords, with limited concurrency and a bounded queue. */
import { filePath } from "#shared/rules/files.ts";
import { ConcurrencyLimit } from "../concurrency-limit.ts";
import { type FileStorage, withLocalFile } from "../files/storage.ts";
import { type ArchiveFormat, archiveFormat, MAGIC_BYTES, mayBeArchive } from "./format.ts";
import { ArchiveError, BusyError, type Reading } from "./reader-output.ts";
import { type Job, LIMITS, type Limits, readInProcess } from "./reader-process.ts";

const CONCURRENCY = 2;
const MAX_QUEUED = 20;

export interface StoredFile {
  /** SHA-256, 64 hex digits. */
  hash: string;
  /** With its dot, or empty. */
  ext: string;
  /** Bytes. */
  size: number;
}

export interface ArchiveFilesOptions {
  storage: FileStorage;
  /** URL of reader.mjs, next to this file in the source and copied by the build. */
  program: URL;
  limits?: Partial<Limits>;
}

export class ArchiveFiles {
  readonly #storage: FileStorage;
  readonly #program: URL;
  readonly #limits: Limits;
  readonly #limit = new ConcurrencyLimit({
    concurrency: CONCURRENCY,
    maxQueued: MAX_QUEUED,
    busyError: () => new BusyError("Too many archives are being read."),
  });
  /** Number of processes started; for tests. */
  started = 0;

  constructor({ storage, program, limits }: ArchiveFilesOptions) {
    this.#storage = storage;
    this.#program = program;
    this.#limits = { ...LIMITS, ...limits };
  }

  /**
   * Lists the names in an archive file, as far as visible without a password.
   * @throws ArchiveError if none are visible, BusyError, FileError if the bytes are missing
   */
  async list(file: StoredFile): Promise<Reading> {
    return this.#read(file);
  }

  /**
   * Tries a password: `opened` only after an encrypted entry was decrypted and its checksum matched.
   * @throws like list
   */
  async tryPassword(file: StoredFile, password: string): Promise<Reading> {
    return this.#read(file, password);
  }

  async #read(file: StoredFile, password?: string): Promise<Reading> {
    const format = await this.#formatOf(file);
    if (format === undefined) throw new ArchiveError("not an archive");
    const read = (localPath: string) => this.#start({ localPath, format, password });
    return await this.#limit.run(() => withLocalFile(this.#storage, filePath(file.hash, file.ext), read));
  }

  async #formatOf({ hash, ext, size }: StoredFile): Promise<ArchiveFormat | undefined> {
    if (size < MAGIC_BYTES || !mayBeArchive(ext)) return undefined;
    const parts: Buffer[] = [];
    const head = await this.#storage.read(filePath(hash, ext), { start: 0, end: MAGIC_BYTES - 1 });
    for await (const part of head) parts.push(part as Buffer);
    return archiveFormat(Buffer.concat(parts));
  }

  #start(job: Job): Promise<Reading> {
    this.started += 1;
    return readInProcess(this.#program, job, this.#limits);
  }
}
