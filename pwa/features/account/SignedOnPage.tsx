import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { getAccount } from "#shared/contracts/own-account.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/index.ts";
import { returnAddress } from "../../lib/return-address.ts";
import { PageHeading } from "../../ui/PageHeading.tsx";
import styles from "./Account.module.css";
import type { LoginSearch } from "./LoginPage.tsx";
import { refusalText } from "./messages.ts";
import { adopt } from "./session-actions.ts";

/** `/authentication/single_sign_on`: takes over the session that a login with a provider has started. */
export function SignedOnPage({ search: { location } }: { search: LoginSearch }) {
  const client = useQueryClient();
  const router = useRouter();
  const { mutate, error } = useMutation({
    mutationFn: async () => await adopt(client, (await call(getAccount)).props.account),
    onSuccess: () => router.history.replace(returnAddress(location)),
  });
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    mutate();
  }, [mutate]);
  return (
    <div className={styles.narrow}>
      <PageHeading title={t("account.login")} />
      {error === null ? (
        <p role="status">{t("account.loggingIn")}</p>
      ) : (
        <>
          <p className={styles.problem} role="alert">
            {refusalText(error)}
          </p>
          <p className={styles.links}>
            <Link to="/authentication/login" search={{ location }}>
              {t("account.loginInstead")}
            </Link>
          </p>
        </>
      )}
    </div>
  );
}
