import { useSyncExternalStore } from "react";
import { onSaving, savingPosts } from "../../offline/saving/client.ts";
import type { PostProgress } from "../../offline/saving/messages.ts";
import { knownSize, onSizes, sizesVersion } from "./sizes.ts";

/** What is being saved right now, in any tab. */
export function useSaving(): readonly PostProgress[] {
  return useSyncExternalStore(onSaving, savingPosts);
}

/** Sizes that are known, as they come in. */
export function useSizes(): (path: string) => number | null | undefined {
  useSyncExternalStore(onSizes, sizesVersion);
  return knownSize;
}
