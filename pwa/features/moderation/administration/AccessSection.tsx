import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { allowInvitations, changeRegistration } from "#shared/contracts/administration.ts";
import { MAX_OPEN_INVITATIONS, REGISTRATIONS, type Registration } from "#shared/rules/accounts.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import { site } from "../../../lib/site.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import { Choice } from "../../../ui/Choice.tsx";
import { ownInvitationsQuery } from "../../account/api.ts";
import { useConfirmation } from "../../account/ConfirmPassword.tsx";
import { refusalText } from "../../account/messages.ts";
import { AccessMode } from "./AccessMode.tsx";
import styles from "./Administration.module.css";
import { registrationQuery } from "./api.ts";
import { Invitations } from "./Invitations.tsx";

/** Access mode, registration and invitations. */
export function AccessSection() {
  const client = useQueryClient();
  const { data } = useQuery(registrationQuery());
  const confirmation = useConfirmation();
  const { mutate, variables, isPending, error } = useMutation({
    scope: { id: "registration" }, // in the order of the choices
    mutationFn: (registration: Registration) =>
      confirmation.run(() => call(changeRegistration, { body: { registration } })),
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries({ queryKey: registrationQuery().queryKey }),
  });
  const { data: own } = useQuery(ownInvitationsQuery());
  const allow = useMutation({
    mutationFn: (allowed: boolean) =>
      confirmation.run(() => call(allowInvitations, { body: { members_invite: allowed } })),
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries({ queryKey: ownInvitationsQuery().queryKey }),
  });
  if (data === undefined) return null;
  const problem = error ?? allow.error;
  const { access, login } = site();
  return (
    <section className={styles.part} aria-labelledby="access">
      <h2 id="access">{t("administration.access")}</h2>
      <AccessMode />
      {login.password ? (
        <Choice
          label={t("administration.whoMayRegister")}
          value={isPending ? variables : data.registration}
          options={REGISTRATIONS.map((value) => ({
            value,
            label: t("administration.registrationName", { value }),
          }))}
          onChoose={(value) => mutate(value)}
        />
      ) : null}
      {access === "members" && login.password && data.registration === "open" ? (
        <p role="status">{t("administration.anyoneRegisters")}</p>
      ) : null}
      <p className={styles.problem} role="alert">
        {problem === null ? null : refusalText(problem)}
      </p>
      {data.registration === "invite" || login.providers.length > 0 ? (
        <>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={allow.isPending ? allow.variables : own?.allowed === true}
              disabled={own === undefined || allow.isPending}
              onChange={({ target }) => allow.mutate(target.checked)}
            />
            {t("administration.membersInvite", { max: MAX_OPEN_INVITATIONS })}
          </label>
          <Invitations />
        </>
      ) : null}
      {confirmation.dialog}
    </section>
  );
}
