import { useEffect, useRef } from "react";
import type { OpenApi, Parameter } from "#shared/entities/openapi.ts";
import { t } from "../../../i18n/index.ts";
import { Description } from "./Description.tsx";
import styles from "./Operation.module.css";
import type { ListedOperation } from "./operations.ts";
import { PathText } from "./PathText.tsx";
import { Responses } from "./Responses.tsx";
import { SchemaView } from "./SchemaView.tsx";
import { describeLimits, describeType } from "./schema.ts";
import { TryIt } from "./TryIt.tsx";

/** One operation: what it takes, what it answers, and a form that asks it. */
export function OperationView({ api, listed }: { api: OpenApi; listed: ListedOperation }) {
  const { id, method, path, summary, parameters, operation } = listed;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Only one operation is on the page, so its beginning is where the reader goes on.
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const { schemas } = api.components;
  const body = operation.requestBody?.content["application/json"]?.schema;
  return (
    <article className={styles.operation} aria-labelledby="operation-heading" data-operation={id}>
      <h2 ref={heading} id="operation-heading" tabIndex={-1} className={styles.heading}>
        <PathText method={method} path={path} />
      </h2>
      <p className={styles.summary}>
        <Description text={summary} />
      </p>
      {parameters.length > 0 ? <Parameters parameters={parameters} /> : null}
      {body === undefined ? null : (
        <section className={styles.part}>
          <h3>{t("reference.body")}</h3>
          <SchemaView schema={body} schemas={schemas} />
        </section>
      )}
      <TryIt listed={listed} schemas={schemas} />
      <Responses api={api} operation={operation} />
    </article>
  );
}

function Parameters({ parameters }: { parameters: Parameter[] }) {
  return (
    <section className={styles.part}>
      <h3>{t("reference.parameters")}</h3>
      <dl className={styles.parameters}>
        {parameters.map((one) => (
          <div key={`${one.in} ${one.name}`}>
            <dt>
              <code className={styles.name}>{one.name}</code>
              <span className={styles.note}>
                {t(
                  one.in === "path"
                    ? "reference.path"
                    : one.required
                      ? "reference.required"
                      : "reference.optional",
                )}
              </span>
            </dt>
            <dd>
              <span className={styles.type} dir="auto">
                {[describeType(one.schema), ...describeLimits(one.schema)].join(t("reference.comma"))}
              </span>
              {one.description === undefined ? null : (
                <p>
                  <Description text={one.description} />
                </p>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
