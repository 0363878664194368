import { lazy, Suspense, useEffect, useRef } from "react";
import { t } from "../../i18n/index.ts";
import { keyOf, shortcutSettings } from "../../lib/shortcuts.ts";
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
        <input
          ref={input}
          id={INPUT}
          className={styles.input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          role="combobox"
          aria-label={t("search.label")}
          aria-expanded={box.isOpen && box.typed !== ""}
          aria-controls="search-results"
          aria-autocomplete="list"
          aria-activedescendant={box.options[box.active]?.id}
          placeholder={t("search.hint")}
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          value={box.text}
          onFocus={box.open}
          onChange={(event) => box.change(event.target.value)}
          onKeyDown={box.onKeyDown}
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
