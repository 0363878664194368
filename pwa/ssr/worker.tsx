/** Worker thread that renders first screens, so that a crash or a slow page does not affect the API. */
import "../app/start/zod-setup.ts";
import { parentPort, workerData } from "node:worker_threads";
import { createMemoryHistory } from "@tanstack/react-router";
import type { RendererReady, RendererSetup, RenderReply, RenderRequest } from "#shared/rules/ssr.ts";
import { api } from "../api/origin.ts";
import { createQueryClient } from "../app/query-client.ts";
import { createAppRouter } from "../app/router.ts";
import { MoreList } from "../features/browse/posts/MoreList.tsx";
import { moreList } from "../features/browse/posts/more-list.ts";
import { loadCatalogs } from "../i18n/index.ts";
import { setPageMeta } from "../lib/page-meta.ts";
import { settingCookies } from "../lib/setting.ts";
import { sanitizer } from "../lib/ssr-html.ts";
import { AssetManifest } from "./asset-manifest.ts";
import { cleanHtml } from "./html.ts";
import { MAX_PAGE_BYTES, renderPage } from "./render.tsx";

const setup = workerData as RendererSetup;
setPageMeta(setup.metas);
sanitizer.clean = cleanHtml;
moreList.Component = MoreList;
const manifest = new AssetManifest(setup.manifest);

/** Responses are local: uncompressed, and skipped if they have megabytes. */
api.load = async (address, init) => {
  const headers = new Headers(init.headers);
  headers.set("accept-encoding", "identity");
  const response = await fetch(address, { ...init, headers });
  if (Number(response.headers.get("content-length")) <= MAX_PAGE_BYTES) return response;
  await response.body?.cancel();
  throw new Error(`${address} is too large to be rendered.`);
};

async function reply(request: RenderRequest): Promise<void> {
  api.origin = request.origin;
  const page = await renderPage(request, manifest).catch(() => undefined);
  parentPort?.postMessage({ id: request.id, page } satisfies RenderReply);
}

await loadCatalogs();
parentPort?.on("message", (request: RenderRequest) => void reply(request));
const router = createAppRouter(createQueryClient({ isServer: true }), createMemoryHistory());
const routes = Object.keys(router.routesByPath);
parentPort?.postMessage({ ...settingCookies(), routes } satisfies RendererReady);
