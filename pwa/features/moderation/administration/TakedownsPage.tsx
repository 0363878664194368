import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { changeTakedownDays, MAX_DAYS } from "#shared/contracts/takedowns.ts";
import { call } from "../../../api/call.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Field } from "../../../ui/Field.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import { Success } from "../../../ui/Success.tsx";
import { useConfirmation } from "../../account/ConfirmPassword.tsx";
import { refusalText } from "../../account/messages.ts";
import styles from "./Administration.module.css";
import { ADMINISTRATION_KEY } from "./api.ts";
import { TakedownForm } from "./TakedownForm.tsx";
import { TakedownRow } from "./TakedownRow.tsx";
import { takedownsQuery } from "./takedowns-api.ts";

/** `/account/administrator/takedowns` */
export function TakedownsPage({ o, address }: { o: string | undefined; address: string | undefined }) {
  const query = useQuery(takedownsQuery(o));
  return (
    <div className={page.page}>
      <PageHeading title={t("takedownAdmin.title")} />
      <TakedownForm address={address} days={query.data?.days} />
      <section className={styles.part} aria-labelledby="takedowns">
        <h2 id="takedowns">{t("takedownAdmin.list")}</h2>
        <Loaded query={query} label={t("takedownAdmin.loading")} skeleton={styles.ghost}>
          {(data) =>
            data.takedowns.length === 0 ? (
              <EmptyState message={t("takedownAdmin.none")} />
            ) : (
              <>
                <ul className={styles.list}>
                  {data.takedowns.map((takedown) => (
                    <TakedownRow key={takedown.id} takedown={takedown} />
                  ))}
                </ul>
                <Paginator offset={offsetNumber(o)} count={data.count} label={t("takedownAdmin.pages")} />
              </>
            )
          }
        </Loaded>
      </section>
      {query.data === undefined ? null : <DaysForm key={query.data.days} days={query.data.days} />}
    </div>
  );
}

function DaysForm({ days }: { days: number }) {
  const client = useQueryClient();
  const confirmation = useConfirmation();
  const [next, setNext] = useState(String(days));
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: () => confirmation.run(() => call(changeTakedownDays, { body: { days: Number(next) } })),
    onError: noteEndedSession,
    onSuccess: () => client.invalidateQueries({ queryKey: ADMINISTRATION_KEY }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <section className={styles.part} aria-labelledby="days">
      <h2 id="days">{t("takedownAdmin.days")}</h2>
      <form className={styles.form} onSubmit={submit}>
        <Field
          label={t("takedownAdmin.daysField")}
          name="days"
          type="number"
          min={0}
          max={MAX_DAYS}
          required
          value={next}
          hint={t("takedownAdmin.daysHint")}
          onChange={({ target }) => setNext(target.value)}
        />
        <p className={styles.problem} role="alert">
          {error === null ? null : refusalText(error)}
        </p>
        <button type="submit" className={button.button} disabled={isPending || next === String(days)}>
          {t("administration.save")}
        </button>
        <Success>{isSuccess ? t("administration.saved") : null}</Success>
      </form>
      {confirmation.dialog}
    </section>
  );
}
