import { lazy, Suspense, useEffect, useRef } from "react";
import { t } from "../../i18n/index.ts";
import { keyOf, shortcutSettings } from "../../lib/shortcuts.ts";
import { ComboboxInput } from "../../ui/Combobox.tsx";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./SearchBox.module.css";
import { useSearchBox } from "./use-search-box.ts";

const INPUT = "search-box";

/** Asked for when the box is entered, so that it is there before the first answer. */
const SearchResults = lazy(() =>
  import("./SearchResults.tsx").then((file) => ({ default: file.SearchResults })),
);

/** For the bottom bar and the shortcut. */
export function focusSearch(): void {
  document.getElementById(INPUT)?.focus();
}

/** The search box for creators, posts, messages and tags; a full-screen sheet on phones. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const box = useSearchBox(input);
  const shortcuts = shortcutSettings.use();
  const key = shortcuts.isOff ? "" : keyOf("search", shortcuts);
  useEffect(() => {
    if (new URLSearchParams(location.search).get("focus") === "search") focusSearch();
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that focus has left
    <div
      ref={root}
      className={styles.box}
      data-open={box.isOpen}
      onBlur={(event) => {
        if (!root.current?.contains(event.relatedTarget)) box.close();
      }}
    >
      <search className={styles.bar}>
        <button type="button" className={styles.back} aria-label={t("search.close")} onClick={box.close}>
          <Icon name="back" size={22} />
        </button>
        <span className={styles.glass}>
          <Icon name="search" />
        </span>
        <ComboboxInput
          combobox={box.combobox}
          label={t("search.label")}
          ref={input}
          id={INPUT}
          className={styles.input}
          inputMode="search"
          enterKeyHint="search"
          placeholder={t("search.hint")}
          value={box.text}
          onFocus={box.open}
          onChange={box.change}
        />
        {box.isStalled ? (
          <span className={styles.spinner} role="status" aria-label={t("search.busy")} />
        ) : null}
        {box.text === "" ? (
          key && <kbd className={styles.hint}>{key}</kbd>
        ) : (
          <button
            type="button"
            className={styles.clear}
            aria-label={t("search.clear")}
            onClick={() => {
              box.change("");
              input.current?.focus();
            }}
          >
            <Icon name="close" size={18} />
          </button>
        )}
      </search>
      {box.isOpen ? (
        <Suspense fallback={null}>
          <SearchResults box={box} />
        </Suspense>
      ) : null}
    </div>
  );
}
