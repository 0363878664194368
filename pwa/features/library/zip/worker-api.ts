/** Interface of the ZIP worker; it returns codes, which the screen translates. */
import type { DataServer } from "#shared/rules/data-servers.ts";
import type { SetDeviceKey } from "../../../lib/worker-rpc/set-device-key.ts";
import type { SaveProblem } from "../../../offline/db/records.ts";
import type { Book } from "./book.ts";

export interface ZipEntry {
  /** Inside the ZIP, with its folder. */
  zipName: string;
  /** Publication time of the post: milliseconds since 1970. */
  modified: number;
}

export interface ZipFile extends ZipEntry {
  /** SHA-256, 64 lower-case hex digits. */
  hash: string;
  /** `/aa/bb/<sha256><ext>`. */
  path: string;
  /** Name in the post. */
  name: string;
  /** Left out because the visitor owns it; listed in the metadata only. */
  isSkipped: boolean;
  /** Written as a JPEG, whose longest side has at most `maxSide` pixels. */
  jpeg?: { maxSide: number | undefined };
}

export interface ZipJob {
  /** Texts written before the files. */
  first: (ZipEntry & { text: string })[];
  files: ZipFile[];
  /** Texts written after the files. */
  texts: (ZipEntry & { text: string })[];
  /** Metadata of posts. Written last as JSON, with `files` added: the result of each. */
  metadata: ZipMetadata[];
  /** The comic or book that the images are of; its texts are written last. */
  book?: Book;
  /** A chosen file, a name in OPFS, or a Blob without OPFS. */
  output: { kind: "picked"; handle: FileSystemFileHandle } | { kind: "own"; name: string } | { kind: "blob" };
  servers: readonly DataServer[];
}

export interface ZipMetadata extends ZipEntry {
  value: Record<string, unknown>;
  /** Index of the post's first file in `files`, and their number. */
  from: number;
  count: number;
}

export interface FileState {
  state: "waiting" | "running" | "whole" | "failed" | "skipped";
  /** Bytes. */
  received: number;
  /** Bytes; undefined until the server reports it. */
  bytes?: number;
  /** `unreadable`: not an image that the browser can convert. */
  problem?: SaveProblem | "unreadable";
  /** Read from storage, not from the network. */
  isLocal?: true;
}

export type ZipEnd =
  /** `blob`: without a file. */
  | { type: "done"; bytes: number; blob?: Blob }
  | { type: "cancelled" }
  /** No ZIP was created. `full`: no space left; `output`: the destination is not writable. */
  | { type: "refused"; problem: "full" | "output" };

export interface ZipMethods {
  setDeviceKey: SetDeviceKey;
  /** Writes the ZIP; called once per worker. */
  make: (job: ZipJob) => Promise<ZipEnd>;
  /** Ends a pause: retries the failed files, or continues without them. */
  decide: (isRetried: boolean) => void;
  /** Makes `make` resolve as `cancelled`. */
  cancel: () => void;
}

export interface ZipEvents {
  /** Changed files, by index in `files`. */
  progress: [number, FileState][];
  /** Some files failed: waits for `decide` or `cancel`. */
  paused: undefined;
}
