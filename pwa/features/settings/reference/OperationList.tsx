import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./OperationList.module.css";
import { findOperations, type ListedOperation, type OperationGroup } from "./operations.ts";
import { PathText } from "./PathText.tsx";

const REFERENCE = "/documentation/api";

/** All operations beside the one shown; on phones folded below its search box until it is wanted. */
export function OperationList({
  groups,
  chosen,
}: {
  groups: OperationGroup[];
  chosen: ListedOperation | undefined;
}) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const found = findOperations(groups, text);
  const count = found.reduce((sum, group) => sum + group.operations.length, 0);
  const openFirst = (event: FormEvent) => {
    event.preventDefault();
    const first = found[0]?.operations[0];
    if (first === undefined) return;
    setIsOpen(false);
    void navigate({ to: REFERENCE, hash: first.id });
  };
  const search = (words: string) => {
    setText(words);
    setIsOpen(true);
  };
  return (
    <aside className={styles.side}>
      {/* biome-ignore lint/a11y/useSemanticElements: a form is what takes Enter */}
      <form role="search" aria-label={t("reference.search")} className={styles.form} onSubmit={openFirst}>
        <label className={button.label}>
          {t("reference.find")}
          <input
            className={button.field}
            type="search"
            value={text}
            maxLength={100}
            autoComplete="off"
            placeholder={t("reference.findHint")}
            onChange={(event) => search(event.target.value)}
          />
        </label>
        <button
          type="button"
          className={`${button.button} ${styles.toggle}`}
          aria-expanded={isOpen}
          aria-controls="operations"
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? "reference.hide" : "reference.all")}
          <Icon name={isOpen ? "up" : "down"} size={18} />
        </button>
      </form>
      <p className={styles.count} role="status">
        {t("reference.count", { count })}
      </p>
      <nav id="operations" className={styles.list} data-open={isOpen} aria-label={t("reference.operations")}>
        {found.map((group) => (
          <Group key={group.name} group={group} chosen={chosen?.id} onChoose={() => setIsOpen(false)} />
        ))}
      </nav>
    </aside>
  );
}

function Group({
  group,
  chosen,
  onChoose,
}: {
  group: OperationGroup;
  chosen: string | undefined;
  onChoose: () => void;
}) {
  return (
    <section className={styles.group}>
      <h2 className={styles.title} lang="en">
        {group.name}
      </h2>
      <ul className={styles.operations}>
        {group.operations.map((one) => (
          <Item key={one.id} operation={one} isChosen={one.id === chosen} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  );
}

function Item({
  operation,
  isChosen,
  onChoose,
}: {
  operation: ListedOperation;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const list = item.current?.closest("nav");
    if (!isChosen || list === null || list === undefined || item.current === null) return;
    // Within the list alone: the page itself stays where the reader is.
    const at = item.current.offsetTop - list.offsetTop;
    if (at < list.scrollTop || at > list.scrollTop + list.clientHeight - item.current.offsetHeight)
      list.scrollTop = at - list.clientHeight / 2;
  }, [isChosen]);
  return (
    <li ref={item}>
      <Link
        to={REFERENCE}
        hash={operation.id}
        className={styles.item}
        activeOptions={{ includeHash: true }}
        data-chosen={isChosen}
        onClick={onChoose}
      >
        <PathText method={operation.method} path={operation.path.replace(/^\/api\//, "")} />
      </Link>
    </li>
  );
}
