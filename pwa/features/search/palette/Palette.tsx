import { useRouter } from "@tanstack/react-router";
import { useLayoutEffect, useRef } from "react";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { ComboboxGroup, ComboboxList, ComboboxOption } from "../../../ui/Combobox.tsx";
import { ComboboxInput } from "../../../ui/ComboboxInput.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import styles from "./Palette.module.css";
import type { Row } from "./rows.ts";
import { type PaletteCommands, usePalette } from "./use-palette.ts";

export interface PaletteProps {
  commands: PaletteCommands;
  /** Returns text typed before the palette was loaded; a line break stands for Enter. */
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
  // In a layout effect, as a key event between opening and taking over would be lost.
  useLayoutEffect(() => start.current(), []);
  return (
    <Dialog id="palette" className={styles.dialog} label={t("palette.label")} onClose={onClose}>
      <div className={styles.box}>
        <div className={styles.bar}>
          <Icon name="search" />
          <ComboboxInput
            combobox={palette.combobox}
            label={t("palette.label")}
            className={styles.input}
            placeholder={t("palette.hint")}
            value={palette.text}
            onChange={palette.change}
          />
          <button type="button" className={button.icon} aria-label={t("palette.close")} onClick={onClose}>
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
  const { combobox } = palette;
  return (
    <ComboboxList
      combobox={combobox}
      className={styles.rows}
      label={t("palette.results")}
      isBusy={palette.isWaiting}
    >
      {palette.groups.map(({ name, rows }) => (
        <ComboboxGroup key={name} title={t(`palette.group.${name}`)} headingClassName={styles.heading}>
          {rows.map((row) => (
            <ComboboxOption
              key={row.id}
              combobox={combobox}
              id={row.id}
              href={typeof row.go === "string" ? row.go : undefined}
              className={styles.row}
              onSelect={() => onRun(row)}
            >
              <RowContent row={row} />
            </ComboboxOption>
          ))}
        </ComboboxGroup>
      ))}
    </ComboboxList>
  );
}

function RowContent({ row }: { row: Row }) {
  return (
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
}
