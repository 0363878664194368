import { type FormEvent, useState } from "react";
import type { z } from "zod/mini";
import { createGuestLink } from "#shared/contracts/guest-links.ts";
import { LINK_DAYS, MAX_LINK_OPENS } from "#shared/rules/guest-links.ts";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { Field } from "../../../ui/Field.tsx";
import styles from "../Account.module.css";
import { problemText, refusalText } from "../messages.ts";

const Terms = createGuestLink.body;
export type LinkTerms = Pick<z.input<typeof Terms>, "expires_at" | "password" | "max_opens">;

const DATE = "date";
const DAY_MS = 24 * 60 * 60 * 1_000;
const isoOf = (time: number) => new Date(time).toISOString().slice(0, 19);

interface GuestLinkFormProps {
  /** Says what the link shows. */
  note: string;
  /** Error of the last request. */
  error: unknown;
  isSending: boolean;
  onSubmit: (terms: LinkTerms) => void;
}

/** End, password and number of opens of a new link. */
export function GuestLinkForm({ note, error, isSending, onSubmit }: GuestLinkFormProps) {
  const [end, setEnd] = useState(String(LINK_DAYS[1]));
  const [date, setDate] = useState("");
  const [password, setPassword] = useState("");
  const [opens, setOpens] = useState("");
  const [problems, setProblems] = useState<Record<string, string>>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    // A day that was chosen is part of the time.
    const until = end === DATE ? new Date(`${date}T23:59:59`).getTime() : Date.now() + Number(end) * DAY_MS;
    const terms: LinkTerms = {
      expires_at: Number.isNaN(until) ? "" : isoOf(until),
      ...(password === "" ? {} : { password }),
      ...(opens === "" ? {} : { max_opens: Number(opens) }),
    };
    const parsed = Terms.safeParse({ service: "-", user: "-", ...terms });
    const found = parsed.error?.issues.map(({ path, message }) => [String(path[0]), problemText(message)]);
    setProblems(Object.fromEntries(found ?? []));
    if (parsed.success) onSubmit(terms);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-busy={isSending}>
      <p className={styles.soft}>{note}</p>
      <Choice
        label={t("tokens.validFor")}
        value={end}
        options={[
          ...LINK_DAYS.map((days) => ({
            value: String(days),
            label: t("administration.invitationDays", { days }),
          })),
          { value: DATE, label: t("guest.date") },
        ]}
        onChoose={setEnd}
      />
      {end === DATE ? (
        <Field
          name="date"
          type="date"
          label={t("guest.lastDay")}
          value={date}
          problem={problems["expires_at"] === undefined ? undefined : t("guest.problem.end")}
          onChange={({ target }) => setDate(target.value)}
        />
      ) : null}
      <Field
        name="password"
        type="password"
        autoComplete="new-password"
        label={t("guest.password")}
        value={password}
        problem={problems["password"]}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Field
        name="opens"
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_LINK_OPENS}
        label={t("guest.maxOpens")}
        hint={t("guest.maxOpensHint")}
        value={opens}
        problem={problems["max_opens"]}
        onChange={({ target }) => setOpens(target.value)}
      />
      <p className={styles.problem} role="alert">
        {error === null ? null : refusalText(error)}
      </p>
      <button type="submit" className={`${button.button} ${button.primary}`} aria-disabled={isSending}>
        {t("guest.make")}
      </button>
    </form>
  );
}
