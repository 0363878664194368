import { useMutation, useQueryClient } from "@tanstack/react-query";
import { t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import styles from "./Account.module.css";
import { canUsePasskeys, logInWithPasskey, passkeyProblem } from "./passkeys.ts";

/** Login with a passkey; nothing if the browser or the address does not allow passkeys. */
export function PasskeyLogin({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const enter = useMutation({ mutationFn: () => logInWithPasskey(client), onSuccess: onDone });
  if (!canUsePasskeys()) return null;
  return (
    <div>
      <button
        type="button"
        className={button.button}
        disabled={enter.isPending}
        onClick={() => enter.mutate()}
      >
        {t("account.passkeyLogin")}
      </button>
      <p className={styles.problem} role="alert">
        {passkeyProblem(enter.error)}
      </p>
    </div>
  );
}
