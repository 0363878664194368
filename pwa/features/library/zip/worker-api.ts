/** What the worker that makes a ZIP offers; it returns codes, the screen has the texts. */
import type { DataServer } from "#shared/rules/data-servers.ts";
import type { SaveProblem } from "../../../offline/db/records.ts";

export interface ZipEntry {
  /** Inside the ZIP, with its folder. */
  zipName: string;
  /** When its post was published: milliseconds since 1970. */
  modified: number;
}

export interface ZipFile extends ZipEntry {
  /** SHA-256, 64 lower-case hex digits. */
  hash: string;
  /** `/aa/bb/<sha256><ext>`. */
  path: string;
  /** As the post has it. */
  name: string;
  /** Left out because the person has it already: only listed in the metadata. */
  isSkipped: boolean;
}

export interface ZipJob {
  files: ZipFile[];
  /** Written as they are, after the files. */
  texts: (ZipEntry & { text: string })[];
  /** Of each post whose details are wanted. Written last, as JSON with `files` added: what became of each. */
  metadata: ZipMetadata[];
  /** A file that somebody chose, or a name in the browser's own file system. */
  output: { kind: "picked"; handle: FileSystemFileHandle } | { kind: "own"; name: string };
  servers: readonly DataServer[];
}

export interface ZipMetadata extends ZipEntry {
  value: Record<string, unknown>;
  /** The post's first file in `files`, and their number. */
  from: number;
  count: number;
}

export interface FileState {
  state: "waiting" | "running" | "whole" | "failed" | "skipped";
  /** Bytes. */
  received: number;
  /** Bytes; undefined until the server has said it. */
  bytes?: number;
  problem?: SaveProblem;
  /** Read from storage, not from the network. */
  isLocal?: true;
}

export type ZipEnd =
  | { type: "done"; bytes: number }
  | { type: "cancelled" }
  /** Nothing was made. `full`: no space left; `output`: the destination is not writable. */
  | { type: "refused"; problem: "full" | "output" };

export interface ZipMethods {
  /** Makes the one ZIP of this worker. */
  make: (job: ZipJob) => Promise<ZipEnd>;
  /** Ends a pause: retries the failed files, or continues without them. */
  decide: (isRetried: boolean) => void;
  /** `make` then ends as `cancelled`. */
  cancel: () => void;
}

export interface ZipEvents {
  /** The files that changed, by index in `files`. */
  progress: [number, FileState][];
  /** Some files failed: waits for `decide` or `cancel`. */
  paused: undefined;
}
