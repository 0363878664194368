import { useEffect, useState } from "react";
import { watchCollections } from "../../../offline/collections/collections.ts";
import type { CollectionRow } from "../../../offline/db/records.ts";

/** Collections, oldest first; undefined while loading. */
export function useCollections(): CollectionRow[] | undefined {
  const [rows, setRows] = useState<CollectionRow[]>();
  useEffect(() => watchCollections(setRows), []);
  return rows;
}
