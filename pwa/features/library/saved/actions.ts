/** Actions on saved posts. */
import { postKey } from "#shared/rules/offline-db.ts";
import { t } from "../../../i18n/index.ts";
import { storageManager } from "../../../lib/secure-context/apis.ts";
import { flash } from "../../../lib/toast.ts";
import type { FileKindChoice, SavedRow } from "../../../offline/db/records.ts";
import { stopMeasuring } from "../../../offline/library/file-sizes.ts";
import { savedMarks } from "../../../offline/library/saved-marks.ts";
import { callSaving } from "../../../offline/saving/client.ts";
import type { SavablePost } from "./dialogs.ts";

/**
 * Adds posts to the saved ones and starts downloading them.
 * @param leavesOwned skips files that the visitor owns
 * @throws the errors of `callSaving`; see `isFull`
 */
export async function savePosts(
  posts: readonly SavablePost[],
  kinds: readonly FileKindChoice[],
  leavesOwned: boolean,
): Promise<void> {
  const isFirst = savedMarks().size === 0;
  await stopMeasuring();
  await callSaving("save", { posts: posts.map(requestOf), kinds: [...kinds], leavesOwned });
  // Requested once there is something to protect; a refusal changes nothing.
  if (isFirst)
    void storageManager()
      ?.persist?.()
      .catch(() => false);
}

function requestOf(post: SavablePost) {
  const { title, creatorName = "", revision } = post;
  return { key: postKey(post), title, creatorName, ...(revision === undefined ? {} : { revision }) };
}

/** True for the error of a full device. */
export const isFull = (error: unknown): boolean => error instanceof Error && error.message === "full";

/** Retries failed and missing files. */
export function saveAgain(keys: string[]): Promise<void> {
  return callSaving("resume", keys);
}

export function cancelSaving(keys: string[]): Promise<void> {
  return callSaving("cancel", keys);
}

/** Deletes posts at once, with an undo that saves them again. */
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
