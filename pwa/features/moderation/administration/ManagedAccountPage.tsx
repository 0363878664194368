import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { changeAccount } from "#shared/contracts/administration.ts";
import type { ManagedAccount } from "#shared/entities/account.ts";
import { call } from "../../../api/call.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Success } from "../../../ui/Success.tsx";
import { useConfirmation } from "../../account/ConfirmPassword.tsx";
import { refusalText } from "../../account/messages.ts";
import styles from "./Administration.module.css";
import { ADMINISTRATION_KEY, managedAccountQuery } from "./api.ts";
import { groupsQuery } from "./groups-api.ts";

const ASSIGNED = ["consumer", "moderator"] as const;

/** `/account/administrator/account/:account` */
export function ManagedAccountPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(managedAccountQuery(id));
  if (error !== null && data === undefined)
    return <Failure error={error} isPage onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div className={page.page} role="status" aria-label={t("administration.loadingOne")}>
        <div className={`${styles.ghost} ${page.skeleton}`} />
      </div>
    );
  return (
    <div className={page.page}>
      <PageHeading title={data.username}>
        <bdi translate="no">{data.username}</bdi>
      </PageHeading>
      <dl className={styles.facts}>
        <dt>{t("administration.id")}</dt>
        <dd>{data.id}</dd>
        <dt>{t("account.role")}</dt>
        <dd>{t("account.roleName", { role: data.role })}</dd>
        <dt>{t("account.since")}</dt>
        <dd>
          <DateText iso={data.created_at} />
        </dd>
      </dl>
      {data.role === "administrator" ? (
        <p className={styles.soft}>{t("administration.inShell")}</p>
      ) : (
        <ChangeForm key={data.id} account={data} role={data.role} />
      )}
      <p>
        <Link to="/account/administrator/accounts/$page" params={{ page: "1" }} className={button.button}>
          {t("administration.back")}
        </Link>
      </p>
    </div>
  );
}

function ChangeForm({ account, role }: { account: ManagedAccount; role: (typeof ASSIGNED)[number] }) {
  const client = useQueryClient();
  const confirmation = useConfirmation();
  const [next, setNext] = useState({
    role,
    disabled: account.disabled,
    is_duplicate: account.is_duplicate,
    group: account.group,
  });
  const { data: groups = [] } = useQuery(groupsQuery());
  const chosen = groups.find(({ id }) => id === next.group);
  const { mutate, error, isPending, isSuccess, data } = useMutation({
    mutationFn: () =>
      confirmation.run(() => call(changeAccount, { params: { account: String(account.id) }, body: next })),
    onError: noteEndedSession,
    onSuccess: () => client.invalidateQueries({ queryKey: ADMINISTRATION_KEY }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <Choice
          label={t("account.role")}
          note={t("administration.roleNote")}
          value={next.role}
          options={ASSIGNED.map((value) => ({ value, label: t("account.roleName", { role: value }) }))}
          onChoose={(assigned) => setNext({ ...next, role: assigned })}
        />
        {next.role === "consumer" && groups.length > 0 ? (
          <label className={button.label}>
            {t("groups.ofAccount")}
            <select
              className={button.field}
              value={String(next.group ?? "")}
              onChange={({ target }) =>
                setNext({ ...next, group: target.value === "" ? null : Number(target.value) })
              }
            >
              <option value="">{t("groups.seesEverything")}</option>
              {groups.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        ) : null}
        {next.role === "consumer" && chosen !== undefined ? (
          <Link to="/account/administrator/groups/$group" params={{ group: String(chosen.id) }}>
            <Rich
              id="groups.sees"
              values={{ name: chosen.name }}
              tags={{ name: (text) => <bdi>{text}</bdi> }}
            />
          </Link>
        ) : null}
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={next.disabled}
            onChange={({ target }) => setNext({ ...next, disabled: target.checked })}
          />
          {t("administration.disabled")}
        </label>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={next.is_duplicate}
            onChange={({ target }) => setNext({ ...next, is_duplicate: target.checked })}
          />
          {t("administration.duplicate")}
        </label>
        <p className={styles.problem} role="alert">
          {error === null ? null : refusalText(error)}
        </p>
        <button type="submit" className={`${button.button} ${button.primary}`} disabled={isPending}>
          {t("administration.save")}
        </button>
        <Success>{isSuccess && data !== undefined ? t("administration.saved") : null}</Success>
      </form>
      {confirmation.dialog}
    </>
  );
}
