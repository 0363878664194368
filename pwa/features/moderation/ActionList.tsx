import { useMutation, useQueryClient } from "@tanstack/react-query";
import { undoAction } from "#shared/contracts/moderation.ts";
import type { ModerationAction } from "#shared/entities/moderation.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/index.ts";
import { noteEndedSession } from "../../offline/account/call.ts";
import button from "../../ui/Button.module.css";
import { DateText } from "../../ui/DateText.tsx";
import { MODERATION_KEY } from "../account/tasks.ts";
import { AuditSubject } from "./AuditSubject.tsx";
import styles from "./Moderation.module.css";
import { problemOf } from "./messages.ts";

interface ActionListProps {
  actions: ModerationAction[];
  /** All are on the same subject, which the page names. */
  isOfOne?: boolean;
}

/** List of actions, with undo where available. */
export function ActionList({ actions, isOfOne = false }: ActionListProps) {
  return (
    <ul className={styles.list}>
      {actions.map((action) => (
        <ActionRow key={action.id} action={action} isNamed={!isOfOne} />
      ))}
    </ul>
  );
}

function ActionRow({ action, isNamed }: { action: ModerationAction; isNamed: boolean }) {
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: () => call(undoAction, { params: { action: String(action.id) } }),
    onError: noteEndedSession,
    onSettled: () => client.invalidateQueries({ queryKey: MODERATION_KEY }),
  });
  const { kind, subject, parts } = action;
  return (
    <li className={styles.row}>
      <span>
        <span>
          {t("moderation.kind", { kind, count: parts, after: action.after ?? "" })}{" "}
          {parts === 0 && isNamed ? <AuditSubject subject={subject} contents={action.contents} /> : null}
        </span>
        {action.reason === null || action.reason === "" ? null : (
          <span className={styles.soft} dir="auto">
            {action.reason}
          </span>
        )}
      </span>
      <span className={styles.soft}>
        <bdi translate="no">{action.actor ?? t("moderation.deletedAccount")}</bdi>
        {" · "}
        <DateText iso={action.created_at} show="moment" />
      </span>
      {action.can_undo ? (
        <button
          type="button"
          className={button.button}
          disabled={undo.isPending}
          aria-label={t("moderation.undoOf", { subject })}
          onClick={() => undo.mutate()}
        >
          {t("moderation.undo")}
        </button>
      ) : null}
      {undo.error === null ? null : (
        <p className={styles.problem} role="alert">
          {problemOf(undo.error)}
        </p>
      )}
    </li>
  );
}
