import { useEffect, useState } from "react";
import { type LibraryResults, newestSaved, watchLibrary } from "../../../offline/library/saved-library.ts";
import type { SavedSearch } from "./search.ts";

export interface Library {
  answer: LibraryResults | undefined;
  hasFailed: boolean;
}

/** Page size: cards at first, and more each time. */
export const STEP = 60;
const TIMEOUT_MS = 2_000;

let ready: LibraryResults | undefined;

/** Reads the first posts before the screen is rendered, which is then rendered once. */
export async function readyLibrary(): Promise<void> {
  const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), TIMEOUT_MS));
  ready = await Promise.race([newestSaved(STEP), late]).catch(() => undefined);
}

/** Saved posts that match a search, updated on change. Keeps the previous ones until new results are loaded. */
export function useLibrary({ sort = "date", creator, q = "" }: SavedSearch, limit: number): Library {
  const isUsual = sort === "date" && creator === undefined && q === "";
  const [library, setLibrary] = useState<Library>({ answer: isUsual ? ready : undefined, hasFailed: false });
  useEffect(() => {
    ready = undefined;
    return watchLibrary(
      { sort, creator, words: q, limit },
      (answer) => setLibrary({ answer, hasFailed: false }),
      () => setLibrary((before) => ({ ...before, hasFailed: true })),
    );
  }, [sort, creator, q, limit]);
  return library;
}
