import { useEffect, useState } from "react";
import { postKey } from "#shared/rules/offline-db.ts";
import { t } from "../../../i18n/index.ts";
import { createStore } from "../../../lib/create-store.ts";
import { MAX_SELECTED, pick, type Selection } from "../../../lib/selection.ts";
import { postTitle } from "../../../lib/text.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { ScreenIcon } from "../../../ui/ScreenIcon.tsx";
import { showCollections } from "../../library/collections/dialogs.ts";
import { showSaved } from "../../library/saved/dialogs.ts";
import { ZipPosts } from "../../library/zip/ZipPosts.tsx";
import type { ListedToZip } from "../../library/zip/ZipPostsDialog.tsx";
import styles from "./Selection.module.css";
import type { ListedPost } from "./subject.ts";

export interface SelectionProps {
  /** Posts of the list, in order. */
  posts: readonly ListedPost[];
  selection: Selection;
  onChange: (selection: Selection | undefined) => void;
}

/** The last selection was refused: too many posts. */
const isRefused = createStore(false);

/** Checkbox in the corner of a card. Shift selects the range from the last selected post. */
export function PickBox({ post, posts, selection, onChange }: SelectionProps & { post: ListedPost }) {
  const key = postKey(post);
  const title = postTitle(post);
  return (
    <label className={styles.pick}>
      <input
        type="checkbox"
        aria-label={t("selection.select", { title })}
        checked={selection.keys.has(key)}
        onClick={(event) => {
          const next = pick(selection, key, event.shiftKey, posts.map(postKey));
          isRefused.set(next === undefined);
          if (next !== undefined) onChange(next);
        }}
        onChange={() => {}} // handled by the click event, which has the Shift key
      />
    </label>
  );
}

/** Actions on the selected posts. */
export function SelectionBar({ posts, selection, onChange }: SelectionProps) {
  const refused = isRefused.use();
  const [toZip, setToZip] = useState<readonly ListedToZip[]>();
  const chosen = posts.filter((post) => selection.keys.has(postKey(post)));
  useEffect(() => () => isRefused.set(false), []);
  const named = () =>
    chosen.map((post) => ({
      ...post,
      title: postTitle(post),
      ...(post.creator_name === undefined ? {} : { creatorName: post.creator_name }),
    }));
  return (
    <>
      <Notice kind="selection">
        <section className={styles.bar} aria-label={t("selection.title")}>
          <p>
            {refused
              ? t("selection.tooMany", { count: MAX_SELECTED })
              : t("selection.count", { count: chosen.length })}
          </p>
          <button
            type="button"
            className={`${button.button} ${button.primary}`}
            aria-haspopup="dialog"
            disabled={chosen.length === 0}
            onClick={() => showSaved({ kind: "save", subject: { kind: "posts", posts: named() } })}
          >
            <Icon name="saved" size={18} />
            <span>{t("posts.save")}</span>
          </button>
          <button
            type="button"
            className={button.icon}
            aria-haspopup="dialog"
            aria-label={t("collections.add")}
            title={t("collections.add")}
            disabled={chosen.length === 0}
            onClick={() => showCollections(named())}
          >
            <ScreenIcon name="list" size={22} />
          </button>
          <button
            type="button"
            className={button.icon}
            aria-haspopup="dialog"
            aria-label={t("zip.open")}
            title={t("zip.open")}
            disabled={chosen.length === 0}
            onClick={() => setToZip(named())}
          >
            <Icon name="files" size={22} />
          </button>
          <button
            type="button"
            className={button.icon}
            aria-label={t("selection.end")}
            title={t("selection.end")}
            onClick={() => onChange(undefined)}
          >
            <Icon name="close" size={22} />
          </button>
        </section>
      </Notice>
      {/* Outside of the notice, which is hidden while a dialog is open. */}
      {toZip === undefined ? null : <ZipPosts posts={toZip} onClose={() => setToZip(undefined)} />}
    </>
  );
}
