/** What the page and the worker that makes a ZIP say to each other. No words: the worker knows no language. */
import type { DataServer } from "#shared/rules/mirror.ts";
import type { SaveProblem } from "../../offline/db/records.ts";

export interface ZipFile {
  /** SHA-256, 64 lower-case hex digits. */
  hash: string;
  /** `/aa/bb/<sha256><ext>`. */
  path: string;
  /** As the post has it. */
  name: string;
  /** Inside the ZIP. */
  zipName: string;
  /** The person has it already, and wants it left out: the ZIP names it only. */
  isSkipped: boolean;
}

export interface ZipJob {
  files: ZipFile[];
  /** Written as they are, after the files. */
  texts: { zipName: string; text: string }[];
  /** Written last, as JSON with `files` added: what became of each. Undefined leaves it out. */
  metadata: { zipName: string; value: Record<string, unknown> } | undefined;
  /** When the post was published: milliseconds since 1970. */
  modified: number;
  /** A file that somebody chose, or a name in the browser's own file system. */
  output: { kind: "picked"; handle: FileSystemFileHandle } | { kind: "own"; name: string };
  servers: readonly DataServer[];
}

export interface FileState {
  state: "waiting" | "running" | "whole" | "failed" | "skipped";
  /** Bytes. */
  received: number;
  /** Bytes; undefined until the server has said it. */
  bytes?: number;
  problem?: SaveProblem;
  /** It came from this device, not over the line. */
  isLocal?: true;
}

/** `again` and `finish` answer to `paused`. */
export type ZipOrder = { type: "begin"; job: ZipJob } | { type: "again" | "finish" | "cancel" };

export type ZipNews =
  /** By place in `files`: those that changed. */
  | { type: "progress"; changes: [number, FileState][] }
  /** Some files could not be had, and nothing is decided for the others' sake: try again, or go on without them? */
  | { type: "paused" }
  | { type: "done"; bytes: number }
  | { type: "cancelled" }
  /** Nothing was made. `full`: no room; `output`: the place cannot be written to. */
  | { type: "refused"; problem: "full" | "output" };
