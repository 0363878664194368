import { useState } from "react";
import { formatNumber, t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { Choice } from "../../../ui/Choice.tsx";
import { FileRow } from "./FileRow.tsx";
import styles from "./FileTable.module.css";
import { countOf, type Filter, filtered, type LookupState } from "./rows.ts";

/** Page size, so that ten thousand files render as fast as fifty. */
const PAGE_SIZE = 50;

/** Table of the chosen files, in pages. */
export function FileTable({ state: { rows, counts } }: { state: LookupState }) {
  const [filter, setFilter] = useState<Filter>("all");
  const [page, setPage] = useState(0);
  const found = filtered(rows, filter);
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const at = Math.min(page, pages - 1);
  const option = (value: Exclude<Filter, "all">, label: string) => ({
    value,
    label: `${label} ${formatNumber(countOf(counts, value))}`,
  });
  return (
    <section className={styles.section} aria-label={t("hash.table")}>
      {rows.length > 1 ? (
        <Choice
          label={t("hash.show")}
          value={filter}
          options={[
            { value: "all", label: `${t("hash.filterAll")} ${formatNumber(rows.length)}` },
            option("known", t("hash.filterKnown")),
            option("unknown", t("hash.filterUnknown")),
            option("open", t("hash.filterPending")),
            option("failed", t("hash.filterFailed")),
          ]}
          onChoose={(next) => {
            setFilter(next);
            setPage(0);
          }}
        />
      ) : null}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("hash.columnFile")}</th>
            <th scope="col">{t("hash.columnState")}</th>
            <th scope="col">{t("hash.columnFound")}</th>
          </tr>
        </thead>
        <tbody>
          {found.slice(at * PAGE_SIZE, (at + 1) * PAGE_SIZE).map((row) => (
            <FileRow key={row.id} row={row} />
          ))}
        </tbody>
      </table>
      {pages > 1 ? <Pager at={at} pages={pages} onTurn={setPage} /> : null}
    </section>
  );
}

function Pager({ at, pages, onTurn }: { at: number; pages: number; onTurn: (page: number) => void }) {
  return (
    <nav className={styles.pager} aria-label={t("hash.pages")}>
      <button type="button" className={button.button} disabled={at === 0} onClick={() => onTurn(at - 1)}>
        {t("pages.previous")}
      </button>
      <span>{t("hash.page", { page: at + 1, pages })}</span>
      <button
        type="button"
        className={button.button}
        disabled={at === pages - 1}
        onClick={() => onTurn(at + 1)}
      >
        {t("pages.next")}
      </button>
    </nav>
  );
}
