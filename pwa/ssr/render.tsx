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
import { feedLinks } from "../app/shell/head-rules.ts";
import { activate } from "../i18n/index.ts";
import { setEnvironment } from "../lib/environment.ts";
import type { AssetManifest } from "./asset-manifest.ts";

/**
 * Of the rendered parts together, which are strings in two threads and bytes in several encodings: a larger page goes out
 * without its screen, which the browser then renders.
 */
export const MAX_PAGE_BYTES = 256 * 1024;

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
  const { locale } = environment;
  const catalog = locale === "en" ? [] : [`i18n/${locale}.json`];
  const head = headOf(manifest, [...modules, ...catalog], path);
  const topics = topicsOf(queryClient);
  const answers = JSON.stringify({ environment, queries: dehydrate(queryClient) } satisfies HydrationData);
  // Before the render: sanitizing a text of megabytes takes seconds.
  const html = fits(head, answers) ? renderApp(router, queryClient, environment) : undefined;
  queryClient.clear();
  if (html === undefined) return undefined;
  const data = inertScript(answers);
  return fits(head, html, data) ? { locale, head, html, topics, data } : undefined;
}

function fits(...parts: string[]): boolean {
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0) <= MAX_PAGE_BYTES;
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

/** `public/start.js` starts the app with the scripts that the two `meta` elements list. */
function headOf(manifest: AssetManifest, modules: readonly string[], path: string): string {
  const { entry, screen, styles } = manifest.filesOf(modules);
  const feeds = feedLinks(path, "").map(
    ({ href, type }) => `<link rel="alternate" type="${type}" href="${escaped(href)}">`,
  );
  return [
    `<meta name="entry" content="${entry.join(" ")}">`,
    `<meta name="screen" content="${screen.join(" ")}">`,
    '<script src="/start.js"></script>',
    ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
    '<link rel="manifest" href="/manifest.webmanifest">',
    ...feeds,
  ].join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** JSON in a script element that does not run; `<` is escaped, so nothing in it can end the element. */
function inertScript(json: string): string {
  return `<script type="application/json" id="${HYDRATION_DATA}">${json.replaceAll("<", "\\u003c")}</script>`;
}
