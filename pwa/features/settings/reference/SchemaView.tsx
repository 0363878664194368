import { useState } from "react";
import type { Schema } from "#shared/entities/openapi.ts";
import { t } from "../../../i18n/index.ts";
import { CodeBox } from "./CodeBox.tsx";
import { Description } from "./Description.tsx";
import styles from "./SchemaView.module.css";
import {
  describeLimits,
  describeType,
  exampleOf,
  type Field,
  fieldsOf,
  followed,
  isOpenable,
  referenceOf,
  type Schemas,
} from "./schema.ts";

/** A shape as a list of fields that open, and an example of it. */
export function SchemaView({
  schema,
  schemas,
  isOpen = false,
}: {
  schema: Schema;
  schemas: Schemas;
  isOpen?: boolean;
}) {
  return (
    <div className={styles.schema}>
      <p className={styles.type} dir="auto">
        {describeType(schema)}
      </p>
      <Said schema={schema} schemas={schemas} />
      <Fields schema={schema} schemas={schemas} />
      <Example schema={schema} schemas={schemas} isOpen={isOpen} />
    </div>
  );
}

function Said({ schema, schemas }: { schema: Schema; schemas: Schemas }) {
  const own = followed(schema, schemas);
  const said = own["description"];
  // A named type does not list its values yet.
  const isNamed = referenceOf(schema) !== undefined && Array.isArray(own["enum"]);
  const limits = [...(isNamed ? [describeType(own)] : []), ...describeLimits(own)];
  return typeof said === "string" || limits.length > 0 ? (
    <p className={styles.said}>
      {typeof said === "string" ? <Description text={said} /> : null}{" "}
      <span dir="auto">{limits.join(t("reference.comma"))}</span>
    </p>
  ) : null;
}

function Fields({ schema, schemas }: { schema: Schema; schemas: Schemas }) {
  const fields = fieldsOf(schema, schemas);
  if (fields.length === 0) return null;
  return (
    <ul className={styles.fields}>
      {fields.map((field) => (
        <li key={field.name}>
          <FieldLine field={field} schemas={schemas} />
        </li>
      ))}
    </ul>
  );
}

function FieldLine({ field, schemas }: { field: Field; schemas: Schemas }) {
  const { name, schema, isOptional, tellsType = false } = field;
  const label = (
    <>
      <code className={styles.name}>{name}</code>
      {tellsType ? null : (
        <span className={styles.type} dir="auto">
          {describeType(schema)}
        </span>
      )}
      {isOptional ? <span className={styles.optional}>{t("reference.optionalField")}</span> : null}
    </>
  );
  if (isOpenable(schema, schemas))
    return (
      <Folded label={label}>
        {() => (
          <>
            <Said schema={schema} schemas={schemas} />
            <Fields schema={schema} schemas={schemas} />
          </>
        )}
      </Folded>
    );
  return (
    <div className={styles.leaf}>
      <p className={styles.line}>{label}</p>
      <Said schema={schema} schemas={schemas} />
    </div>
  );
}

/** Made only once opened: shapes may hold themselves. */
function Folded({ label, children }: { label: React.ReactNode; children: () => React.ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.folded} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={styles.line}>{label}</summary>
      {isOpen ? <div className={styles.inside}>{children()}</div> : null}
    </details>
  );
}

function Example({ schema, schemas, isOpen }: { schema: Schema; schemas: Schemas; isOpen: boolean }) {
  const text = JSON.stringify(exampleOf(schema, schemas), null, 2);
  return (
    <details className={styles.example} open={isOpen}>
      <summary>{t("reference.example")}</summary>
      <CodeBox text={text} label={t("reference.example")} />
    </details>
  );
}
