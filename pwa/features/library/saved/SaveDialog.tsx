import { useState } from "react";
import { postKey } from "#shared/rules/offline-db.ts";
import { t } from "../../../i18n/index.ts";
import type { FileKindChoice } from "../../../offline/db/records.ts";
import { savedRow } from "../../../offline/library/saved-library.ts";
import { savedMarks } from "../../../offline/library/saved-marks.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { type SavablePost, type SaveSubject, showSaved } from "./dialogs.ts";
import { SaveChoice } from "./SaveChoice.tsx";
import styles from "./Saved.module.css";
import { SaveStatus } from "./SaveStatus.tsx";
import { SliceChoice } from "./SliceChoice.tsx";
import { watchFull } from "./watch-full.ts";

/** Choice of what to save, with its size; then the progress. */
export function SaveDialog({ subject }: { subject: SaveSubject }) {
  const [begun, setBegun] = useState<string[]>(() => alreadyBegun(subject));
  const [isChoosing, setIsChoosing] = useState(begun.length === 0);
  const [kinds, setKinds] = useState<readonly FileKindChoice[]>(["image"]);
  /** Returns to the choice of files, for a single post. */
  const change = async () => {
    const row = await savedRow(begun[0] ?? "").catch(() => undefined);
    if (row !== undefined) setKinds(row.kinds);
    setIsChoosing(true);
  };
  const begin = (posts: readonly SavablePost[]) => {
    watchFull();
    setBegun(posts.map(postKey));
    setIsChoosing(false);
  };
  return (
    <Dialog className={styles.dialog} title={titleOf(subject)} onClose={() => showSaved(undefined)}>
      {isChoosing ? (
        subject.kind === "posts" ? (
          <SaveChoice posts={subject.posts} defaultKinds={kinds} onBegin={begin} />
        ) : (
          <SliceChoice subject={subject} onBegin={begin} />
        )
      ) : (
        <SaveStatus keys={begun} onClose={() => showSaved(undefined)} onChange={() => void change()} />
      )}
    </Dialog>
  );
}

/** Keys of posts whose status is shown at once: a single saved post, or posts whose saving has just started. */
function alreadyBegun(subject: SaveSubject): string[] {
  if (subject.kind === "posts" && subject.isBegun === true) return subject.posts.map(postKey);
  const only = subject.kind === "posts" && subject.posts.length === 1 ? subject.posts[0] : undefined;
  if (only === undefined) return [];
  const mark = savedMarks().get(postKey(only));
  return mark === undefined || mark.state === "listed" || mark.state === "gone" ? [] : [postKey(only)];
}

function titleOf(subject: SaveSubject): string {
  if (subject.kind === "creator") {
    return t("saved.dialog.creator", { name: subject.name });
  }
  const count = subject.posts.length;
  return count === 1 ? t("saved.dialog.one") : t("saved.dialog.many", { count });
}
