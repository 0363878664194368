import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Parameter } from "#shared/entities/openapi.ts";
import { t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import button from "../../../ui/Button.module.css";
import { CodeBox } from "./CodeBox.tsx";
import { CopyButton } from "./CopyButton.tsx";
import type { ListedOperation } from "./operations.ts";
import { ResultView } from "./ResultView.tsx";
import { addressFor, curlFor, missingIn, type Result, type Typed, tryRequest } from "./request.ts";
import { exampleOf, type Schemas } from "./schema.ts";
import styles from "./TryIt.module.css";

type State = { kind: "idle" } | { kind: "busy" } | { kind: "done"; result: Result } | { kind: "failed" };

/** Sends the real request; for writes, only the curl command. */
export function TryIt({ listed, schemas }: { listed: ListedOperation; schemas: Schemas }) {
  const { method, path, parameters, operation } = listed;
  const [typed, setTyped] = useState<Typed>({});
  const [state, setState] = useState<State>({ kind: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const address = addressFor(path, parameters, typed);
  const missing = missingIn(parameters, typed);
  const body = operation.requestBody?.content["application/json"]?.schema;
  const curl = curlFor(
    method,
    address,
    location.origin,
    body === undefined ? undefined : exampleOf(body, schemas),
  );
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (method !== "GET" || missing.length > 0) return;
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setState({ kind: "busy" });
    try {
      const result = await tryRequest(address, abort.signal);
      if (!abort.signal.aborted) setState({ kind: "done", result });
    } catch {
      if (!abort.signal.aborted) setState({ kind: "failed" });
    }
  };
  const type = (name: string, value: string) => setTyped((before) => ({ ...before, [name]: value }));
  return (
    <section className={styles.try} aria-labelledby="try-it">
      <h3 id="try-it">{t(method === "GET" ? "reference.try" : "reference.request")}</h3>
      <form className={styles.form} onSubmit={(event) => void send(event)}>
        {parameters.length === 0 ? null : (
          <div className={styles.inputs}>
            {parameters.map((one) => (
              <ParameterInput key={one.name} parameter={one} value={typed[one.name] ?? ""} onType={type} />
            ))}
          </div>
        )}
        <div className={styles.curl}>
          <CodeBox text={curl} label={t("reference.curl")} />
          <CopyButton text={curl} />
        </div>
        {method === "GET" ? (
          <p className={styles.actions}>
            <button
              type="submit"
              className={`${button.button} ${button.primary}`}
              disabled={missing.length > 0 || state.kind === "busy"}
            >
              {t(state.kind === "busy" ? "reference.sending" : "reference.send")}
            </button>
            {missing.length === 0 ? null : (
              <span className={styles.note}>
                <Rich
                  id="reference.missing"
                  values={{ names: missing.join(t("reference.comma")) }}
                  tags={{ names: (names) => <bdi translate="no">{names}</bdi> }}
                />
              </span>
            )}
          </p>
        ) : null}
      </form>
      {state.kind === "done" ? <ResultView result={state.result} /> : null}
      {state.kind === "failed" ? (
        <p className={styles.failed} role="alert">
          {t(navigator.onLine ? "reference.noResponse" : "reference.offline")}
        </p>
      ) : null}
    </section>
  );
}

function ParameterInput({
  parameter,
  value,
  onType,
}: {
  parameter: Parameter;
  value: string;
  onType: (name: string, value: string) => void;
}) {
  const id = useId();
  const { name, schema } = parameter;
  const choices = Array.isArray(schema["enum"]) ? schema["enum"].map(String) : [];
  const examples = Array.isArray(schema["examples"]) ? schema["examples"] : [];
  const hint = String(examples[0] ?? schema["default"] ?? "");
  const isList = schema["type"] === "array";
  return (
    <div className={button.label}>
      <label htmlFor={id}>
        {isList ? (
          <Rich
            id="reference.onePerLine"
            values={{ name }}
            tags={{ name: (text) => <bdi translate="no">{text}</bdi> }}
          />
        ) : (
          <bdi translate="no">{name}</bdi>
        )}
      </label>
      {choices.length > 0 ? (
        <select id={id} className={button.field} value={value} onChange={(e) => onType(name, e.target.value)}>
          <option value="" dir="auto">
            {hint === "" ? t("reference.none") : t("reference.default", { value: hint })}
          </option>
          {choices.map((choice) => (
            <option key={choice} translate="no">
              {choice}
            </option>
          ))}
        </select>
      ) : isList ? (
        <textarea
          id={id}
          className={`${button.field} ${styles.lines}`}
          rows={2}
          value={value}
          onChange={(e) => onType(name, e.target.value)}
        />
      ) : (
        <input
          id={id}
          className={button.field}
          value={value}
          inputMode={schema["type"] === "integer" ? "numeric" : "text"}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={hint}
          translate="no"
          onChange={(e) => onType(name, e.target.value)}
        />
      )}
    </div>
  );
}
