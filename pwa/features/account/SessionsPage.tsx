import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { endOtherSessions, endSession } from "#shared/contracts/own-account.ts";
import type { AccountSession } from "#shared/entities/account.ts";
import { call } from "../../api/call.ts";
import { Failure } from "../../api/Failure.tsx";
import { errorMessage } from "../../api/messages.ts";
import { t } from "../../i18n/index.ts";
import { isForMembers } from "../../lib/members.ts";
import { noteEndedSession } from "../../offline/account/call.ts";
import button from "../../ui/Button.module.css";
import { DateText } from "../../ui/DateText.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import styles from "./Account.module.css";
import { sessionsQuery } from "./api.ts";
import { browserOf } from "./browser-name.ts";
import { DeviceLockSection } from "./device-key/DeviceLockSection.tsx";
import { TokenSection } from "./tokens/TokenSection.tsx";

const SKELETONS = [0, 1];

/** `/account/sessions`: devices that are logged in, and access tokens of programs. */
export function SessionsPage() {
  return (
    <div className={page.page}>
      <PageHeading title={t("account.devicesAndTokens")} />
      <DeviceLockSection />
      <SessionSection />
      <TokenSection />
    </div>
  );
}

function SessionSection() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(sessionsQuery());
  const end = useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined ? call(endOtherSessions) : call(endSession, { params: { session: id } }),
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  });
  return (
    <section className={styles.group} aria-labelledby="sessions">
      <h2 id="sessions">{t("account.sessions")}</h2>
      <p className={styles.soft}>
        {t("account.sessionsNote")} {isForMembers() ? t("account.sessionsForget") : null}
      </p>
      {error !== null && data === undefined ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div className={styles.list} role="status" aria-label={t("account.loadingSessions")}>
          {SKELETONS.map((index) => (
            <div key={index} className={`${styles.ghost} ${page.skeleton}`} />
          ))}
        </div>
      ) : (
        <>
          <ul className={styles.list}>
            {data.map((one) => (
              <li key={one.id} className={styles.row}>
                <SessionText session={one} />
                {one.current ? (
                  <span className={styles.small}>{t("account.thisSession")}</span>
                ) : (
                  <button
                    type="button"
                    className={button.button}
                    disabled={end.isPending}
                    aria-label={t("account.endSessionOf", { browser: browserOf(one.agent) })}
                    onClick={() => end.mutate(one.id)}
                  >
                    {t("account.endSession")}
                  </button>
                )}
              </li>
            ))}
          </ul>
          <p className={styles.problem} role="alert">
            {end.error === null ? null : errorMessage(end.error)}
          </p>
          {data.length < 2 ? null : (
            <p>
              <button
                type="button"
                className={button.button}
                disabled={end.isPending}
                onClick={() => end.mutate(undefined)}
              >
                {t("account.endOthers")}
              </button>
            </p>
          )}
        </>
      )}
    </section>
  );
}

function SessionText({ session: { agent, address, seen_at: seenAt } }: { session: AccountSession }) {
  return (
    <span>
      <bdi translate="no" title={agent}>
        {browserOf(agent)}
      </bdi>
      <span className={styles.small}>
        {" · "}
        <bdi translate="no">{address}</bdi>
        {" · "}
        {t("account.lastSeen")} <DateText iso={seenAt} show="moment" />
      </span>
    </span>
  );
}
