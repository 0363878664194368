/** Rows of the chosen files. */
import type { HashHit } from "#shared/entities/archive-file.ts";
import type { SavedLocation } from "../../../offline/owned-files/lookups.ts";
import type { HashProblem } from "./hashing/worker-api.ts";

/**
 * `asking`: hashed, lookup pending. `queued`: lookup waits for a connection.
 * `local`: in no saved post, and the archive was not asked. `stopped`: cancelled before the end.
 */
export type RowState =
  | "waiting"
  | "hashing"
  | "asking"
  | "known"
  | "unknown"
  | "local"
  | "queued"
  | "failed"
  | "stopped";

export interface Row {
  readonly id: number;
  readonly name: string;
  /** Folders above it in the choice, with a slash after each; empty without any. */
  readonly folder: string;
  /** Undefined for lookups queued in an earlier visit. */
  readonly file?: File;
  /** Bytes. */
  readonly size?: number;
  /** Hashed bytes. */
  readonly done: number;
  readonly state: RowState;
  readonly hash?: string;
  readonly hit?: HashHit;
  /** Saved posts on this device with the file. */
  readonly saved?: readonly SavedLocation[];
  readonly problem?: HashProblem;
}

export type Filter = "all" | "known" | "unknown" | "open" | "failed";

/** States of rows shown by each filter. */
const SHOWN: Record<Exclude<Filter, "all">, readonly RowState[]> = {
  known: ["known"],
  unknown: ["unknown", "local"],
  open: ["waiting", "hashing", "asking", "queued"],
  failed: ["failed", "stopped"],
};

export type Counts = Record<RowState, number>;

export function filtered(rows: readonly Row[], filter: Filter): readonly Row[] {
  return filter === "all" ? rows : rows.filter(({ state }) => SHOWN[filter].includes(state));
}

export function countOf(counts: Counts, filter: Exclude<Filter, "all">): number {
  return SHOWN[filter].reduce((sum, state) => sum + counts[state], 0);
}

export function noCounts(): Counts {
  return {
    waiting: 0,
    hashing: 0,
    asking: 0,
    known: 0,
    unknown: 0,
    local: 0,
    queued: 0,
    failed: 0,
    stopped: 0,
  };
}

/** Snapshot for the screen; a new object after each change. */
export interface LookupState {
  rows: readonly Row[];
  counts: Counts;
  isPaused: boolean;
  /** Files are being hashed or queued. */
  isBusy: boolean;
  /** Total bytes of files of known size, and hashed bytes. */
  bytes: number;
  done: number;
  /** Bytes per second, and remaining seconds; undefined while unknown. */
  rate: number | undefined;
  left: number | undefined;
  /** Number of files of the last choice that were left out. */
  leftOut: number;
}
