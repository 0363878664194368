import type { OpenApi, Operation } from "#shared/entities/openapi.ts";
import { t } from "../../../i18n/index.ts";
import { Description } from "./Description.tsx";
import styles from "./Operation.module.css";
import { answersOf, type ListedAnswer } from "./operations.ts";
import { SchemaView } from "./SchemaView.tsx";

/** Shape and example of the answer, then every other status with its words. */
export function Responses({ api, operation }: { api: OpenApi; operation: Operation }) {
  const answers = answersOf(api, operation);
  const good = answers.filter(({ status }) => status.startsWith("2"));
  const others = answers.filter(({ status }) => !status.startsWith("2"));
  return (
    <>
      <section className={styles.part}>
        <h3>{t("reference.response")}</h3>
        {good.map((answer) => (
          <Good key={answer.status} answer={answer} api={api} />
        ))}
      </section>
      <section className={styles.part}>
        <h3>{t("reference.otherResponses")}</h3>
        <dl className={styles.statuses}>
          {others.map(({ status, description }) => (
            <div key={status}>
              <dt>{status}</dt>
              <dd>
                <Description text={description} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

function Good({ answer, api }: { answer: ListedAnswer; api: OpenApi }) {
  const types = Object.entries(answer.content ?? {});
  const [first] = types;
  return (
    <div className={styles.good}>
      <p className={styles.note} dir="auto">
        {[answer.status, ...types.map(([type]) => (type === "*/*" ? t("reference.bytes") : type))].join(
          " · ",
        )}
      </p>
      {answer.description === "The answer." ? null : (
        <p>
          <Description text={answer.description} />
        </p>
      )}
      {first === undefined || first[0] === "*/*" ? null : (
        <SchemaView schema={first[1].schema} schemas={api.components.schemas} isOpen />
      )}
    </div>
  );
}
