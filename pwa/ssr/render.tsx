/** Renders a first screen to a string, as the browser will hydrate it: the same routes, answers and environment. */
import { dehydrate } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import {
  type Environment,
  HYDRATION_DATA,
  type HydrationData,
  type RenderedPage,
  type RenderRequest,
} from "#shared/rules/ssr.ts";
import { topicsOf } from "../api/topics.ts";
import { App } from "../app/App.tsx";
import { createQueryClient } from "../app/query-client.ts";
import { type AppRouter, createAppRouter } from "../app/router.ts";
import { activate } from "../i18n/index.ts";
import { setEnvironment } from "../lib/environment.ts";
import type { AssetManifest } from "./asset-manifest.ts";

/** Characters; larger pages go out without their screen, which the browser then renders. */
const MAX_HTML = 256 * 1024;
const MAX_DATA = 512 * 1024;

/**
 * @returns undefined where the screen is not one the server renders, or too large
 * @throws where the API does not answer or has no such thing
 */
export async function renderPage(
  { path, environment }: RenderRequest,
  manifest: AssetManifest,
): Promise<RenderedPage | undefined> {
  const queryClient = createQueryClient({ isServer: true });
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  const modules = modulesOf(router);
  if (modules.length === 0) return undefined;
  await router.load();
  const { location, matches } = router.state;
  const isComplete = matches.every(({ status }) => status === "success");
  if (!isComplete || location.pathname !== path) return undefined;
  const html = renderApp(router, queryClient, environment);
  const data = hydrationData({ environment, queries: dehydrate(queryClient) });
  const topics = topicsOf(queryClient);
  queryClient.clear();
  if (html.length > MAX_HTML || data.length > MAX_DATA) return undefined;
  const catalog = environment.locale === "en" ? [] : [`i18n/${environment.locale}.json`];
  return { locale: environment.locale, head: headOf(manifest, [...modules, ...catalog]), html, topics, data };
}

/** Modules of the matched routes, from `staticData.ssr`; none where the screen is left to the browser. */
function modulesOf(router: AppRouter): string[] {
  const [matched] = router.getMatchedRoutes(router.latestLocation.pathname);
  const modules = matched.map(({ options }): string | undefined => options.staticData?.ssr);
  return modules.at(-1) === undefined ? [] : modules.filter((module) => module !== undefined);
}

/** Synchronous from the first line to the last: language and environment are the modules' own. */
function renderApp(
  router: AppRouter,
  queryClient: Parameters<typeof App>[0]["queryClient"],
  environment: Environment,
): string {
  setEnvironment(environment);
  activate(environment.locale);
  return renderToString(<App router={router} queryClient={queryClient} />);
}

function headOf(manifest: AssetManifest, modules: readonly string[]): string {
  const { scripts, styles } = manifest.filesOf(modules);
  const links = styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`);
  return [`<meta name="screen" content="${scripts.join(" ")}">`, ...links].join("");
}

/** JSON in a script element that does not run; `<` is escaped, so nothing in it can end the element. */
function hydrationData(data: HydrationData): string {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${HYDRATION_DATA}">${json}</script>`;
}
