import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { getProviderLogout } from "#shared/contracts/single-sign-on.ts";
import type { ProviderLogout } from "#shared/entities/identity.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/index.ts";
import { isForMembers } from "../../lib/members.ts";
import { site } from "../../lib/site.ts";
import { flash } from "../../lib/toast.ts";
import { hasOfflineData } from "../../offline/db/has-data.ts";
import button from "../../ui/Button.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import styles from "./Account.module.css";
import { logOut } from "./session-actions.ts";

const loadQueue = () => import("../../offline/queue/queue.ts");
/** Timeout of sending queued actions before the logout. */
const SEND_TIMEOUT_MS = 5_000;

/** `/authentication/logout`: logs out and goes home; asks first if something would be lost. */
export function LogoutPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const [losses, setLosses] = useState<Losses>(NOTHING);
  /** Provider where the person may still be logged in. */
  const [elsewhere, setElsewhere] = useState<ProviderLogout | null>(null);
  const isStarted = useRef(false);
  const leave = useCallback(async () => {
    setLosses(NOTHING);
    const provider = await providerLogout();
    await logOut(client);
    if (provider !== null) return setElsewhere(provider);
    flash({ text: t(navigator.onLine ? "account.loggedOut" : "account.loggedOutOffline") });
    await navigate({ to: "/", replace: true });
  }, [client, navigate]);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    void findLosses().then((found) => (isNothing(found) ? leave() : setLosses(found)));
  }, [leave]);
  return (
    <div className={styles.narrow}>
      <PageHeading title={t("account.logout")} />
      {elsewhere !== null ? (
        <LoggedInElsewhere {...elsewhere} />
      ) : isNothing(losses) ? (
        <p role="status">{t("account.loggingOut")}</p>
      ) : (
        <>
          {losses.unsent === 0 ? null : <p role="alert">{t("account.unsent", { count: losses.unsent })}</p>}
          {losses.deletesContent ? <p role="alert">{t("account.logoutDeletes")}</p> : null}
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

/** Offers to log out at the provider, without which its button logs in again without a password. */
function LoggedInElsewhere({ label, address }: ProviderLogout) {
  return (
    <>
      <p role="status">{t("account.loggedOut")}</p>
      <p>{t("account.stillLoggedInAt", { provider: label })}</p>
      <p className={styles.actions}>
        <a href={address} className={`${button.button} ${button.primary}`}>
          {t("account.logoutAt", { provider: label })}
        </a>
        <Link to="/" className={button.button}>
          {t("account.toStart")}
        </Link>
      </p>
    </>
  );
}

/** Null if the session did not begin with a provider that has a logout page. */
async function providerLogout(): Promise<ProviderLogout | null> {
  if (site().login.providers.length === 0 || !navigator.onLine) return null;
  return await call(getProviderLogout).then(
    ({ logout }) => logout,
    () => null, // the logout goes on
  );
}

/** Losses by a logout. */
interface Losses {
  /** Actions that are still queued. */
  unsent: number;
  /** True if it deletes saved posts and the like, as in an archive for members. */
  deletesContent: boolean;
}

const NOTHING: Losses = { unsent: 0, deletesContent: false };
const isNothing = ({ unsent, deletesContent }: Losses) => unsent === 0 && !deletesContent;

async function findLosses(): Promise<Losses> {
  return { unsent: await sendUnsent(), deletesContent: isForMembers() && (await hasOwnContent()) };
}

async function hasOwnContent(): Promise<boolean> {
  if (!hasOfflineData()) return false;
  const { countOwnContent } = await import("../../offline/account/content.ts");
  return (await countOwnContent().catch(() => 0)) > 0; // an unreadable database has nothing to lose
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
