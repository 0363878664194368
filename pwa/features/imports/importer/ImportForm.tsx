import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useId, useRef, useState } from "react";
import { submitImport } from "#shared/contracts/importer.ts";
import { checkImport, type ImportProblem, importFields } from "#shared/rules/importer.ts";
import { SERVICES, type Service, serviceInfo } from "#shared/services/index.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import { useTexts } from "../../../i18n/use-texts.ts";
import { useLoggedIn } from "../../../lib/session.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import button from "../../../ui/Button.module.css";
import type { Importer } from "./api.ts";
import { ImportChoices } from "./ImportChoices.tsx";
import styles from "./Importer.module.css";
import { problemText, refusalText } from "./messages.ts";
import { SecretField } from "./SecretField.tsx";

/**
 * Import form without defaults. Until submitted, values exist in the fields only: not in state, cache, storage or
 * address; `method` keeps them out of the address even without scripts.
 */
export function ImportForm({ importer }: { importer: Importer }) {
  const hasTexts = useTexts();
  const navigate = useNavigate();
  const isLoggedIn = useLoggedIn();
  const form = useRef<HTMLFormElement>(null);
  const [service, setService] = useState<Service>();
  const [problem, setProblem] = useState<ImportProblem>();
  const { mutate, error, isPending, reset } = useMutation({
    // No variables, as the cache would keep them.
    mutationFn: () => call(submitImport, { body: bodyOf(service, form.current) }),
    gcTime: 0,
    onError: noteEndedSession,
    onSuccess: async ({ import_id: id }) => {
      form.current?.reset();
      await navigate({ to: "/importer/status/$import", params: { import: id } });
    },
  });
  const choose = (value: string) => {
    setService(SERVICES.find((one) => one === value));
    setProblem(undefined);
    reset();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending || service === undefined || form.current === null) return;
    const { problem: found } = checkImport(service, textsOf(service, form.current));
    setProblem(found);
    if (found === undefined) return mutate();
    const input = form.current.elements.namedItem(found.field);
    if (input instanceof HTMLInputElement) input.focus();
  };
  const found = importer.services.find((one) => one.service === service);
  const isAccepted = found?.enabled === true && found.connector !== null;
  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      autoComplete="off"
      noValidate
      aria-busy={isPending}
      onSubmit={submit}
    >
      <ServiceSelect importer={importer} onChoose={choose} />
      {service === undefined ? null : !isAccepted ? (
        <p className={styles.warning} role="status">
          {t(found?.enabled === true ? "importer.noConnector" : "importer.notAccepted", {
            service: serviceInfo(service).title,
          })}
        </p>
      ) : (
        <>
          {found.paused ? <p className={styles.warning}>{t("importer.paused")}</p> : null}
          {importFields(service).map((field) => (
            <SecretField
              key={`${service} ${field}`}
              service={service}
              field={field}
              hasTexts={hasTexts}
              problem={
                problem?.field === field
                  ? t("importer.error", { message: problemText(problem.message, field) })
                  : undefined
              }
            />
          ))}
          <ImportChoices isLoggedIn={isLoggedIn} />
          {isLoggedIn ? null : (
            <p className={styles.soft}>
              <Rich
                id="importer.anonymous"
                tags={{
                  login: (text) => (
                    <Link to="/authentication/login" search={{ location: "/importer" }}>
                      {text}
                    </Link>
                  ),
                }}
              />
            </p>
          )}
          <p className={styles.problem} role="alert">
            {error === null ? null : t("importer.error", { message: refusalText(error) })}
          </p>
          <button type="submit" className={`${button.button} ${button.primary}`} aria-disabled={isPending}>
            {t(isPending ? "importer.sending" : "importer.submit")}
          </button>
        </>
      )}
    </form>
  );
}

function ServiceSelect({
  importer: { services },
  onChoose,
}: {
  importer: Importer;
  onChoose: (value: string) => void;
}) {
  const id = useId();
  const accepted = SERVICES.filter((one) =>
    services.some(({ service, enabled, connector }) => service === one && enabled && connector !== null),
  );
  const others = SERVICES.filter((one) => !accepted.includes(one));
  const options = (some: readonly Service[]) =>
    some.map((one) => (
      <option key={one} value={one} translate="no">
        {serviceInfo(one).title}
      </option>
    ));
  return (
    <label className={button.label} htmlFor={id}>
      {t("importer.service")}
      <select
        id={id}
        className={button.field}
        defaultValue=""
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">{t("importer.chooseService")}</option>
        {accepted.length === 0 ? null : (
          <optgroup label={t("importer.available")}>{options(accepted)}</optgroup>
        )}
        {others.length === 0 ? null : (
          <optgroup label={t("importer.unavailable")}>{options(others)}</optgroup>
        )}
      </select>
    </label>
  );
}

/** Trimmed values of the fields of a service. */
function textsOf(service: Service, form: HTMLFormElement): Record<string, string> {
  const data = new FormData(form);
  return Object.fromEntries(
    importFields(service).map((field) => [field, String(data.get(field) ?? "").trim()]),
  );
}

/** @throws TypeError if no service is chosen */
function bodyOf(service: Service | undefined, form: HTMLFormElement | null) {
  if (service === undefined || form === null) throw new TypeError("No service is chosen.");
  const data = new FormData(form);
  const flag = (name: string) => (data.has(name) ? "1" : "0");
  return {
    service,
    ...textsOf(service, form),
    save_dms: flag("save_dms"),
    save_session_key: flag("save_session_key"),
    auto_import: flag("auto_import"),
  } as const;
}
