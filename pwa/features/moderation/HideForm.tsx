import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { type HideTarget, hideContent } from "#shared/contracts/moderation.ts";
import { listComments } from "#shared/contracts/post.ts";
import { plainText } from "#shared/text/plain-text.ts";
import { call } from "../../api/call.ts";
import { HttpError } from "../../api/errors.ts";
import { t } from "../../i18n/index.ts";
import { noteEndedSession } from "../../offline/account/call.ts";
import button from "../../ui/Button.module.css";
import { Field } from "../../ui/Field.tsx";
import { Success } from "../../ui/Success.tsx";
import { MODERATION_KEY } from "../account/tasks.ts";
import styles from "./Moderation.module.css";
import { problemOf } from "./messages.ts";
import { targetOfAddress } from "./target.ts";

/** Hides content by address; for a single post, optionally only some comments. */
export function HideForm({ address = "" }: { address?: string | undefined }) {
  const client = useQueryClient();
  const id = useId();
  const [text, setText] = useState(address);
  const [reason, setReason] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const addresses = text.split(/\s+/).filter((line) => line !== "");
  const targets = addresses.map(targetOfAddress);
  const unknown = addresses.find((_, at) => targets[at] === undefined);
  const [first, ...others] = targets;
  const post = first !== undefined && others.length === 0 && "post" in first ? first : undefined;
  const { mutate, error, data, isPending } = useMutation({
    mutationFn: (wanted: HideTarget[]) =>
      call(hideContent, { body: { targets: wanted, ...(reason === "" ? {} : { reason }) } }),
    onError: noteEndedSession,
    onSuccess: () => {
      setText("");
      setReason("");
      setChosen(new Set());
    },
    onSettled: () => client.invalidateQueries({ queryKey: MODERATION_KEY }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const whole = targets.filter((target) => target !== undefined);
    mutate(
      post === undefined || chosen.size === 0 ? whole : [...chosen].map((comment) => ({ ...post, comment })),
    );
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <label className={button.label}>
        {t("moderation.addresses")}
        <textarea
          className={button.field}
          rows={3}
          spellCheck={false}
          translate="no"
          value={text}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            setText(target.value);
            setChosen(new Set());
          }}
        />
      </label>
      <p id={`${id}-hint`} className={styles.soft}>
        {t("moderation.addressesHint")}
      </p>
      {post === undefined ? null : <Comments post={post} chosen={chosen} onChange={setChosen} />}
      <Field
        label={t("moderation.note")}
        name="reason"
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <p className={styles.problem} role="alert">
        {unknown === undefined
          ? error === null
            ? null
            : problemOf(error)
          : t("moderation.unknownAddress", { address: unknown })}
      </p>
      <button
        type="submit"
        className={`${button.button} ${button.primary}`}
        disabled={isPending || targets.length === 0 || unknown !== undefined}
      >
        {chosen.size === 0 ? t("moderation.hide") : t("moderation.hideComments", { count: chosen.size })}
      </button>
      <Success>{data === undefined ? null : t("moderation.hiddenNow", { count: data.hidden })}</Success>
    </form>
  );
}

interface CommentsProps {
  post: Exclude<HideTarget, { share: string }>;
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

function Comments({ post: { service, user, post = "" }, chosen, onChange }: CommentsProps) {
  const { data = [] } = useQuery({
    queryKey: [...MODERATION_KEY, "comments", service, user, post],
    queryFn: ({ signal }) =>
      call(listComments, { params: { service, id: user, post }, signal }).catch((error: unknown) => {
        if (error instanceof HttpError && error.status === 404) return [];
        throw error;
      }),
    staleTime: 0,
  });
  if (data.length === 0) return null;
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <details className={styles.comments}>
      <summary>{t("moderation.onlyComments", { count: data.length })}</summary>
      {data.map((comment) => (
        <label key={comment.id} className={styles.check}>
          <input type="checkbox" checked={chosen.has(comment.id)} onChange={() => toggle(comment.id)} />
          <span dir="auto">
            {comment.commenter_name ?? comment.commenter}: {plainText(comment.content).slice(0, 120)}
          </span>
        </label>
      ))}
    </details>
  );
}
