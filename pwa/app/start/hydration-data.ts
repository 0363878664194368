/** Data of a server-rendered page: the environment and the responses used to render it. */
import { type DehydratedState, hydrate, type QueryClient } from "@tanstack/react-query";
import { HYDRATION_DATA, type HydrationData } from "#shared/rules/ssr.ts";
import { switchTo } from "../../i18n/initial.ts";
import { setEnvironment } from "../../lib/environment.ts";

/** Hydration data; undefined if the page was not rendered on the server. */
export const readHydrationData = () => document.getElementById(HYDRATION_DATA) ?? undefined;

/** Restores the data, so that the first render equals the server's and requests nothing. */
export async function applyHydrationData(client: QueryClient): Promise<void> {
  const { environment, queries } = JSON.parse(readHydrationData()?.textContent ?? "") as HydrationData;
  setEnvironment(environment);
  hydrate(client, arrivedNow(queries as DehydratedState));
  await switchTo(environment.locale);
}

/** Uses this device's clock: by the server's, responses could be stale or in the future. */
function arrivedNow({ queries, mutations }: DehydratedState): DehydratedState {
  const dataUpdatedAt = Date.now();
  return { mutations, queries: queries.map((one) => ({ ...one, state: { ...one.state, dataUpdatedAt } })) };
}
