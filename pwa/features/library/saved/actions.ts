/** What can be done with saved posts, for every screen. */
import { postKey } from "#shared/rules/offline-db.ts";
import { t } from "../../../i18n/index.ts";
import { flash } from "../../../lib/toast.ts";
import type { FileKindChoice, SavedRow } from "../../../offline/db/records.ts";
import { stopMeasuring } from "../../../offline/library/file-sizes.ts";
import { savedMarks } from "../../../offline/library/saved-marks.ts";
import { callSaving } from "../../../offline/saving/client.ts";
import type { SavablePost } from "./dialogs.ts";

/**
 * Puts posts into the list of saved ones, and begins.
 * @param leavesOwned without files that are in the visitor's own folders
 * @throws as `callSaving` does; see `isFull`
 */
export async function savePosts(
  posts: readonly SavablePost[],
  kinds: readonly FileKindChoice[],
  leavesOwned: boolean,
): Promise<void> {
  const isFirst = savedMarks().size === 0;
  await stopMeasuring();
  await callSaving("save", { posts: posts.map(requestOf), kinds: [...kinds], leavesOwned });
  // Asked when there is something to protect; a refusal changes nothing.
  if (isFirst) void navigator.storage?.persist?.().catch(() => false);
}

function requestOf(post: SavablePost) {
  const { title, creatorName = "", revision } = post;
  return { key: postKey(post), title, creatorName, ...(revision === undefined ? {} : { revision }) };
}

/** Whether saving was refused for want of space. */
export const isFull = (error: unknown): boolean => error instanceof Error && error.message === "full";

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
