import { CatchBoundary, useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { isSearchable } from "#shared/text/scripts.ts";
import { t } from "../../i18n/initial.ts";
import { keyOf, shortcutSettings } from "../../lib/shortcuts.ts";
import { ComboboxInput } from "../../ui/ComboboxInput.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import styles from "./SearchBox.module.css";
import type { FieldState } from "./SearchResults.tsx";

const INPUT = "search-box";

/** Loaded on focus, so that it is ready before the first response. */
const SearchResults = lazyComponent(() => import("./SearchResults.tsx").then((file) => file.SearchResults));

/**
 * Shown if the results fail to load, as after a new version was deployed. The field stays, and Enter still searches.
 */
function ResultsMissing({ error }: { error: unknown }) {
  return (
    <div className={styles.missing}>
      <ErrorPanel
        title={t("errors.chunkTitle")}
        message={navigator.onLine ? t("errors.chunk") : t("errors.offline")}
        details={String(error)}
        onRetry={() => location.reload()}
        retryLabel={t("errors.reload")}
      />
    </div>
  );
}

/** Focuses the search box, for the bottom bar and the shortcut. */
export function focusSearch(): void {
  document.getElementById(INPUT)?.focus();
}

/** The search box for creators, posts, messages and tags; a full-screen sheet on phones. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const router = useRouter();
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const [{ activeId, isStalled }, setState] = useState<FieldState>({});
  const onKeyDown = useRef<(event: KeyboardEvent) => void>(null);
  const open = () => {
    setIsOpen(true);
    setWasOpen(true);
  };
  const change = (next: string) => {
    setText(next);
    open();
  };
  const close = () => setIsOpen(false);
  useEffect(() => router.subscribe("onBeforeNavigate", () => setIsOpen(false)), [router]);
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
      data-open={isOpen}
      onBlur={(event) => {
        if (!root.current?.contains(event.relatedTarget)) close();
      }}
    >
      <search>
        <form
          className={styles.bar}
          // Submitted by Enter, until the results handle keys.
          onSubmit={(event) => {
            event.preventDefault();
            const q = text.trim();
            if (isSearchable(q, 2)) void router.navigate({ to: `/posts?${new URLSearchParams({ q })}` });
          }}
        >
          <button type="button" className={styles.back} aria-label={t("search.close")} onClick={close}>
            <Icon name="back" size={22} />
          </button>
          <span className={styles.glass}>
            <Icon name="search" />
          </span>
          <ComboboxInput
            combobox={{
              listId: "search-results",
              isExpanded: isOpen && text.trim() !== "",
              activeId,
              onKeyDown: (event) => onKeyDown.current?.(event),
            }}
            label={t("search.label")}
            ref={input}
            id={INPUT}
            className={styles.input}
            inputMode="search"
            enterKeyHint="search"
            placeholder={t("search.hint")}
            value={text}
            onFocus={open}
            onChange={change}
          />
          {isStalled ? <span className={styles.spinner} role="status" aria-label={t("search.busy")} /> : null}
          {text === "" ? (
            key && <kbd className={styles.hint}>{key}</kbd>
          ) : (
            <button
              type="button"
              className={styles.clear}
              aria-label={t("search.clear")}
              onClick={() => {
                change("");
                input.current?.focus();
              }}
            >
              <Icon name="close" size={18} />
            </button>
          )}
        </form>
      </search>
      {wasOpen ? (
        <CatchBoundary getResetKey={() => 0} errorComponent={isOpen ? ResultsMissing : () => null}>
          <SearchResults
            input={input}
            text={text}
            setText={setText}
            isOpen={isOpen}
            setIsOpen={setIsOpen}
            onKeyDown={onKeyDown}
            onState={setState}
          />
        </CatchBoundary>
      ) : null}
    </div>
  );
}
