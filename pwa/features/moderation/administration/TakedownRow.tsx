import { useMutation, useQueryClient } from "@tanstack/react-query";
import { purgeTakedown, restoreTakedown } from "#shared/contracts/takedowns.ts";
import type { HeldTakedown } from "#shared/entities/takedown.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { DateText } from "../../../ui/DateText.tsx";
import { useConfirmation } from "../../account/ConfirmPassword.tsx";
import { refusalText } from "../../account/messages.ts";
import styles from "./Administration.module.css";
import { ADMINISTRATION_KEY } from "./api.ts";

/** A takedown; it can be undone and, while content is only hidden, carried out immediately. */
export function TakedownRow({ takedown }: { takedown: HeldTakedown }) {
  const client = useQueryClient();
  const confirmation = useConfirmation();
  const change = useMutation({
    mutationFn: (endpoint: typeof restoreTakedown | typeof purgeTakedown) =>
      confirmation.run(() => call(endpoint, { params: { takedown: String(takedown.id) } })),
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries({ queryKey: ADMINISTRATION_KEY }),
  });
  const { service, user, post, file, held, purge_at: purgeAt } = takedown;
  const subject = file ?? [service, user, post ?? []].flat().join("/");
  return (
    <li className={styles.row}>
      <span>
        <code>{subject}</code>
      </span>
      <span className={styles.soft} dir="auto">
        {takedown.reason}
      </span>
      <span className={styles.soft}>
        <DateText iso={takedown.taken_at} show="moment" />
        {" · "}
        {held && purgeAt !== null ? (
          <Rich
            id="takedownAdmin.hiddenUntil"
            values={{ date: "" }}
            tags={{ time: () => <DateText iso={purgeAt} /> }}
          />
        ) : (
          t("takedownAdmin.deleted")
        )}
      </span>
      <button
        type="button"
        className={button.button}
        disabled={change.isPending}
        aria-label={t(held ? "takedownAdmin.restoreOf" : "takedownAdmin.allowOf", { subject })}
        onClick={() => change.mutate(restoreTakedown)}
      >
        {t(held ? "takedownAdmin.restore" : "takedownAdmin.allow")}
      </button>
      {held ? (
        <button
          type="button"
          className={button.button}
          disabled={change.isPending}
          aria-label={t("takedownAdmin.purgeOf", { subject })}
          onClick={() => change.mutate(purgeTakedown)}
        >
          {t("takedownAdmin.purge")}
        </button>
      ) : null}
      {change.error === null ? null : (
        <p className={styles.problem} role="alert">
          {refusalText(change.error)}
        </p>
      )}
      {confirmation.dialog}
    </li>
  );
}
