import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { INVITATION_DAYS, invite, revokeInvitation } from "#shared/contracts/administration.ts";
import type { Invitation } from "#shared/entities/account.ts";
import { call } from "../../../api/call.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { CopyLinkButton } from "../../../ui/ShareLink.tsx";
import { refusalText } from "../../account/messages.ts";
import styles from "./Administration.module.css";
import { invitationsQuery } from "./api.ts";

const QrCode = lazy(() => import("../../../ui/QrCode.tsx").then((file) => ({ default: file.QrCode })));

type Days = (typeof INVITATION_DAYS)[number];
const DEFAULT_DAYS = 7;

/** Creates, lists and revokes invitations. */
export function Invitations() {
  const client = useQueryClient();
  const query = useQuery(invitationsQuery());
  const [days, setDays] = useState<Days>(DEFAULT_DAYS);
  const refresh = {
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries({ queryKey: invitationsQuery().queryKey }),
  };
  const make = useMutation({ mutationFn: () => call(invite, { body: { days } }), ...refresh });
  const revoke = useMutation({
    mutationFn: (id: number) => call(revokeInvitation, { params: { invitation: String(id) } }),
    ...refresh,
  });
  const error = make.error ?? revoke.error;
  return (
    <>
      <h3>{t("administration.invitations")}</h3>
      <Choice
        label={t("administration.validFor")}
        value={String(days)}
        options={INVITATION_DAYS.map((value) => ({
          value: String(value),
          label: t("administration.invitationDays", { days: value }),
        }))}
        onChoose={(value) => setDays(INVITATION_DAYS.find((one) => String(one) === value) ?? DEFAULT_DAYS)}
      />
      <button type="button" className={button.button} disabled={make.isPending} onClick={() => make.mutate()}>
        {t("administration.invite")}
      </button>
      <div role="status">
        {make.data === undefined ? null : <NewInvitation link={linkOf(make.data.invitation)} />}
      </div>
      <p className={styles.problem} role="alert">
        {error === null ? null : refusalText(error)}
      </p>
      <Loaded query={query} label={t("administration.invitations")} skeleton={styles.ghost}>
        {(invitations) => (
          <ul className={styles.list}>
            {invitations.map((one) => (
              <Row key={one.id} invitation={one} onRevoke={() => revoke.mutate(one.id)} />
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}

/** The token is in the fragment, which is not sent to servers or proxies. */
const linkOf = (invitation: string) => `${location.origin}/authentication/register#${invitation}`;

function NewInvitation({ link }: { link: string }) {
  return (
    <div className={styles.invitation}>
      <p>
        {t("administration.invitationNote")} <code>{link}</code>
      </p>
      <CopyLinkButton path={link} />
      <Suspense fallback={<span className={styles.code} />}>
        <QrCode text={link} label={t("administration.invitationCode")} className={styles.code} />
      </Suspense>
    </div>
  );
}

function Row({
  invitation: { state, created_by: by, created_at: createdAt, expires_at: expiresAt, used_by: usedBy },
  onRevoke,
}: {
  invitation: Invitation;
  onRevoke: () => void;
}) {
  return (
    <li className={styles.row}>
      <span>{t("administration.invitationState", { state })}</span>
      <span className={styles.soft}>
        {t("administration.invitedBy", { name: by })}, <DateText iso={createdAt} />
      </span>
      {usedBy === null ? null : (
        <span className={styles.soft}>{t("administration.usedBy", { name: usedBy })}</span>
      )}
      {state === "open" ? (
        <>
          <span className={styles.soft}>
            {t("administration.expires")} <DateText iso={expiresAt} show="moment" />
          </span>
          <button type="button" className={button.button} onClick={onRevoke}>
            {t("administration.revokeInvitation")}
          </button>
        </>
      ) : null}
    </li>
  );
}
