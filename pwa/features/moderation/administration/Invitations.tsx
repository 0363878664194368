import { type UseQueryResult, useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import {
  INVITATION_DAYS,
  invite,
  inviteAsMember,
  revokeInvitation,
  revokeOwnInvitation,
  TOO_MANY_INVITATIONS,
} from "#shared/contracts/invitations.ts";
import type { Invitation } from "#shared/entities/account.ts";
import { MAX_OPEN_INVITATIONS } from "#shared/rules/accounts.ts";
import { call } from "../../../api/call.ts";
import { HttpError } from "../../../api/errors.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { CopyLinkButton } from "../../../ui/ShareLink.tsx";
import { ownInvitationsQuery } from "../../account/api.ts";
import { refusalText } from "../../account/messages.ts";
import styles from "./Administration.module.css";
import { invitationsQuery } from "./api.ts";

const QrCode = lazy(() => import("../../../ui/QrCode.tsx").then((file) => ({ default: file.QrCode })));

type Days = (typeof INVITATION_DAYS)[number];
const DEFAULT_DAYS = 7;

/** Creates, lists and revokes the invitations of all accounts. */
export function Invitations() {
  return (
    <>
      <h3>{t("administration.invitations")}</h3>
      <InvitationList query={useQuery(invitationsQuery())} create={invite} remove={revokeInvitation} />
    </>
  );
}

/** The same of the account's own, within its limit. */
export function OwnInvitations() {
  const query = useQuery({ ...ownInvitationsQuery(), select: ({ invitations }) => invitations });
  return <InvitationList query={query} create={inviteAsMember} remove={revokeOwnInvitation} />;
}

interface InvitationListProps {
  query: UseQueryResult<Invitation[]>;
  create: typeof invite | typeof inviteAsMember;
  remove: typeof revokeInvitation | typeof revokeOwnInvitation;
}

function InvitationList({ query, create, remove }: InvitationListProps) {
  const [days, setDays] = useState<Days>(DEFAULT_DAYS);
  const refresh = { onError: noteEndedSession, onSettled: () => query.refetch() };
  const make = useMutation({ mutationFn: () => call(create, { body: { days } }), ...refresh });
  const revoke = useMutation({
    mutationFn: (id: number) => call(remove, { params: { invitation: String(id) } }),
    ...refresh,
  });
  const error = make.error ?? revoke.error;
  return (
    <>
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
        {error === null ? null : problemOf(error)}
      </p>
      <Loaded query={query} label={t("invitations.loading")} skeleton={styles.ghost}>
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

function problemOf(error: unknown): string {
  const isFull = error instanceof HttpError && error.message === TOO_MANY_INVITATIONS;
  return isFull ? t("invitations.tooMany", { max: MAX_OPEN_INVITATIONS }) : refusalText(error);
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
