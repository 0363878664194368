import { useSyncExternalStore } from "react";
import { onSaving, savingPosts } from "../../offline/saving/client.ts";
import type { PostProgress } from "../../offline/saving/worker-api.ts";

/** What is being saved right now, in any tab. */
export function useSaving(): readonly PostProgress[] {
  return useSyncExternalStore(onSaving, savingPosts);
}
