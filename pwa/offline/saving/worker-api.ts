/** What the saving worker offers, and the messages between all tabs. It returns codes, the screens have the texts. */
import type { DataServer } from "#shared/rules/mirror.ts";
import type { FileKindChoice, SavedRow, SaveProblem } from "../db/records.ts";
import type { SavedMark } from "../library/saved-marks.ts";

/** A post to save, as far as the page has it. */
export interface SaveRequest {
  /** `service/creator/post`. */
  key: string;
  title: string;
  /** Empty where unknown. */
  creatorName: string;
  /** The older revision that is shown. */
  revision?: string;
}

export interface SavingMethods {
  /** Servers of files, for every download from now on. */
  useServers: (servers: readonly DataServer[]) => void;
  /** `leavesOwned`: without files that the person has elsewhere. */
  save: (input: { posts: SaveRequest[]; kinds: FileKindChoice[]; leavesOwned?: boolean }) => Promise<void>;
  /** Continues interrupted saves; `keys` are retried although they failed or are missing. */
  resume: (keys: string[]) => Promise<void>;
  /** Stops what is being saved: new posts are removed, others keep what they had. */
  cancel: (keys: string[]) => Promise<void>;
  /** @returns the removed rows, for undo */
  remove: (keys: string[]) => Promise<SavedRow[]>;
  /** Compares the marks with the database, and files with their parts. Reads keys only. */
  audit: (marks: [string, SavedMark][]) => Promise<Audit>;
  /**
   * Looks for the text of these posts, or of all, and compares the checksums of their files. Of files larger than `atMost`
   * bytes only the number of parts.
   */
  check: (keys: string[] | undefined, atMost?: number) => Promise<CheckResult>;
}

export interface SavingEvents {
  marks: [string, SavedMark | undefined][];
  /** No call and no download is running. */
  idle: undefined;
}

export interface Audit {
  /** Keys whose row is not in the database; the worker wrote `listed` rows for them. */
  missing: string[];
  /** Keys of posts of which files or rows of text are not there. */
  damaged: string[];
}

export interface CheckResult {
  /** How many files were checked. */
  checked: number;
  /** Keys of posts of which files are not there or have another checksum. */
  damaged: string[];
  /** Keys of posts without their text or comments, whose files may be fine. */
  incomplete: string[];
}

/** BroadcastChannel of all pages and workers. */
export const SAVING_CHANNEL = "roost-saving";
/** Web Lock: one worker of all tabs downloads. */
export const SAVING_LOCK = "roost-saving";

export interface FileProgress {
  name: string;
  received: number;
  bytes: number | undefined;
}

/** A post that is being saved right now. Sizes are bytes. */
export interface PostProgress {
  key: string;
  title: string;
  /** Complete files, of `total`. */
  whole: number;
  total: number;
  received: number;
  /** Of all its files; undefined while some are unknown. */
  bytes: number | undefined;
  /** Those being downloaded. */
  files: FileProgress[];
}

/** On the channel; progress several times a second. */
export type SavingMessage =
  | { type: "progress"; posts: PostProgress[] }
  /** Removed from the list: their downloads stop. */
  | { type: "stop"; keys: string[] }
  /** Added to the list (again): their downloads may start. */
  | { type: "wanted"; keys: string[] }
  | { type: "full" }
  | { type: "done"; problems: SaveProblem[] };
