import { createReadableStore } from "../../lib/create-store.ts";
import { onSaving, savingPosts } from "../../offline/saving/client.ts";
import type { PostProgress } from "../../offline/saving/worker-api.ts";

const NONE: readonly PostProgress[] = [];

/** What is being saved right now, in any tab. */
export const useSaving = createReadableStore<readonly PostProgress[]>(savingPosts, () => NONE, onSaving).use;
