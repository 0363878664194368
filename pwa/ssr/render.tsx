/** Renders a first screen to a string for hydration: with the browser's routes, responses and environment. */
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
 * Maximum size of a rendered page, as it is copied between two threads and several encodings. Larger pages are sent
 * without the screen, which the browser then renders.
 */
export const MAX_PAGE_BYTES = 256 * 1024;

/**
 * @returns undefined if the screen is not server-rendered, or too large
 * @throws if the API fails or has no such resource
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
  // Before rendering: sanitizing megabytes of text takes seconds.
  const html = fits(head, answers) ? renderApp(router, queryClient, environment) : undefined;
  queryClient.clear();
  if (html === undefined) return undefined;
  const data = inertScript(answers);
  return fits(head, html, data) ? { locale, head, html, topics, data } : undefined;
}

function fits(...parts: string[]): boolean {
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0) <= MAX_PAGE_BYTES;
}

/** Modules of the matched routes, from `staticData.ssr`; empty if the screen is not server-rendered. */
function modulesOf(router: AppRouter): string[] {
  const [matched] = router.getMatchedRoutes(router.latestLocation.pathname);
  const modules = matched.map(({ options }): string | undefined => options.staticData?.ssr);
  return modules.at(-1) === undefined ? [] : modules.filter((module) => module !== undefined);
}

/** Must stay synchronous: language and environment are module state. */
function renderApp(
  router: AppRouter,
  queryClient: Parameters<typeof App>[0]["queryClient"],
  environment: Environment,
): string {
  setEnvironment(environment);
  activate(environment.locale);
  return renderToString(<App router={router} queryClient={queryClient} />);
}

/** Head elements; `public/start.js` loads the scripts listed in the two `meta` elements. */
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

/** JSON in a script element that is not executed; `<` is escaped, so the content cannot end the element. */
function inertScript(json: string): string {
  return `<script type="application/json" id="${HYDRATION_DATA}">${json.replaceAll("<", "\\u003c")}</script>`;
}
