import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, type TextareaHTMLAttributes, useState } from "react";
import { sendTakedownRequest } from "#shared/contracts/takedown-requests.ts";
import { REQUEST_KINDS } from "#shared/entities/takedown-request.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { Field } from "../../../ui/Field.tsx";
import { problemOf } from "./messages.ts";
import styles from "./TakedownRequests.module.css";

type Kind = (typeof REQUEST_KINDS)[number];

/** Form for takedown notices, below their rules. */
export function RequestForm() {
  const [kind, setKind] = useState<Kind>("owner");
  const send = useMutation({
    mutationFn: (fields: FormData) => {
      const text = (name: string) => String(fields.get(name) ?? "");
      return call(sendTakedownRequest, {
        body: {
          kind,
          addresses: text("addresses"),
          statement: text("statement"),
          name: text("name"),
          contact: text("contact"),
          good_faith: true,
          accurate: true,
        },
      });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send.mutate(new FormData(event.currentTarget));
  };
  return (
    <section className={styles.section} aria-labelledby="request">
      <h2 id="request">{t("takedownRequests.title")}</h2>
      {send.data === undefined ? (
        <form className={styles.form} onSubmit={submit} aria-busy={send.isPending}>
          <Choice
            label={t("takedownRequests.kind")}
            value={kind}
            options={REQUEST_KINDS.map((value) => ({
              value,
              label: t("takedownRequests.kindName", { value }),
            }))}
            onChoose={setKind}
          />
          <TextArea label={t("takedownRequests.addresses")} name="addresses" rows={3} maxLength={5_000} />
          <TextArea
            key={kind}
            label={t("takedownRequests.statement", { kind })}
            name="statement"
            rows={4}
            maxLength={5_000}
          />
          <Field
            label={t("takedownRequests.name")}
            name="name"
            autoComplete="name"
            required
            maxLength={200}
            hint={t("takedownRequests.nameHint")}
          />
          <Field
            label={t("takedownRequests.contact")}
            name="contact"
            required
            maxLength={500}
            hint={t("takedownRequests.contactHint")}
          />
          <label className={styles.check}>
            <input type="checkbox" required />
            <span>{t("takedownRequests.goodFaith", { kind })}</span>
          </label>
          <label className={styles.check}>
            <input type="checkbox" required />
            <span>{t("takedownRequests.accurate")}</span>
          </label>
          <p className={styles.problem} role="alert">
            {send.error === null ? null : problemOf(send.error)}
          </p>
          <button type="submit" className={`${button.button} ${button.primary}`} disabled={send.isPending}>
            {t("takedownRequests.send")}
          </button>
        </form>
      ) : (
        <Sent secret={send.data.secret} />
      )}
    </section>
  );
}

function Sent({ secret }: { secret: string }) {
  return (
    <div role="status" className={styles.form}>
      <p>{t("takedownRequests.sent")}</p>
      <p>
        <Link to="/dmca/status" hash={secret} className={styles.link}>
          {`${location.origin}/dmca/status#${secret}`}
        </Link>
      </p>
    </div>
  );
}

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
}

const TextArea = ({ label, ...area }: TextAreaProps) => (
  <label className={button.label}>
    {label}
    <textarea className={button.field} required {...area} />
  </label>
);
