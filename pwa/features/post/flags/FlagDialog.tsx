import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { flagPost } from "#shared/contracts/flags.ts";
import type { PostEnvelope } from "#shared/entities/post.ts";
import { FLAG_REASONS, type FlagReason } from "#shared/rules/flags.ts";
import { call } from "../../../api/call.ts";
import { HttpError } from "../../../api/errors.ts";
import { errorMessage } from "../../../api/messages.ts";
import { t } from "../../../i18n/index.ts";
import { flash } from "../../../lib/toast.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { Dialog } from "../../../ui/Dialog.tsx";
import styles from "./FlagDialog.module.css";

export interface FlaggedPost {
  service: string;
  /** Creator's id. */
  user: string;
  id: string;
}

/** Asks for the reason; closes once the server has stored the flag. */
export function FlagDialog({ post, onClose }: { post: FlaggedPost; onClose: () => void }) {
  const client = useQueryClient();
  const [reason, setReason] = useState<FlagReason>();
  const params = { service: post.service, id: post.user, post: post.id };
  const { mutate, error, isPending } = useMutation({
    mutationFn: (chosen: FlagReason) => call(flagPost, { params, body: { reason: chosen } }),
    onError: noteEndedSession,
    onSuccess: (flagged) => {
      client.setQueriesData<PostEnvelope>(
        { queryKey: ["post", params] },
        (data) => data && { ...data, props: { ...data.props, flagged } },
      );
      flash({ text: t("flags.done") });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason !== undefined) mutate(reason);
  };
  return (
    <Dialog title={t("flags.title")} closeLabel={t("flags.cancel")} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <fieldset className={styles.reasons}>
          <legend>{t("flags.reason")}</legend>
          {FLAG_REASONS.map((value) => (
            <label key={value} className={styles.reason}>
              <input
                type="radio"
                name="reason"
                value={value}
                checked={value === reason}
                onChange={() => setReason(value)}
              />
              {t("flags.reasonName", { value: value.replace("-", "_") })}
            </label>
          ))}
        </fieldset>
        <p className={styles.problem} role="alert">
          {error === null ? null : problemOf(error)}
        </p>
        <button
          type="submit"
          className={`${button.button} ${button.primary}`}
          disabled={reason === undefined || isPending}
        >
          {t("flags.submit")}
        </button>
      </form>
    </Dialog>
  );
}

function problemOf(error: unknown): string {
  if (error instanceof HttpError && error.status === 409) return t("flags.already");
  return `${t("flags.failed")}: ${errorMessage(error)}`;
}
