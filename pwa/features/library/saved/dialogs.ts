/** State of the dialogs about saving, rendered by SavedHost. */
import { createStore } from "../../../lib/create-store.ts";
import type { PostWithFiles } from "../../../offline/library/file-kinds.ts";

/** Fields of a post that its save button knows. */
export interface SavablePost extends PostWithFiles {
  service: string;
  user: string;
  id: string;
  /** Title as shown in lists. */
  title: string;
  creatorName?: string;
  /** Older revision that is shown. */
  revision?: string;
}

export type SaveSubject =
  /** `isBegun`: saving has started, so the progress is shown. */
  | { kind: "posts"; posts: readonly SavablePost[]; isBegun?: boolean }
  /** Newest posts of a creator. */
  | { kind: "creator"; service: string; id: string; name: string };

export type SavedDialog =
  | { kind: "save"; subject: SaveSubject }
  /** Creators of saved posts have new ones. */
  | { kind: "news" }
  /** The device is full. */
  | { kind: "full" }
  /** The browser has evicted these posts, or files of them. */
  | { kind: "missing"; keys: readonly string[] };

const shown = createStore<SavedDialog | undefined>(undefined);

export const showSaved = (next: SavedDialog | undefined): void => shown.set(next);
export const useSavedDialog = shown.use;
