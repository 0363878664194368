/** Interface of the worker that reads archive files; client.ts starts it. Failures are `ArchiveFault`s. */
import type { ArchiveFile } from "#shared/entities/archive-file.ts";
import type { EntryAddress } from "#shared/rules/files.ts";
import type { SetDeviceKey } from "../../lib/worker-rpc/set-device-key.ts";

/** An archive file inside of another. */
export interface InnerArchive {
  file_list: string[];
  file_sizes: (number | null)[];
  /** `""` if none is needed, null if unknown, else the password. */
  password: string | null;
}

export interface UnpackedFile {
  /** With the type of its bytes. */
  file: Blob;
  /** Shown by browsers; false if it is only downloaded. */
  inline: boolean;
}

export interface ArchiveMethods {
  setDeviceKey: SetDeviceKey;
  /** Contents of a saved archive file, of which no answer of the server is stored. */
  list: (hash: string) => Promise<ArchiveFile>;
  /**
   * Contents of an archive file inside of one that is saved, or that the server opens.
   * @param passwords to try, if it needs one
   */
  listInner: (outer: EntryAddress, passwords: string[]) => Promise<InnerArchive>;
  /** Tries a password on a saved archive file; the correct one is stored with it. @returns undefined if it is wrong */
  tryPassword: (hash: string, password: string) => Promise<ArchiveFile | undefined>;
  /**
   * Unpacks a file.
   * @param width of a thumbnail instead; null for the file
   * @param passwords as for `listInner`
   */
  unpack: (entry: EntryAddress, width: number | null, passwords: string[]) => Promise<UnpackedFile>;
}
