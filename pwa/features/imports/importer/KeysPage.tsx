import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { z } from "zod/mini";
import { type listKeys, revokeKeys } from "#shared/contracts/importer.ts";
import { NOTHING_TO_REVOKE } from "#shared/rules/importer.ts";
import { call } from "../../../api/call.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { flash } from "../../../lib/toast.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { keysQuery } from "./api.ts";
import styles from "./Importer.module.css";
import { KeyRow } from "./KeyRow.tsx";
import { problemText, refusalText } from "./messages.ts";

/** `/account/keys`: saved keys with their imports; revokes them. */
export function KeysPage() {
  const query = useQuery(keysQuery());
  return (
    <div className={page.page}>
      <PageHeading title={t("importer.keys.title")} />
      <p className={styles.soft}>{t("importer.keys.note")}</p>
      <Loaded query={query} label={t("importer.keys.loading")} skeleton={styles.ghost}>
        {(data) =>
          data.props.service_keys.length === 0 ? (
            <EmptyState message={t("importer.keys.none")}>
              <p>
                <Link to="/importer" className={button.button}>
                  {t("importer.title")}
                </Link>
              </p>
            </EmptyState>
          ) : (
            <Keys data={data} />
          )
        }
      </Loaded>
    </div>
  );
}

function Keys({ data }: { data: z.output<typeof listKeys.response> }) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const revoke = useMutation({
    mutationFn: (ids: number[]) => call(revokeKeys, { body: { revoke: ids } }),
    onError: noteEndedSession,
    onSuccess: (_, { length }) => flash({ text: t("importer.keys.revoked", { count: length }) }),
    onSettled: () => client.invalidateQueries({ queryKey: keysQuery().queryKey }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const ids = new FormData(event.currentTarget).getAll("revoke").map(Number);
    setProblem(ids.length === 0 ? problemText(NOTHING_TO_REVOKE) : undefined);
    if (ids.length > 0) revoke.mutate(ids);
  };
  const importsOf = (id: number) => data.import_ids.find((one) => one.id === id)?.import_ids ?? [];
  return (
    <form className={styles.part} onSubmit={submit} aria-busy={revoke.isPending}>
      <ul className={styles.list}>
        {data.props.service_keys.map((key) => (
          <KeyRow key={key.id} saved={key} imports={importsOf(key.id)} />
        ))}
      </ul>
      <p className={styles.soft}>{t("importer.keys.revokeNote")}</p>
      <p className={styles.problem} role="alert">
        {problem ?? (revoke.error === null ? null : refusalText(revoke.error))}
      </p>
      <p>
        <button type="submit" className={button.button} disabled={revoke.isPending}>
          {t("importer.keys.revoke")}
        </button>
      </p>
    </form>
  );
}
