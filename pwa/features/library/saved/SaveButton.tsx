import { postKey } from "#shared/rules/offline-db.ts";
import { t } from "../../../i18n/initial.ts";
import { type SavedMark, useSavedMarks } from "../../../offline/library/saved-marks.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { type SavablePost, showSaved } from "./dialogs.ts";

/** Opens the dialog that saves a post; shows how much of it is saved. */
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
      <Icon name={mark?.state === "whole" ? "check" : "saved"} size={18} />
      {mark === undefined ? t("posts.save") : markText(mark)}
    </button>
  );
}

/** Describes how much of a post is saved. */
export function markText({ state, whole, total }: SavedMark): string {
  if (state === "whole") return t("posts.saved");
  if (state === "gone") return t("posts.savedGone");
  if (state === "saving") return total === 0 ? t("posts.saving") : t("posts.savingFiles", { whole, total });
  return t(state === "listed" || total === 0 ? "posts.save" : "posts.savedPart", { whole, total });
}
