/** State of the dialogs about saving, rendered by SavedHost. */
import { createStore } from "../../../lib/create-store.ts";
import type { PostWithFiles } from "../../../offline/library/file-kinds.ts";

/** A post as far as it is known where the button stands. */
export interface SavablePost extends PostWithFiles {
  service: string;
  user: string;
  id: string;
  /** As lists show it. */
  title: string;
  creatorName?: string;
  /** The older revision in view. */
  revision?: string;
}

export type SaveSubject =
  /** `isBegun`: they are being saved, which is shown. */
  | { kind: "posts"; posts: readonly SavablePost[]; isBegun?: boolean }
  /** Some of a creator's posts. */
  | { kind: "creator"; service: string; id: string; name: string };

export type SavedDialog =
  | { kind: "save"; subject: SaveSubject }
  /** Creators of saved posts have new ones. */
  | { kind: "news" }
  /** The device is full. */
  | { kind: "full" }
  /** The browser threw these posts away, or files of them. */
  | { kind: "missing"; keys: readonly string[] };

const shown = createStore<SavedDialog | undefined>(undefined);

export const showSaved = (next: SavedDialog | undefined): void => shown.set(next);
export const useSavedDialog = shown.use;
