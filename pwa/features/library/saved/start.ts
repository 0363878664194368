/** At startup with saved posts: resumes downloads and detects evicted posts. */
import { savedMarks } from "../../../offline/library/saved-marks.ts";
import { callSaving } from "../../../offline/saving/client.ts";
import { readSavedCounts } from "../../../offline/saving/saved-counts.ts";
import { hasAutoSaves } from "./auto-save.ts";
import { showSaved } from "./dialogs.ts";
import { watchNewPosts } from "./new-posts.ts";
import { watchFull } from "./watch-full.ts";

export async function checkSavedPosts(): Promise<void> {
  const marks = [...savedMarks()];
  try {
    // If the browser was killed, the marks in localStorage may be seconds older than the database.
    const { saved, saving } = await readSavedCounts();
    if (saved + marks.length === 0 && !(await hasAutoSaves())) return;
    watchFull();
    void watchNewPosts();
    if (saving > 0) await callSaving("resume", []);
    const { missing, damaged } = await callSaving("audit", marks);
    const keys = [...new Set([...missing, ...damaged])];
    if (keys.length > 0) showSaved({ kind: "missing", keys });
  } catch (error) {
    console.warn("Saved posts could not be looked after.", error);
  }
}
