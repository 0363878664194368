import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { removePasskey } from "#shared/contracts/passkeys.ts";
import type { Passkey } from "#shared/entities/account.ts";
import { call } from "../../api/call.ts";
import { Failure } from "../../api/Failure.tsx";
import { t } from "../../i18n/index.ts";
import { Rich } from "../../i18n/Rich.tsx";
import { noteEndedSession } from "../../offline/account/call.ts";
import button from "../../ui/Button.module.css";
import { DateText } from "../../ui/DateText.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import styles from "./Account.module.css";
import { passkeysQuery } from "./api.ts";
import { useConfirmation } from "./ConfirmPassword.tsx";
import { canUsePasskeys, makePasskey, passkeyProblem } from "./passkeys.ts";

/** `/account/passkeys` */
export function PasskeysPage() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(passkeysQuery());
  const confirmation = useConfirmation();
  const change = useMutation({
    mutationFn: (removed: string | undefined) =>
      confirmation.run(async () => {
        if (removed === undefined) await makePasskey();
        else await call(removePasskey, { params: { passkey: removed } });
      }),
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries({ queryKey: passkeysQuery().queryKey }),
  });
  return (
    <div className={page.page}>
      <PageHeading title={t("account.passkeys")} />
      <p className={styles.soft}>
        <Rich
          id="account.passkeysNote"
          values={{ site: location.hostname }}
          tags={{ site: (name) => <bdi translate="no">{name}</bdi> }}
        />
      </p>
      {error !== null && data === undefined ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div
          className={`${styles.ghost} ${page.skeleton}`}
          role="status"
          aria-label={t("account.passkeys")}
        />
      ) : data.length === 0 ? (
        <p>{t("account.noPasskeys")}</p>
      ) : (
        <ul className={styles.list}>
          {data.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              isPending={change.isPending}
              onRemove={() => change.mutate(passkey.id)}
            />
          ))}
        </ul>
      )}
      <p className={styles.problem} role="alert">
        {passkeyProblem(change.error)}
      </p>
      {canUsePasskeys() ? (
        <p>
          <button
            type="button"
            className={`${button.button} ${button.primary}`}
            disabled={change.isPending}
            onClick={() => change.mutate(undefined)}
          >
            {t("account.addPasskey")}
          </button>
        </p>
      ) : (
        <p>{t("account.passkeysUnavailable")}</p>
      )}
      {confirmation.dialog}
    </div>
  );
}

interface RowProps {
  passkey: Passkey;
  isPending: boolean;
  onRemove: () => void;
}

function Row({ passkey: { name, created_at: made, used_at: used }, isPending, onRemove }: RowProps) {
  return (
    <li className={styles.row}>
      <span>
        <bdi>{name}</bdi>
        <span className={styles.small}>
          {" · "}
          {t("account.passkeyMade")} <DateText iso={made} />
          {used === null ? null : (
            <>
              {" · "}
              {t("account.lastSeen")} <DateText iso={used} show="moment" />
            </>
          )}
        </span>
      </span>
      <button
        type="button"
        className={button.button}
        disabled={isPending}
        aria-label={t("account.removePasskeyOf", { name })}
        onClick={onRemove}
      >
        {t("account.removePasskey")}
      </button>
    </li>
  );
}
