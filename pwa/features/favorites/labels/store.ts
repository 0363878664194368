import { useEffect, useState } from "react";
import type { LabelRow } from "../../../offline/db/records.ts";
import { watchLabels, watchNote } from "../../../offline/labels/labels.ts";

/** Labels, oldest first; undefined while loading. */
export function useLabels(): LabelRow[] | undefined {
  const [rows, setRows] = useState<LabelRow[]>();
  useEffect(() => watchLabels(setRows), []);
  return rows;
}

/** @param key `service/creator`. @returns undefined while loading */
export function useNote(key: string): string | undefined {
  const [note, setNote] = useState<{ key: string; text: string }>();
  useEffect(() => watchNote(key, (text) => setNote({ key, text })), [key]);
  return note?.key === key ? note.text : undefined;
}
