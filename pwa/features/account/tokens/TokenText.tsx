import type { AccessToken } from "#shared/entities/account.ts";
import { formatList, t } from "../../../i18n/index.ts";
import { DateText } from "../../../ui/DateText.tsx";
import styles from "../Account.module.css";

/** Name, scopes and dates of a token. */
export function TokenText({
  token: { name, scopes, expires_at: expiresAt, has_expired: hasExpired, used_at: usedAt },
}: {
  token: AccessToken;
}) {
  return (
    <div>
      <bdi>{name}</bdi>
      <p className={styles.small}>
        {formatList(scopes.map((scope) => t("tokens.scope", { scope })))}
        {" · "}
        {expiresAt === null ? (
          t("tokens.neverExpires")
        ) : (
          <>
            {t(hasExpired ? "tokens.expired" : "tokens.expires")} <DateText iso={expiresAt} />
          </>
        )}
        {" · "}
        {usedAt === null ? (
          t("tokens.neverUsed")
        ) : (
          <>
            {t("tokens.lastUsed")} <DateText iso={usedAt} show="moment" />
          </>
        )}
      </p>
    </div>
  );
}
