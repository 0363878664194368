import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useLayoutEffect, useRef } from "react";
import { t } from "../../i18n/index.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { ServiceMark } from "../../ui/ServiceMark.tsx";
import styles from "./Palette.module.css";
import type { Row } from "./rows.ts";
import { type PaletteCommands, usePalette } from "./use-palette.ts";

export interface PaletteProps {
  commands: PaletteCommands;
  /** What was typed before it was there; a line break stands for Enter. */
  takeTyped: () => string;
  onClose: () => void;
}

/** The command palette: pages, creators, posts and actions; offline, results from the device. */
export function Palette({ commands, takeTyped, onClose }: PaletteProps) {
  const router = useRouter();
  const run = ({ go }: Row) => {
    onClose();
    if (typeof go === "string") void router.navigate({ to: go });
    else go();
  };
  const palette = usePalette(commands, run);
  const start = useRef(() => {});
  start.current = () => {
    const typed = takeTyped();
    if (typed !== "") palette.begin(typed);
  };
  // Before the next key event: one between opening and taking over would be lost.
  useLayoutEffect(() => start.current(), []);
  return (
    <Dialog id="palette" className={styles.dialog} label={t("palette.label")} onClose={onClose}>
      <div className={styles.box}>
        <div className={styles.bar}>
          <Icon name="search" />
          <input
            className={styles.input}
            type="text"
            role="combobox"
            aria-label={t("palette.label")}
            aria-expanded="true"
            aria-controls="palette-rows"
            aria-autocomplete="list"
            aria-activedescendant={palette.activeId}
            placeholder={t("palette.hint")}
            dir="auto"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            value={palette.text}
            onChange={(event) => palette.change(event.target.value)}
            onKeyDown={palette.onKeyDown}
          />
          <button type="button" className={styles.close} aria-label={t("palette.close")} onClick={onClose}>
            <Icon name="close" size={22} />
          </button>
        </div>
        <Rows palette={palette} onRun={run} />
        <p className={styles.message} role="status">
          {palette.isAlone
            ? t("palette.searchDown")
            : palette.count === 0 && !palette.isWaiting
              ? t("palette.empty")
              : ""}
        </p>
      </div>
    </Dialog>
  );
}

function Rows({ palette, onRun }: { palette: ReturnType<typeof usePalette>; onRun: (row: Row) => void }) {
  return (
    <div
      id="palette-rows"
      className={styles.rows}
      role="listbox"
      aria-label={t("palette.results")}
      aria-busy={palette.isWaiting}
    >
      {palette.groups.map(({ name, rows }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand inside a listbox
        <div key={name} role="group" aria-label={t(`palette.group.${name}`)}>
          <p className={styles.heading} aria-hidden="true">
            {t(`palette.group.${name}`)}
          </p>
          {rows.map((row) => (
            <Option key={row.id} row={row} isActive={row.id === palette.activeId} onRun={onRun} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** A link where it leads somewhere, so that a middle click opens a tab. */
function Option({ row, isActive, onRun }: { row: Row; isActive: boolean; onRun: (row: Row) => void }) {
  const run = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onRun(row);
  };
  const inside = (
    <>
      <Icon name={row.icon} />
      <span className={styles.text}>
        <span className={styles.title} dir="auto">
          {row.title}
        </span>
        {row.note === undefined ? null : (
          <span className={styles.note} dir="auto">
            {row.note}
          </span>
        )}
      </span>
      {row.service === undefined ? null : <ServiceMark service={row.service} />}
    </>
  );
  const shared = {
    id: row.id,
    className: styles.row,
    role: "option",
    tabIndex: -1,
    "aria-selected": isActive,
    onMouseDown: (event: MouseEvent) => event.preventDefault(), // the focus stays in the field
    onClick: run,
  };
  return typeof row.go === "string" ? (
    <a {...shared} href={row.go}>
      {inside}
    </a>
  ) : (
    <div {...shared}>{inside}</div>
  );
}
