import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { revokeToken } from "#shared/contracts/access-tokens.ts";
import type { AccessToken } from "#shared/entities/account.ts";
import { call } from "../../../api/call.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import styles from "../Account.module.css";
import { tokensQuery } from "../api.ts";
import { refusalText } from "../messages.ts";
import { RevokeDialog } from "../RevokeDialog.tsx";
import { NewToken } from "./NewToken.tsx";
import { TokenText } from "./TokenText.tsx";

/** Lists, creates and revokes access tokens. */
export function TokenSection() {
  const client = useQueryClient();
  const query = useQuery(tokensQuery());
  const [asked, setAsked] = useState<AccessToken>();
  const revoke = useMutation({
    mutationFn: ({ id }: AccessToken) => call(revokeToken, { params: { token: String(id) } }),
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery().queryKey }),
  });
  return (
    <section className={styles.group} aria-labelledby="tokens">
      <h2 id="tokens">{t("tokens.title")}</h2>
      <p className={styles.soft}>{t("tokens.note")}</p>
      <Loaded query={query} label={t("tokens.loading")} skeleton={styles.ghost}>
        {(tokens) => (
          <>
            {tokens.length === 0 ? <p>{t("tokens.none")}</p> : null}
            <ul className={styles.list}>
              {tokens.map((token) => (
                <li key={token.id} className={styles.row}>
                  <TokenText token={token} />
                  <button
                    type="button"
                    className={button.button}
                    disabled={revoke.isPending}
                    aria-label={t("tokens.revokeOf", { name: token.name })}
                    onClick={() => setAsked(token)}
                  >
                    {t("tokens.revoke")}
                  </button>
                </li>
              ))}
            </ul>
            <p className={styles.problem} role="alert">
              {revoke.error === null ? null : refusalText(revoke.error)}
            </p>
            <NewToken />
          </>
        )}
      </Loaded>
      {asked === undefined ? null : (
        <RevokeDialog
          name={asked.name}
          note={t("tokens.revokeNote")}
          onRevoke={() => revoke.mutate(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}
