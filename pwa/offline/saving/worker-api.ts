/** What pages and the saving worker say to each other. Pages without words: the worker knows no language. */
import type { DataServer } from "#shared/rules/mirror.ts";
import type { FileKindChoice, SavedRow, SaveProblem } from "../db/records.ts";
import type { SavedMark } from "../library/saved-marks.ts";

/** A post to save, as far as the page knows it. */
export interface SaveRequest {
  /** `service/creator/post`. */
  key: string;
  title: string;
  /** Empty where the page does not know it. */
  creatorName: string;
  /** The former version that is shown. */
  revision?: string;
}

export interface Commands {
  /** `leavesOwned`: without files that the person has (`offline/owned.ts`). */
  save: { posts: SaveRequest[]; kinds: FileKindChoice[]; leavesOwned?: boolean };
  /** Goes on with what was begun; `keys` are tried again although they failed or are missing. */
  resume: { keys: string[] };
  /** Stops what is being saved: new posts go, others keep what they had. */
  cancel: { keys: string[] };
  remove: { keys: string[] };
  /** Are the saved posts of the list there, and their files? Nothing is read but keys. */
  audit: { marks: [string, SavedMark][] };
  /**
   * Reads every byte of these posts, or of all, and compares it with the hashes. Of files larger than `atMost` bytes it
   * only looks whether all parts are there.
   */
  check: { keys: string[] | undefined; atMost?: number };
}

export interface Replies {
  save: undefined;
  resume: undefined;
  cancel: undefined;
  /** What was removed, to bring it back. */
  remove: SavedRow[];
  audit: Audit;
  check: { checked: number; damaged: string[] };
}

export interface Audit {
  /** Keys whose row is not in the database; the worker wrote `listed` rows for them. */
  missing: string[];
  /** Keys of posts of which files are not there. */
  damaged: string[];
}

export type CommandName = keyof Commands;

export type Command = {
  [N in CommandName]: { id: number; name: N; input: Commands[N]; servers: readonly DataServer[] };
}[CommandName];

/** To the page that gave the command. */
export type WorkerMessage =
  | { type: "reply"; id: number; reply: Replies[CommandName] }
  | { type: "refused"; id: number; problem: string }
  | { type: "marks"; marks: [string, SavedMark | undefined][] }
  | { type: "idle" };

/** Name of the channel that every page and worker hears. */
export const SAVING_CHANNEL = "roost-saving";
/** Name of the lock: one worker of all tabs downloads. */
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
  /** Files that are whole, of `total`. */
  whole: number;
  total: number;
  received: number;
  /** Of all its files; undefined while some are not known. */
  bytes: number | undefined;
  /** Those on their way. */
  files: FileProgress[];
}

/** To all pages, several times a second while something is being saved. */
export type SavingNews =
  | { type: "progress"; posts: PostProgress[] }
  /** These were taken out of the list: who downloads them stops. */
  | { type: "stop"; keys: string[] }
  /** These were put into it (again): who downloads may begin them. */
  | { type: "wanted"; keys: string[] }
  | { type: "full" }
  | { type: "done"; problems: SaveProblem[] };
