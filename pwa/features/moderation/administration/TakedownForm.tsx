import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { addTakedown } from "#shared/contracts/takedowns.ts";
import type { TakedownPreview } from "#shared/entities/takedown.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import { formatSize } from "../../../lib/sizes.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import { Field } from "../../../ui/Field.tsx";
import { Success } from "../../../ui/Success.tsx";
import { useConfirmation } from "../../account/ConfirmPassword.tsx";
import { refusalText } from "../../account/messages.ts";
import styles from "./Administration.module.css";
import { ADMINISTRATION_KEY } from "./api.ts";
import { Copies } from "./Copies.tsx";
import { previewQuery, type TakedownTarget, takedownTarget } from "./takedowns-api.ts";

/** Previews and creates a takedown. @param days until deletion, if known */
export function TakedownForm({
  address = "",
  days,
}: {
  address?: string | undefined;
  days: number | undefined;
}) {
  const [text, setText] = useState(address);
  const [target, setTarget] = useState<TakedownTarget>();
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const named = takedownTarget(text);
    setTarget(named);
    setIsWrong(named === undefined);
  };
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <Field
          label={t("takedownAdmin.address")}
          name="address"
          required
          value={text}
          hint={t("takedownAdmin.addressHint")}
          problem={isWrong ? t("takedownAdmin.wrongAddress") : undefined}
          onChange={(event) => {
            setText(event.target.value);
            setTarget(undefined);
            setIsWrong(false);
          }}
        />
        <button type="submit" className={button.button}>
          {t("takedownAdmin.preview")}
        </button>
      </form>
      {target === undefined ? null : (
        <Confirm key={JSON.stringify(target)} target={target} days={days} onDone={() => setText("")} />
      )}
    </>
  );
}

interface ConfirmProps {
  target: TakedownTarget;
  days: number | undefined;
  onDone: () => void;
}

function Confirm({ target, days = 0, onDone }: ConfirmProps) {
  const client = useQueryClient();
  const confirmation = useConfirmation();
  const [reason, setReason] = useState("");
  const [copies, setCopies] = useState<ReadonlySet<string>>(new Set());
  const isFile = "file" in target;
  const named = isFile && copies.size > 0 ? { ...target, copies: [...copies] } : target;
  const { data, error } = useQuery(previewQuery(target));
  const take = useMutation({
    mutationFn: () => confirmation.run(() => call(addTakedown, { body: { ...named, reason } })),
    onError: noteEndedSession,
    onSuccess: async () => {
      onDone();
      await client.invalidateQueries({ queryKey: ADMINISTRATION_KEY });
    },
  });
  if (take.data !== undefined)
    return <Success>{t("takedownAdmin.done", { files: take.data.files })}</Success>;
  const problem = error ?? take.error;
  return (
    <section className={styles.part} aria-label={t("takedownAdmin.preview")}>
      {data === undefined ? null : <Preview preview={data} />}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          take.mutate();
        }}
      >
        {isFile ? <Copies file={target.file} chosen={copies} onChoose={setCopies} /> : null}
        <Field
          label={t("takedownAdmin.reason")}
          name="reason"
          required
          maxLength={500}
          value={reason}
          hint={t("takedownAdmin.reasonHint")}
          onChange={(event) => setReason(event.target.value)}
        />
        <p className={styles.soft}>{t("takedownAdmin.what", { days })}</p>
        <p className={styles.problem} role="alert">
          {problem === null ? null : refusalText(problem)}
        </p>
        <button
          type="submit"
          className={`${button.button} ${button.primary}`}
          disabled={data === undefined || take.isPending}
        >
          {t("takedownAdmin.take")}
        </button>
      </form>
      {confirmation.dialog}
    </section>
  );
}

function Preview({ preview }: { preview: TakedownPreview }) {
  if (!preview.found) return <p>{t("takedownAdmin.notHere")}</p>;
  const { posts, dms, shares, comments, files, size, indexed } = preview;
  return (
    <>
      {preview.name === "" ? null : (
        <h2>
          <bdi>{preview.name}</bdi>
        </h2>
      )}
      <dl className={styles.facts}>
        <dt>{t("takedownAdmin.posts")}</dt>
        <dd>{t("takedownAdmin.postCount", { posts, comments })}</dd>
        <dt>{t("takedownAdmin.others")}</dt>
        <dd>{t("takedownAdmin.otherCount", { dms, shares })}</dd>
        <dt>{t("takedownAdmin.files")}</dt>
        <dd>{t("takedownAdmin.fileCount", { files, size: formatSize(size) })}</dd>
        <dt>{t("takedownAdmin.index")}</dt>
        <dd>{t("takedownAdmin.indexCount", { indexed })}</dd>
        <dt>{t("takedownAdmin.saved")}</dt>
        <dd>{t("takedownAdmin.savedNote")}</dd>
      </dl>
    </>
  );
}
