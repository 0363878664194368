import { type FormEvent, useState } from "react";
import type { z } from "zod/mini";
import { createToken } from "#shared/contracts/access-tokens.ts";
import { isAllowed } from "#shared/rules/roles.ts";
import { MAX_TOKEN_NAME, SCOPES, type Scope, TOKEN_DAYS } from "#shared/rules/scopes.ts";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { Field } from "../../../ui/Field.tsx";
import styles from "../Account.module.css";
import { useAccount } from "../api.ts";
import { problemText, refusalText } from "../messages.ts";

export type WantedToken = z.output<typeof createToken.body>;

const DEFAULT_DAYS = 90;

interface TokenFormProps {
  /** Error of the last request. */
  error: unknown;
  isSending: boolean;
  onSubmit: (wanted: WantedToken) => void;
  onCancel: () => void;
}

/** Name, scopes and lifetime of a new token. */
export function TokenForm({ error, isSending, onSubmit, onCancel }: TokenFormProps) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>(["read"]);
  const [days, setDays] = useState<WantedToken["days"]>(DEFAULT_DAYS);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const parsed = createToken.body.safeParse({ name, scopes, days });
    const found = parsed.error?.issues.map(({ path, message }) => [String(path[0]), problemText(message)]);
    setProblems(Object.fromEntries(found ?? []));
    if (parsed.success) onSubmit(parsed.data);
  };
  return (
    <form className={styles.tokenForm} onSubmit={submit} noValidate aria-busy={isSending}>
      <Field
        name="name"
        label={t("tokens.name")}
        hint={t("tokens.nameHint")}
        value={name}
        maxLength={MAX_TOKEN_NAME}
        autoComplete="off"
        autoFocus
        problem={problems["name"]}
        onChange={({ target }) => setName(target.value)}
      />
      <ScopeChoice scopes={scopes} problem={problems["scopes"]} onChange={setScopes} />
      <Choice
        label={t("tokens.validFor")}
        value={String(days)}
        options={TOKEN_DAYS.map((value) => ({
          value: String(value),
          label: value === null ? t("tokens.noExpiry") : t("administration.invitationDays", { days: value }),
        }))}
        onChoose={(value) => setDays(TOKEN_DAYS.find((one) => String(one) === value) ?? null)}
      />
      <p className={styles.problem} role="alert">
        {error === null ? null : refusalText(error)}
      </p>
      <p className={styles.actions}>
        <button type="submit" className={`${button.button} ${button.primary}`} aria-disabled={isSending}>
          {t("tokens.create")}
        </button>
        <button type="button" className={button.button} onClick={onCancel}>
          {t("account.cancel")}
        </button>
      </p>
    </form>
  );
}

interface ScopeChoiceProps {
  scopes: readonly Scope[];
  problem: string | undefined;
  onChange: (scopes: readonly Scope[]) => void;
}

function ScopeChoice({ scopes, problem, onChange }: ScopeChoiceProps) {
  const { data } = useAccount();
  const isModerator = isAllowed("moderator", data?.account.role);
  const toggle = (scope: Scope, isOn: boolean) =>
    onChange(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope));
  return (
    <fieldset className={styles.scopes}>
      <legend className={button.label}>{t("tokens.scopes")}</legend>
      {SCOPES.filter((scope) => isModerator || scope !== "administration").map((scope) => (
        <label key={scope} className={styles.check}>
          <input
            type="checkbox"
            checked={scopes.includes(scope)}
            onChange={({ target }) => toggle(scope, target.checked)}
          />
          <span>
            {t("tokens.scope", { scope })}
            <span className={styles.small}> · {t("tokens.scopeNote", { scope })}</span>
          </span>
        </label>
      ))}
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    </fieldset>
  );
}
