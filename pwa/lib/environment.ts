/** Environment of the first render: set by the server for each page, and by the browser before hydration. */
import type { Environment } from "#shared/rules/ssr.ts";
import { createReadableStore } from "./create-store.ts";

let current: Environment = {
  locale: "en",
  width: "narrow",
  savesData: false,
  choices: {},
  now: 0,
  random: 0,
};

export const environment = (): Environment => current;

/** Call right before a render: rendering to a string is synchronous, so concurrent requests cannot mix. */
export function setEnvironment(next: Environment): void {
  current = next;
}

/** False on the server and during hydration; for parts rendered only in the browser. */
export const useHydrated = createReadableStore(
  () => true,
  () => false,
  () => () => {},
).use;
