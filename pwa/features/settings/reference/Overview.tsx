import { Link } from "@tanstack/react-router";
import type { OpenApi } from "#shared/entities/openapi.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import { Paragraphs } from "./Description.tsx";
import styles from "./Operation.module.css";
import type { OperationGroup } from "./operations.ts";

/** What holds for every operation, and where to begin. */
export function Overview({
  api,
  groups,
  unknown,
}: {
  api: OpenApi;
  groups: OperationGroup[];
  /** What the address asks for that is not there; empty where it asks for nothing. */
  unknown: string;
}) {
  return (
    <article className={styles.operation}>
      {unknown === "" ? null : (
        <p className={styles.warning} role="alert">
          <Rich
            id="reference.unknown"
            values={{ name: unknown.slice(0, 80) }}
            tags={{ name: (text) => <bdi>{text}</bdi> }}
          />
        </p>
      )}
      <h2 lang="en">{api.info.title}</h2>
      <Paragraphs text={api.info.description} />
      <dl className={styles.groups}>
        {groups.map((group) => (
          <div key={group.name}>
            <dt>
              <Link to="/documentation/api" hash={group.operations[0]?.id ?? ""} lang="en">
                {group.name}
              </Link>
            </dt>
            <dd lang="en">{group.description}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
