import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { t } from "../../i18n/index.ts";
import { flash } from "../../lib/toast.ts";
import { hasOfflineData } from "../../offline/db/has-data.ts";
import button from "../../ui/Button.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import styles from "./Account.module.css";
import { logOut } from "./session-actions.ts";

const loadQueue = () => import("../../offline/queue/queue.ts");
/** Timeout of sending queued actions before the logout. */
const SEND_TIMEOUT_MS = 5_000;

/** `/authentication/logout`: logs out and goes home; asks first if unsent changes would be lost. */
export function LogoutPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const [unsent, setUnsent] = useState(0);
  const isStarted = useRef(false);
  const leave = useCallback(async () => {
    setUnsent(0);
    await logOut(client);
    flash({ text: t(navigator.onLine ? "account.loggedOut" : "account.loggedOutOffline") });
    await navigate({ to: "/", replace: true });
  }, [client, navigate]);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    void sendUnsent().then((count) => (count === 0 ? leave() : setUnsent(count)));
  }, [leave]);
  return (
    <div className={styles.narrow}>
      <PageHeading title={t("account.logout")} />
      {unsent === 0 ? (
        <p role="status">{t("account.loggingOut")}</p>
      ) : (
        <>
          <p role="alert">{t("account.unsent", { count: unsent })}</p>
          <p className={styles.actions}>
            <button
              type="button"
              className={`${button.button} ${button.primary}`}
              onClick={() => void leave()}
            >
              {t("account.logoutAnyway")}
            </button>
            <button type="button" className={button.button} onClick={() => router.history.back()}>
              {t("account.stay")}
            </button>
          </p>
        </>
      )}
    </div>
  );
}

/** @returns number of actions that are still queued */
async function sendUnsent(): Promise<number> {
  if (!hasOfflineData()) return 0;
  try {
    const queue = await loadQueue();
    const timedOut = new Promise((resolve) => setTimeout(resolve, SEND_TIMEOUT_MS));
    if (navigator.onLine) await Promise.race([queue.sendQueue(), timedOut]);
    return (await queue.queuedActions()).filter(({ refused }) => refused === undefined).length;
  } catch {
    return 0; // an unreadable database has nothing to lose
  }
}
