import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { showSaved } from "./dialogs.ts";

/** Opens the dialog that saves posts of a creator. */
export function SaveCreatorButton({ creator }: { creator: { service: string; id: string; name: string } }) {
  return (
    <button
      type="button"
      className={button.button}
      aria-haspopup="dialog"
      onClick={() => showSaved({ kind: "save", subject: { kind: "creator", ...creator } })}
    >
      <Icon name="saved" size={18} />
      <span data-word="">{t("posts.saveCreator")}</span>
    </button>
  );
}
