import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import type { OpenApi } from "#shared/entities/openapi.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import button from "../../../ui/Button.module.css";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { descriptionQuery } from "./api.ts";
import { English, OperationDetails } from "./OperationDetails.tsx";
import { findOperations, groupsOf, type ListedOperation } from "./operations.ts";
import styles from "./Reference.module.css";

/** `/documentation/api`: all API operations by area; the URL hash opens one. */
export function ReferencePage() {
  const { data, error, refetch } = useQuery(descriptionQuery());
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("reference.title")} />
        <p className={page.note}>
          <Rich
            id="reference.formats"
            tags={{
              json: (name) => <a href="/api/schema">{name}</a>,
              yaml: (name) => <a href="/api/schema?format=yaml">{name}</a>,
            }}
          />
        </p>
      </header>
      {data !== undefined ? (
        <Reference api={data} />
      ) : error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <div
          className={`${styles.blank} ${page.skeleton}`}
          role="status"
          aria-label={t("reference.loading")}
        />
      )}
    </div>
  );
}

function Reference({ api }: { api: OpenApi }) {
  const navigate = useNavigate();
  const chosen = useLocation({ select: (location) => location.hash });
  const groups = useMemo(() => groupsOf(api), [api]);
  const [text, setText] = useState("");
  const found = findOperations(groups, text);
  const open = (hash: string) =>
    void navigate({ to: "/documentation/api", hash, replace: true, hashScrollIntoView: false });
  const openFirst = (event: FormEvent) => {
    event.preventDefault();
    const first = found[0]?.operations[0];
    if (first !== undefined) open(first.id);
  };
  const isKnown = groups.some(({ operations }) => operations.some(({ id }) => id === chosen));
  return (
    <>
      <Introduction text={api.info.description} />
      {/* biome-ignore lint/a11y/useSemanticElements: only a form is submitted by Enter */}
      <form role="search" aria-label={t("reference.search")} className={styles.search} onSubmit={openFirst}>
        <label className={button.label}>
          {t("reference.find")}
          <input
            className={button.field}
            type="search"
            value={text}
            maxLength={100}
            autoComplete="off"
            placeholder={t("reference.findHint")}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <p className={styles.note} role="status">
          {t("reference.count", { count: found.reduce((sum, { operations }) => sum + operations.length, 0) })}
        </p>
      </form>
      {chosen === "" || isKnown ? null : (
        <p role="alert">
          <Rich
            id="reference.unknown"
            values={{ name: chosen.slice(0, 80) }}
            tags={{ name: (name) => <bdi>{name}</bdi> }}
          />
        </p>
      )}
      {found.map((group, at) => (
        <section key={group.name} className={styles.group} aria-labelledby={`area-${at}`}>
          <h2 id={`area-${at}`} lang="en">
            {group.name}
          </h2>
          <p className={styles.note}>
            <English text={group.description} />
          </p>
          {group.operations.map((one) => (
            <OperationItem key={one.id} api={api} listed={one} isChosen={one.id === chosen} onOpen={open} />
          ))}
        </section>
      ))}
    </>
  );
}

/** Markdown paragraphs and lists. */
function Introduction({ text }: { text: string }) {
  return text.split("\n\n").map((block) =>
    block.startsWith("- ") ? (
      <ul key={block} className={styles.points}>
        {block.split("\n").map((line) => (
          <li key={line}>
            <English text={line.slice(2)} />
          </li>
        ))}
      </ul>
    ) : (
      <p key={block}>
        <English text={block} />
      </p>
    ),
  );
}

function OperationItem({
  api,
  listed,
  isChosen,
  onOpen,
}: {
  api: OpenApi;
  listed: ListedOperation;
  isChosen: boolean;
  onOpen: (id: string) => void;
}) {
  const { id, method, path, summary } = listed;
  const heading = useRef<HTMLElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isChosen) return;
    setIsOpen(true);
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  const toggle = (isNowOpen: boolean) => {
    setIsOpen(isNowOpen);
    if (isNowOpen && !isChosen) onOpen(id);
  };
  return (
    <details
      className={styles.operation}
      open={isOpen}
      data-operation={id}
      onToggle={(event) => toggle(event.currentTarget.open)}
    >
      <summary ref={heading}>
        <code dir="ltr" translate="no">
          <strong>{method}</strong> {path}
        </code>
        <English text={summary} />
      </summary>
      {isOpen ? <OperationDetails api={api} listed={listed} /> : null}
    </details>
  );
}
