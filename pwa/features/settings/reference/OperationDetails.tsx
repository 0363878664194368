import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { OpenApi, Parameter } from "#shared/entities/openapi.ts";
import { formatNumber, t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import button from "../../../ui/Button.module.css";
import { answersOf, type ListedOperation } from "./operations.ts";
import styles from "./Reference.module.css";
import { addressFor, missingIn, type Result, sendRequest, type Typed } from "./request.ts";
import { describeType, exampleOf } from "./schema.ts";

/** Parameters, body and responses of an operation, and for GET a form that sends the request. */
export function OperationDetails({ api, listed }: { api: OpenApi; listed: ListedOperation }) {
  const { operation, method, path, parameters } = listed;
  const { schemas } = api.components;
  const [typed, setTyped] = useState<Typed>({});
  const [result, setResult] = useState<Result | "sending" | "failed">();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const missing = missingIn(parameters, typed);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setResult("sending");
    const sent = await sendRequest(addressFor(path, parameters, typed), abort.signal).catch(
      () => "failed" as const,
    );
    if (!abort.signal.aborted) setResult(sent);
  };
  const body = operation.requestBody?.content["application/json"]?.schema;
  return (
    <form className={styles.details} onSubmit={(event) => void send(event)}>
      {operation.description === undefined ? null : <English text={operation.description} />}
      {parameters.map((one) => (
        <ParameterField
          key={`${one.in} ${one.name}`}
          parameter={one}
          value={method === "GET" ? (typed[one.name] ?? "") : undefined}
          onType={(value) => setTyped((before) => ({ ...before, [one.name]: value }))}
        />
      ))}
      {body === undefined ? null : (
        <Code label={t("reference.body")} text={JSON.stringify(exampleOf(body, schemas), null, 2)} />
      )}
      {method === "GET" ? (
        <p className={styles.actions}>
          <button
            type="submit"
            className={`${button.button} ${button.primary}`}
            disabled={missing.length > 0 || result === "sending"}
          >
            {t(result === "sending" ? "reference.sending" : "reference.send")}
          </button>
          {missing.length === 0 ? null : (
            <Rich
              id="reference.missing"
              values={{ names: missing.join(t("reference.comma")) }}
              tags={{ names: (names) => <bdi translate="no">{names}</bdi> }}
            />
          )}
        </p>
      ) : null}
      <ResultView result={result} />
      <dl className={styles.answers}>
        {answersOf(api, operation).map(({ status, description, content }) => {
          const schema = content?.["application/json"]?.schema;
          return (
            <div key={status}>
              <dt>{status}</dt>
              <dd>
                <English text={description} />
                {schema === undefined || !status.startsWith("2") ? null : (
                  <Code
                    label={t("reference.example")}
                    text={JSON.stringify(exampleOf(schema, schemas), null, 2)}
                  />
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </form>
  );
}

function ResultView({ result }: { result: Result | "sending" | "failed" | undefined }) {
  if (result === undefined || result === "sending") return null;
  if (result === "failed")
    return <p role="alert">{t(navigator.onLine ? "reference.noResponse" : "reference.offline")}</p>;
  const { status, milliseconds, text, note } = result;
  return (
    <>
      <p role="status">
        <Rich
          id="reference.status"
          values={{ status, ms: formatNumber(milliseconds) }}
          tags={{ status: (shown) => <strong translate="no">{shown}</strong> }}
        />
      </p>
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      {text === "" ? null : <Code label={t("reference.result")} text={text} />}
    </>
  );
}

/** @param value undefined if the request cannot be sent from here */
function ParameterField({
  parameter: { name, in: place, required, schema, description },
  value,
  onType,
}: {
  parameter: Parameter;
  value: string | undefined;
  onType: (value: string) => void;
}) {
  const id = useId();
  const isList = schema["type"] === "array";
  const field = {
    id,
    className: button.field,
    value,
    "aria-describedby": `${id}-about`,
    autoComplete: "off",
    autoCapitalize: "none",
    spellCheck: false,
    translate: "no" as const,
    onChange: (event: { target: { value: string } }) => onType(event.target.value),
  };
  const word = place === "path" ? "path" : required ? "required" : "optional";
  return (
    <div className={styles.parameter}>
      <label htmlFor={id}>
        <code translate="no">{name}</code>
      </label>
      <span className={styles.note} id={`${id}-about`}>
        <span dir="auto">{[t(`reference.${word}`), describeType(schema)].join(t("reference.comma"))}</span>
        {description === undefined ? null : <English text={description} />}
      </span>
      {value === undefined ? null : isList ? (
        <textarea {...field} rows={2} placeholder={t("reference.onePerLine")} />
      ) : (
        <input {...field} />
      )}
    </div>
  );
}

function Code({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={styles.code} aria-label={label} tabIndex={0}>
      <pre dir="ltr" translate="no">
        {text}
      </pre>
    </section>
  );
}

/** English text of the description, with `code` in backticks and line breaks kept. */
export function English({ text }: { text: string }) {
  const parts: ReactNode[] = text
    .split("`")
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
  return (
    <span lang="en" dir="ltr" className={styles.english}>
      {parts}
    </span>
  );
}
