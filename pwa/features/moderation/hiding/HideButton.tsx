import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { hideContent, listActions, undoAction } from "#shared/contracts/moderation.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import { flash } from "../../../lib/toast.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { OutsideMenu } from "../../../ui/PopoverMenu.tsx";
import { MODERATION_KEY } from "../../account/tasks.ts";
import styles from "../Moderation.module.css";
import { problemOf } from "../messages.ts";

export interface HideButtonProps {
  /** A creator or post. */
  target: { service: string; user: string; post?: string };
  name: string;
}

/** Menu item for moderators that hides the content in view, with undo. */
export function HideButton({ target, name }: HideButtonProps) {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState("");
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () =>
      call(hideContent, { body: { targets: [target], ...(reason === "" ? {} : { reason }) } }),
    onError: noteEndedSession,
    onSuccess: () => {
      setIsOpen(false);
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
    <>
      <button
        type="button"
        className={button.button}
        aria-haspopup="dialog"
        onClick={() => {
          reset();
          setIsOpen(true);
        }}
      >
        <Icon name="eyeOff" size={18} />
        {label}
      </button>
      {isOpen ? (
        <OutsideMenu>
          <Dialog title={label} closeLabel={t("moderation.cancel")} onClose={() => setIsOpen(false)}>
            <form className={styles.form} onSubmit={submit}>
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
          </Dialog>
        </OutsideMenu>
      ) : null}
    </>
  );
}

/** Undoes the last hide action. */
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
