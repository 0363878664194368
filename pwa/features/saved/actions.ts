/** What can be done with saved posts, for every screen. */
import { t } from "../../i18n/index.ts";
import { flash } from "../../lib/toast.ts";
import type { SavedRow } from "../../offline/db/records.ts";
import { callSaving } from "../../offline/saving/client.ts";

/** Tries again what failed or is missing. */
export function saveAgain(keys: string[]): Promise<void> {
  return callSaving("resume", keys);
}

export function cancelSaving(keys: string[]): Promise<void> {
  return callSaving("cancel", keys);
}

/** Deletes at once, and offers to save them again. */
export async function deleteSaved(keys: string[]): Promise<void> {
  const removed = await callSaving("remove", keys);
  if (removed.length === 0) return;
  flash({ text: t("saved.deleted", { count: removed.length }), undo: () => void saveRemoved(removed) });
}

async function saveRemoved(rows: readonly SavedRow[]): Promise<void> {
  const byKinds = new Map<string, SavedRow[]>();
  for (const row of rows) {
    const choice = `${row.kinds.join()} ${row.leavesOwned ?? false}`;
    byKinds.set(choice, [...(byKinds.get(choice) ?? []), row]);
  }
  for (const group of byKinds.values()) {
    const posts = group.map(({ key, title, creatorName, revision }) => ({
      key,
      title,
      creatorName,
      ...(revision === undefined ? {} : { revision }),
    }));
    await callSaving("save", {
      posts,
      kinds: group[0]?.kinds ?? [],
      leavesOwned: group[0]?.leavesOwned ?? false,
    });
  }
}
