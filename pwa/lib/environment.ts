/** The environment of the first render: the server sets it for each page, the browser before it hydrates one. */
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

/** Called right before a render: rendering to a string is synchronous, so requests do not see each other's. */
export function setEnvironment(next: Environment): void {
  current = next;
}

/** False on the server and while its markup is hydrated; for parts that only the browser renders. */
export const useHydrated = createReadableStore(
  () => true,
  () => false,
  () => () => {},
).use;
