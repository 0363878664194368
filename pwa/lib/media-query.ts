/** Media queries, for parts that should not render if they are not visible. */
import { WINDOW_WIDTHS, type WindowWidth } from "#shared/rules/ssr.ts";
import { createReadableStore, type ReadableStore } from "./create-store.ts";
import { environment } from "./environment.ts";

export const NARROW = "(max-width: 719px)";
/** Width with the sidebar next to the page. */
export const WIDE = "(min-width: 1020px)";

const stores = new Map<string, ReadableStore<boolean>>();

/** Hook that returns whether a media query matches. */
export function useMedia(query: string): boolean {
  let store = stores.get(query);
  if (store === undefined) {
    store = createMediaStore(query);
    stores.set(query, store);
  }
  return store.use();
}

function createMediaStore(query: string): ReadableStore<boolean> {
  const connect = (notify: () => void) => {
    const media = matchMedia(query);
    media.addEventListener("change", notify);
    return () => media.removeEventListener("change", notify);
  };
  return createReadableStore(
    () => matchMedia(query).matches,
    () => matchesOnServer(query),
    connect,
  );
}

/** Width class of the window, sent to the server for the next page. */
export function windowWidth(): WindowWidth {
  if (matchMedia(WIDE).matches) return "wide";
  return matchMedia(NARROW).matches ? "narrow" : "medium";
}

/** Supports the queries above; others never match. */
function matchesOnServer(query: string): boolean {
  const step = WINDOW_WIDTHS.indexOf(environment().width);
  if (query === NARROW) return step === 0;
  return query === WIDE && step === 2;
}
