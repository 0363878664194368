import { useEffect, useState } from "react";
import { type LibraryAnswer, watchLibrary } from "../../offline/saved-library.ts";
import type { SavedSearch } from "./search.ts";

export interface Library {
  answer: LibraryAnswer | undefined;
  hasFailed: boolean;
}

/** The saved posts that a search asks for; follows every change. What was there stays until the answer to a new question. */
export function useLibrary({ sort = "date", creator, q = "" }: SavedSearch, limit: number): Library {
  const [library, setLibrary] = useState<Library>({ answer: undefined, hasFailed: false });
  useEffect(
    () =>
      watchLibrary(
        { sort, creator, words: q, limit },
        (answer) => setLibrary({ answer, hasFailed: false }),
        () => setLibrary((before) => ({ ...before, hasFailed: true })),
      ),
    [sort, creator, q, limit],
  );
  return library;
}
