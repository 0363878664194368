/** Interface of the saving worker, and messages between tabs. Problems are codes; screens have the texts. */
import type { DataServer } from "#shared/rules/data-servers.ts";
import type { SetDeviceKey } from "../../lib/worker-rpc/set-device-key.ts";
import type { FileKindChoice, SavedRow, SaveProblem } from "../db/records.ts";
import type { SavedMark } from "../library/saved-marks.ts";

/** A post to save, as far as the page has loaded it. */
export interface SaveRequest {
  /** `service/creator/post`. */
  key: string;
  title: string;
  /** Empty if unknown. */
  creatorName: string;
  /** Older revision that is on the screen. */
  revision?: string;
}

export interface SavingMethods {
  setDeviceKey: SetDeviceKey;
  /** Sets the file servers for all later downloads. */
  useServers: (servers: readonly DataServer[]) => void;
  /** `leavesOwned`: skips files in the list of owned files. */
  save: (input: { posts: SaveRequest[]; kinds: FileKindChoice[]; leavesOwned?: boolean }) => Promise<void>;
  /** Continues interrupted saves; also retries `keys` that failed or are missing. */
  resume: (keys: string[]) => Promise<void>;
  /** Cancels saves: new posts are removed, others keep what they had. */
  cancel: (keys: string[]) => Promise<void>;
  /** @returns the removed rows, for undo */
  remove: (keys: string[]) => Promise<SavedRow[]>;
  /** Compares the marks with the database, and files with their parts. Reads keys only. */
  audit: (marks: [string, SavedMark][]) => Promise<Audit>;
  /**
   * Checks the text and file checksums of these posts, or of all; for files larger than `atMost` bytes only the number
   * of parts.
   */
  check: (keys: string[] | undefined, atMost?: number) => Promise<CheckResult>;
}

export interface SavingEvents {
  marks: [string, SavedMark | undefined][];
  /** Emitted when no call and no download is running. */
  idle: undefined;
}

export interface Audit {
  /** Keys without a row in the database; the worker wrote `listed` rows for them. */
  missing: string[];
  /** Keys of posts with missing files or text rows. */
  damaged: string[];
}

export interface CheckResult {
  /** Number of files checked. */
  checked: number;
  /** Keys of posts with missing files or wrong checksums. */
  damaged: string[];
  /** Keys of posts without text or comments; their files may be fine. */
  incomplete: string[];
}

/** BroadcastChannel of all pages and workers. */
export const SAVING_CHANNEL = "roost-saving";
/** Web Lock: across tabs, one worker downloads at a time. */
export const SAVING_LOCK = "roost-saving";

export interface FileProgress {
  name: string;
  received: number;
  bytes: number | undefined;
}

/** A post being saved now. Sizes are bytes. */
export interface PostProgress {
  key: string;
  title: string;
  /** Complete files, of `total`. */
  whole: number;
  total: number;
  received: number;
  /** Total of all files; undefined while some sizes are unknown. */
  bytes: number | undefined;
  /** Files being downloaded. */
  files: FileProgress[];
}

/** Messages on the channel; progress is sent several times a second. */
export type SavingMessage =
  | { type: "progress"; posts: PostProgress[] }
  /** Removed from the list: stops their downloads. */
  | { type: "stop"; keys: string[] }
  /** Added to the list (again): starts their downloads. */
  | { type: "wanted"; keys: string[] }
  | { type: "full" }
  | { type: "done"; problems: SaveProblem[] };
