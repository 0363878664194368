import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { hideContent, listActions, undoAction } from "#shared/contracts/moderation.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import { flash } from "../../../lib/toast.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { Field } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { PopoverButton } from "../../../ui/PopoverButton.tsx";
import { MODERATION_KEY } from "../api.ts";
import styles from "../Moderation.module.css";
import { problemOf } from "../messages.ts";

export interface HideButtonProps {
  /** A creator, or one of its posts. */
  target: { service: string; user: string; post?: string };
  name: string;
}

/** Hides what a moderator looks at; the notice that follows undoes it. */
export function HideButton({ target, name }: HideButtonProps) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState("");
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      call(hideContent, { body: { targets: [target], ...(reason === "" ? {} : { reason }) } }),
    onError: noteEndedSession,
    onSuccess: () => {
      form.current?.closest("dialog")?.hidePopover();
      flash({
        text: t("moderation.hiddenOf", { name }),
        undo: () => void show(client, target, name),
      });
    },
    onSettled: () => client.invalidateQueries({ queryKey: MODERATION_KEY }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  const label = t(target.post === undefined ? "moderation.hideCreator" : "moderation.hidePost");
  return (
    <PopoverButton
      label={label}
      face={
        <>
          <Icon name="eyeOff" size={18} />
          {label}
        </>
      }
    >
      <form ref={form} className={styles.form} onSubmit={submit}>
        <Field
          label={t("moderation.note")}
          name="reason"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <p className={styles.problem} role="alert">
          {error === null ? null : problemOf(error)}
        </p>
        <button type="submit" className={`${button.button} ${button.primary}`} disabled={isPending}>
          {t("moderation.hide")}
        </button>
      </form>
    </PopoverButton>
  );
}

/** Undoes the last hiding of it. */
async function show(client: QueryClient, target: HideButtonProps["target"], name: string): Promise<void> {
  const { service, user, post } = target;
  const subject = [service, user, post].filter((part) => part !== undefined).join("/");
  try {
    const { actions } = await call(listActions, { query: { subject } });
    const hiding = actions.find(({ kind, can_undo }) => kind === "hidden" && can_undo);
    if (hiding !== undefined) await call(undoAction, { params: { action: String(hiding.id) } });
    flash({ text: t("moderation.shownOf", { name }) });
  } catch (error) {
    noteEndedSession(error);
    flash({ text: problemOf(error) });
  }
  await client.invalidateQueries();
}
