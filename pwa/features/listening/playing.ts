/** Playing track of the whole app. Small, as every page loads it. */
import type { FileRef } from "#shared/entities/file.ts";
import { createStore } from "../../lib/create-store.ts";
import type { PlayedFrom } from "./media-session.ts";

/** Audio files of a post that the browser can play. */
export interface Sounds {
  service: string;
  user: string;
  /** Id of the post. */
  id: string;
  from: PlayedFrom;
  tracks: FileRef[];
}

export interface Playing extends Sounds {
  /** Path of the track. */
  path: string;
}

/** Undefined until something is played, and after the player was closed. */
export const playing = createStore<Playing | undefined>(undefined);
