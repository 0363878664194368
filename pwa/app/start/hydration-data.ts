/** What the server sends along with a page it has rendered: the environment and the answers it was rendered with. */
import { type DehydratedState, hydrate, type QueryClient } from "@tanstack/react-query";
import { HYDRATION_DATA, type HydrationData } from "#shared/rules/ssr.ts";
import { switchTo } from "../../i18n/initial.ts";
import { setEnvironment } from "../../lib/environment.ts";

/** Undefined for a page without a rendered screen. */
export const readHydrationData = () => document.getElementById(HYDRATION_DATA) ?? undefined;

/** Afterwards the first render gives what the server has rendered, and requests nothing again. */
export async function applyHydrationData(client: QueryClient): Promise<void> {
  const { environment, queries } = JSON.parse(readHydrationData()?.textContent ?? "") as HydrationData;
  setEnvironment(environment);
  hydrate(client, arrivedNow(queries as DehydratedState));
  await switchTo(environment.locale);
}

/** By this device's clock: by the server's the answers could be stale, or newer than they are. */
function arrivedNow({ queries, mutations }: DehydratedState): DehydratedState {
  const dataUpdatedAt = Date.now();
  return { mutations, queries: queries.map((one) => ({ ...one, state: { ...one.state, dataUpdatedAt } })) };
}
