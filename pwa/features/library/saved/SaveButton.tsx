import { postKey } from "#shared/rules/offline-db.ts";
import { t } from "../../../i18n/initial.ts";
import { type SavedMark, useSavedMarks } from "../../../offline/library/saved-marks.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { type SavablePost, showSaved } from "./dialogs.ts";

/** Saves a post to the device, or says how much of it is there; its dialog has the rest. */
export function SaveButton({ post }: { post: SavablePost }) {
  const mark = useSavedMarks().get(postKey(post));
  return (
    <button
      type="button"
      className={button.button}
      aria-haspopup="dialog"
      data-saved={mark?.state}
      onClick={() => showSaved({ kind: "save", subject: { kind: "posts", posts: [post] } })}
    >
      <Icon name={mark?.state === "whole" ? "check" : "download"} size={18} />
      {mark === undefined ? t("posts.save") : markText(mark)}
    </button>
  );
}

/** What of a post is on the device. */
export function markText({ state, whole, total }: SavedMark): string {
  if (state === "whole") return t("posts.saved");
  if (state === "gone") return t("posts.savedGone");
  if (state === "saving") return total === 0 ? t("posts.saving") : t("posts.savingFiles", { whole, total });
  return t(state === "listed" || total === 0 ? "posts.save" : "posts.savedPart", { whole, total });
}
