import { type FormEvent, useEffect, useRef, useState } from "react";
import { t } from "../../../../i18n/index.ts";
import type { PdfDocument } from "../../../../lib/pdf/reader-pdf.ts";
import button from "../../../../ui/Button.module.css";
import { Icon } from "../../../../ui/Icon.tsx";
import viewer from "../../viewer/Viewer.module.css";
import { findPage } from "./find.ts";
import styles from "./Pdf.module.css";

export interface FindBarProps {
  document: PdfDocument;
  index: number;
  total: number;
  onGo: (index: number) => void;
  /** Called with the words to mark. */
  onQuery: (query: string) => void;
}

/** Finds words in the text of all pages; Enter goes on to the next page that has them. */
export function FindBar({ document, index, total, onGo, onQuery }: FindBarProps) {
  const [said, setSaid] = useState("");
  const last = useRef("");
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const find = async (query: string, step: 1 | -1) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const isSame = query === last.current;
    last.current = query;
    onQuery(query);
    const from = index + (isSame ? step : 0);
    try {
      const found = await findPage(document, { query, index: from, total, step }, controller.signal, (at) => {
        if (!controller.signal.aborted) setSaid(t("fileReader.finding", { index: at + 1, total }));
      });
      setSaid(found === undefined ? t("fileReader.notFound") : t("fileReader.found", { index: found + 1 }));
      if (found !== undefined) onGo(found);
    } catch (error) {
      if (!controller.signal.aborted) {
        console.warn("The text could not be read.", error);
        setSaid(t("fileReader.notFound"));
      }
    }
  };
  const typed = (form: HTMLFormElement | null) =>
    String(form === null ? "" : new FormData(form).get("find")).trim();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = typed(event.currentTarget);
    if (query !== "") void find(query, 1);
  };
  return (
    <search>
      <form className={styles.find} onSubmit={submit}>
        <input
          className={button.field}
          name="find"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={t("fileReader.find")}
          placeholder={t("fileReader.find")}
          // biome-ignore lint/a11y/noAutofocus: opened by a button to type here
          autoFocus
        />
        <button
          type="button"
          className={viewer.tool}
          aria-label={t("fileReader.findPrevious")}
          onClick={(event) => {
            const query = typed(event.currentTarget.form);
            if (query !== "") void find(query, -1);
          }}
        >
          <Icon name="up" />
        </button>
        <button type="submit" className={viewer.tool} aria-label={t("fileReader.findNext")}>
          <Icon name="down" />
        </button>
        <span role="status" className={styles.said}>
          {said}
        </span>
      </form>
    </search>
  );
}
