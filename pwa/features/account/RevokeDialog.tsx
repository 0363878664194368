import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./Account.module.css";

interface RevokeDialogProps {
  name: string;
  /** Consequences. */
  note: string;
  onRevoke: () => void;
  onClose: () => void;
}

/** Asks before an access token or a link for guests is revoked. */
export function RevokeDialog({ name, note, onRevoke, onClose }: RevokeDialogProps) {
  return (
    <Dialog title={t("tokens.revokeTitle", { name })} closeLabel={t("account.cancel")} onClose={onClose}>
      <p>{note}</p>
      <p className={styles.actions}>
        <button
          type="button"
          className={`${button.button} ${button.primary}`}
          onClick={() => {
            onClose();
            onRevoke();
          }}
        >
          {t("tokens.revoke")}
        </button>
        <button type="button" className={button.button} onClick={onClose}>
          {t("account.cancel")}
        </button>
      </p>
    </Dialog>
  );
}
