/** The dialog that puts a post into collections, rendered by CollectionsHost. */
import { createStore } from "../../../lib/create-store.ts";
import type { CollectedPost } from "../../../offline/db/records.ts";

const shown = createStore<readonly CollectedPost[] | undefined>(undefined);

/** @param posts to put into collections; undefined closes it */
export const showCollections = (posts: readonly CollectedPost[] | undefined): void => shown.set(posts);
export const useCollectionsDialog = shown.use;
