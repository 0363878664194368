/** Storage of backups, a folder or a bucket: named files that appear once they are complete. */
import type { Readable } from "node:stream";
import { ExpectedError } from "#backend/expected-error.ts";

/** A backup that cannot be made or used; the message says why and what to do. */
export class BackupError extends ExpectedError {
  override name = "BackupError";
}

export interface PlacedFile {
  /** Path below the place, without a leading slash. */
  name: string;
  size: number;
}

export interface Written {
  size: number;
  /** SHA-256 of the stored bytes. */
  sha256: string;
}

export interface BackupPlace {
  /** For messages. */
  readonly label: string;
  /** @returns bytes of the file; undefined if there is none */
  size(name: string): Promise<number | undefined>;
  /** @throws FileError "missing file" */
  read(name: string): Promise<Readable>;
  /** Writes a file, replacing an existing one; an interrupted write leaves none. */
  write(name: string, source: Readable): Promise<Written>;
  /** True if the place is on the same disk as the file. */
  canLink(localPath: string): Promise<boolean>;
  /** Stores a hard link to a local file. @returns false if that is not possible here */
  link(name: string, localPath: string): Promise<boolean>;
  /** Files whose name begins with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<PlacedFile>;
  /** A missing file is not an error. */
  remove(name: string): Promise<void>;
}
