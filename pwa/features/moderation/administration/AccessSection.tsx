import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { changeRegistration } from "#shared/contracts/administration.ts";
import { REGISTRATIONS, type Registration } from "#shared/rules/accounts.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import { site } from "../../../lib/site.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import { Choice } from "../../../ui/Choice.tsx";
import { useConfirmation } from "../../account/ConfirmPassword.tsx";
import { refusalText } from "../../account/messages.ts";
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
  if (data === undefined) return null;
  const { access, login } = site();
  return (
    <section className={styles.part} aria-labelledby="access">
      <h2 id="access">{t("administration.access")}</h2>
      <p>{t("administration.accessMode", { mode: access })}</p>
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
        {error === null ? null : refusalText(error)}
      </p>
      {data.registration === "invite" || login.providers.length > 0 ? <Invitations /> : null}
      {confirmation.dialog}
    </section>
  );
}
