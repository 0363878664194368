/** What is known of each file that was chosen. */
import type { HashHit } from "#shared/entities/archive-file.ts";
import type { SavedLocation } from "../../../offline/owned-files/lookups.ts";
import type { HashProblem } from "./hashing/worker-api.ts";

/**
 * `asking`: hashed, lookup pending. `queued`: lookup waits for a connection.
 * `stopped`: it was cancelled before it was done.
 */
export type RowState =
  | "waiting"
  | "hashing"
  | "asking"
  | "known"
  | "unknown"
  | "queued"
  | "failed"
  | "stopped";

export interface Row {
  readonly id: number;
  readonly name: string;
  /** Folders above it in the choice, with a slash after each; empty without any. */
  readonly folder: string;
  /** Undefined for what was queued in an earlier visit. */
  readonly file?: File;
  /** Bytes. */
  readonly size?: number;
  /** Bytes that were hashed. */
  readonly done: number;
  readonly state: RowState;
  readonly hash?: string;
  readonly hit?: HashHit;
  /** Saved posts of this device that hold it. */
  readonly saved?: readonly SavedLocation[];
  readonly problem?: HashProblem;
}

export type Filter = "all" | "known" | "unknown" | "open" | "failed";

/** The states that each filter lets through. */
const SHOWN: Record<Exclude<Filter, "all">, readonly RowState[]> = {
  known: ["known"],
  unknown: ["unknown"],
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
  return { waiting: 0, hashing: 0, asking: 0, known: 0, unknown: 0, queued: 0, failed: 0, stopped: 0 };
}

/** What one look at the screen needs; a new object after each change. */
export interface LookupState {
  rows: readonly Row[];
  counts: Counts;
  isPaused: boolean;
  /** Files are being hashed or wait for it. */
  isBusy: boolean;
  /** Bytes of all files, as far as their sizes are known, and how many of them are hashed. */
  bytes: number;
  done: number;
  /** Bytes a second, and seconds until all are hashed; undefined while unknown. */
  rate: number | undefined;
  left: number | undefined;
  /** Files of the last choice that were left out. */
  leftOut: number;
}
