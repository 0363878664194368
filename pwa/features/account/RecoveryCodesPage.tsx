import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { makeRecoveryCodes } from "#shared/contracts/own-account.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/index.ts";
import { downloadText } from "../../lib/download-text.ts";
import { returnAddress } from "../../lib/return-address.ts";
import { noteEndedSession } from "../../offline/account/call.ts";
import button from "../../ui/Button.module.css";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import styles from "./Account.module.css";
import { recoveryCodesQuery } from "./api.ts";
import { useConfirmation } from "./ConfirmPassword.tsx";
import type { LoginSearch } from "./LoginPage.tsx";
import { refusalText } from "./messages.ts";

/** `/account/recovery_codes`: also the step after a registration, which then leads on to `location`. */
export function RecoveryCodesPage({ search }: { search: LoginSearch }) {
  const client = useQueryClient();
  const router = useRouter();
  const { data } = useQuery(recoveryCodesQuery());
  const confirmation = useConfirmation();
  const {
    mutate,
    data: codes,
    error,
    isPending,
  } = useMutation({
    mutationFn: () => confirmation.run(() => call(makeRecoveryCodes)),
    onError: noteEndedSession,
    onSuccess: () => client.invalidateQueries({ queryKey: recoveryCodesQuery().queryKey }),
  });
  return (
    <div className={page.page}>
      <PageHeading title={t("account.recoveryCodes")} />
      <p>{t("account.recoveryNote")}</p>
      {codes === undefined ? (
        <>
          {data === undefined ? null : <p>{t("account.codesLeft", { count: data.left })}</p>}
          <p className={styles.actions}>
            <button
              type="button"
              className={`${button.button} ${button.primary}`}
              disabled={isPending}
              onClick={() => mutate()}
            >
              {t(data?.left === 0 ? "account.makeCodes" : "account.replaceCodes")}
            </button>
          </p>
        </>
      ) : (
        <>
          <p role="status">{t("account.codesOnce")}</p>
          <ul className={styles.codes} aria-label={t("account.recoveryCodes")}>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <p className={styles.actions}>
            <button
              type="button"
              className={button.button}
              onClick={() => downloadText("recovery-codes.txt", `${codes.join("\n")}\n`, "text/plain")}
            >
              {t("account.downloadCodes")}
            </button>
          </p>
        </>
      )}
      <p className={styles.problem} role="alert">
        {error === null ? null : refusalText(error)}
      </p>
      <p className={styles.actions}>
        {search.location === undefined ? (
          <Link to="/account" className={button.button}>
            {t("account.back")}
          </Link>
        ) : (
          <button
            type="button"
            className={button.button}
            onClick={() => router.history.push(returnAddress(search.location))}
          >
            {t(codes === undefined ? "account.notNow" : "account.continue")}
          </button>
        )}
      </p>
      {confirmation.dialog}
    </div>
  );
}
