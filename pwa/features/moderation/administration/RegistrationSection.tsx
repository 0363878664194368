import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { changeRegistration, invite } from "#shared/contracts/administration.ts";
import { REGISTRATIONS, type Registration } from "#shared/rules/accounts.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { useConfirmation } from "../../account/ConfirmPassword.tsx";
import { refusalText } from "../../account/messages.ts";
import styles from "./Administration.module.css";
import { registrationQuery } from "./api.ts";

/** Registration policy and invitations. */
export function RegistrationSection() {
  const client = useQueryClient();
  const { data } = useQuery(registrationQuery());
  const confirmation = useConfirmation();
  const change = useMutation({
    scope: { id: "registration" }, // in the order of the choices
    mutationFn: (registration: Registration) =>
      confirmation.run(() => call(changeRegistration, { body: { registration } })),
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries({ queryKey: registrationQuery().queryKey }),
  });
  const invitation = useMutation({
    mutationFn: () => call(invite, { body: { days: 7 } }),
    onError: noteEndedSession,
  });
  if (data === undefined) return null;
  const error = change.error ?? invitation.error;
  return (
    <section className={styles.part} aria-labelledby="registration">
      <h2 id="registration">{t("administration.registration")}</h2>
      <Choice
        label={t("administration.whoMayRegister")}
        value={change.isPending ? change.variables : data.registration}
        options={REGISTRATIONS.map((value) => ({
          value,
          label: t("administration.registrationName", { value }),
        }))}
        onChoose={(value) => change.mutate(value)}
      />
      {data.registration === "invite" ? (
        <button
          type="button"
          className={button.button}
          disabled={invitation.isPending}
          onClick={() => invitation.mutate()}
        >
          {t("administration.invite")}
        </button>
      ) : null}
      <p role="status">
        {invitation.data === undefined ? null : (
          <>
            {t("administration.invitationNote")} <code>{invitationLink(invitation.data.invitation)}</code>
          </>
        )}
      </p>
      <p className={styles.problem} role="alert">
        {error === null ? null : refusalText(error)}
      </p>
      {confirmation.dialog}
    </section>
  );
}

const invitationLink = (invitation: string) =>
  `${location.origin}/authentication/register?invitation=${encodeURIComponent(invitation)}`;
