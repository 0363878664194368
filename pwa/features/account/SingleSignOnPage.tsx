import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { unlinkIdentity } from "#shared/contracts/single-sign-on.ts";
import type { Identity } from "#shared/entities/identity.ts";
import { SIGN_ON_PAGES } from "#shared/rules/single-sign-on.ts";
import { call } from "../../api/call.ts";
import { Loaded } from "../../api/Loaded.tsx";
import { t } from "../../i18n/index.ts";
import { site } from "../../lib/site.ts";
import { noteEndedSession } from "../../offline/account/call.ts";
import button from "../../ui/Button.module.css";
import { DateText } from "../../ui/DateText.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import styles from "./Account.module.css";
import { singleSignOnQuery } from "./api.ts";
import { Back } from "./ChangePages.tsx";
import { useConfirmation } from "./ConfirmPassword.tsx";
import { refusalText } from "./messages.ts";
import { ProviderButtons, providerName, SignOnProblem } from "./ProviderButtons.tsx";

/** `/account/single_sign_on`: login providers that are linked to the account, and those that can be. */
export function SingleSignOnPage({ problem }: { problem: string | undefined }) {
  const client = useQueryClient();
  const query = useQuery(singleSignOnQuery());
  const confirmation = useConfirmation();
  const unlink = useMutation({
    mutationFn: (identity: number) => confirmation.run(() => call(unlinkIdentity, { params: { identity } })),
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries({ queryKey: singleSignOnQuery().queryKey }),
  });
  return (
    <div className={page.page}>
      <PageHeading title={t("account.singleSignOn")} />
      <p className={styles.soft}>{t("account.singleSignOnNote")}</p>
      <SignOnProblem name={problem} />
      <Loaded query={query} label={t("account.singleSignOn")} skeleton={styles.ghost}>
        {({ identities, has_password: hasPassword }) => (
          <>
            {identities.length === 0 ? (
              <p>{t("account.noProviders")}</p>
            ) : (
              <ul className={styles.list}>
                {identities.map((identity) => (
                  <Row
                    key={identity.id}
                    identity={identity}
                    isPending={unlink.isPending}
                    onUnlink={() => unlink.mutate(identity.id)}
                  />
                ))}
              </ul>
            )}
            <p className={styles.problem} role="alert">
              {unlink.error === null ? null : refusalText(unlink.error)}
            </p>
            {hasPassword || !site().login.password ? null : (
              <p className={styles.links}>
                <Link to="/account/change_password">{t("account.setPassword")}</Link>
              </p>
            )}
            <ProviderButtons
              label="account.linkProvider"
              only={site()
                .login.providers.map(({ id }) => id)
                .filter((id) => !identities.some(({ provider }) => provider === id))}
              body={{ location: SIGN_ON_PAGES.own, link: true }}
              run={confirmation.run}
            />
          </>
        )}
      </Loaded>
      <Back />
      {confirmation.dialog}
    </div>
  );
}

interface RowProps {
  identity: Identity;
  isPending: boolean;
  onUnlink: () => void;
}

function Row({ identity, isPending, onUnlink }: RowProps) {
  const { provider: id, label, name, created_at: linked, used_at: used } = identity;
  const provider = providerName(id, label);
  return (
    <li className={styles.row}>
      <span>
        {provider} · <bdi translate="no">{name}</bdi>
        <br />
        <span className={styles.small}>
          {t("account.providerLinked")} <DateText iso={linked} />
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
        aria-label={t("account.unlinkProviderOf", { provider, name })}
        onClick={onUnlink}
      >
        {t("account.unlinkProvider")}
      </button>
    </li>
  );
}
