import { useEffect, useMemo, useState } from "react";
import { postKey } from "#shared/rules/offline-db.ts";
import { t } from "../../../i18n/index.ts";
import { measure, useSizes } from "../../../offline/library/file-sizes.ts";
import { useSavedMarks } from "../../../offline/library/saved-marks.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { Success } from "../../../ui/Success.tsx";
import { isFull, savePosts } from "./actions.ts";
import { type SavablePost, showSaved } from "./dialogs.ts";
import { planOf, sumOf } from "./plan.ts";
import { sumText } from "./SaveChoice.tsx";
import { watchFull } from "./watch-full.ts";

/** Saves posts with all their files, after showing the size. */
export function SaveAll({ posts }: { posts: readonly SavablePost[] }) {
  const marks = useSavedMarks();
  const missing = useMemo(
    () => posts.filter((post) => marks.get(postKey(post))?.state !== "whole"),
    [posts, marks],
  );
  const plan = useMemo(() => planOf(missing), [missing]);
  const files = useMemo(() => plan.flatMap((one) => one.files), [plan]);
  const [isRefused, setIsRefused] = useState(false);
  const sizeOf = useSizes();
  useEffect(() => measure(files.map(({ path }) => path)), [files]);
  if (missing.length === 0) return <Success>{t("saved.dialog.done", { count: posts.length })}</Success>;
  const size = files.length === 0 ? t("saved.dialog.text") : sumText(sumOf(files, sizeOf));
  const subject = { kind: "posts" as const, posts: missing };
  const save = async () => {
    try {
      const kinds = plan.map(({ kind }) => kind);
      await savePosts(missing, kinds, false);
      watchFull();
      showSaved({ kind: "save", subject: { ...subject, isBegun: true } });
    } catch (error) {
      if (isFull(error)) showSaved({ kind: "full" });
      else setIsRefused(true);
    }
  };
  return (
    <>
      <button
        type="button"
        className={`${button.button} ${button.primary}`}
        aria-haspopup="dialog"
        onClick={() => void save()}
      >
        <Icon name="saved" size={18} />
        {t("saved.all", { size })}
      </button>
      <button
        type="button"
        className={button.button}
        aria-haspopup="dialog"
        onClick={() => showSaved({ kind: "save", subject })}
      >
        {t("saved.dialog.kinds")}
      </button>
      {isRefused ? <p role="alert">{t("saved.dialog.refused")}</p> : null}
    </>
  );
}
