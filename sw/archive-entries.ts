/**
 * Serves files inside saved archive files: a page unpacks them, as a service worker can start no worker. What is not
 * saved, and what the device cannot unpack, comes from the server (docs/decisions/0008).
 */
import { registerRoute } from "workbox-routing";
import { type EntryAddress, entryOfPath } from "#shared/rules/files.ts";
import { UNPACK_ENTRY, type UnpackAnswer, type UnpackMessage } from "#shared/rules/worker-messages.ts";
import { INERT, rangeOf } from "./file-response.ts";
import { isStored } from "./stored-files.ts";

/** Time for another page to take on the work; frozen ones do not, nor do those without an archive file. */
const ACCEPT_TIMEOUT_MS = 1_000;
/** Time for the page that shows the file, which can be busy with laying out an album. */
const OWN_ACCEPT_TIMEOUT_MS = 10_000;

export function serveArchiveEntries(scope: ServiceWorkerGlobalScope): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && entryOfPath(url.pathname) !== undefined,
    async ({ url, request, event }) => {
      const entry = entryOfPath(url.pathname);
      if (entry === undefined) return await fetch(request);
      // Only the device opens an archive file inside of another.
      const isInner = entry.inner !== undefined;
      if (!isInner && !(await isStored(entry.hash))) return await fetch(request);
      const { clientId } = event as FetchEvent;
      const width = url.searchParams.get("w");
      const answer = await unpack(scope, clientId, entry, width === null ? null : Number(width));
      if (answer.state === "unpacked") return responseOf(answer.file, answer.inline, url, request);
      const response = isInner ? undefined : await fetch(request).catch(() => undefined);
      if (response !== undefined && response.status < 500) return response;
      return answer.state === "refused" ? refusal(answer.message) : (response ?? Response.error());
    },
  );
}

type Answer = Exclude<UnpackAnswer<Blob>, { state: "accepted" }>;

/** Asks the page that wants the file; for a download, or a film in a tab of its own, any other. */
async function unpack(
  { clients }: ServiceWorkerGlobalScope,
  clientId: string,
  entry: EntryAddress,
  width: number | null,
): Promise<Answer> {
  const message: UnpackMessage = { type: UNPACK_ENTRY, entry, width };
  const own = await clients.get(clientId);
  if (own !== undefined && entryOfPath(new URL(own.url).pathname) === undefined)
    return (await ask(own, message, OWN_ACCEPT_TIMEOUT_MS)) ?? { state: "unknown" };
  for (const one of await clients.matchAll({ type: "window" })) {
    const answer = await ask(one, message, ACCEPT_TIMEOUT_MS);
    if (answer !== undefined) return answer;
  }
  return { state: "unknown" };
}

/** @returns undefined if the page does not take it on */
function ask(client: Client, message: UnpackMessage, acceptMs: number): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const done = (answer: Answer | undefined) => {
      clearTimeout(timeout);
      port1.close();
      resolve(answer);
    };
    const timeout = setTimeout(() => done(undefined), acceptMs);
    port1.onmessage = ({ data }: MessageEvent<UnpackAnswer<Blob>>) => {
      if (data.state === "accepted") clearTimeout(timeout);
      else done(data);
    };
    client.postMessage(message, [port2]);
  });
}

/** Not cached, as a takedown would not reach it. */
function responseOf(file: Blob, isInline: boolean, url: URL, request: Request): Response {
  const headers = new Headers({
    "content-type": file.type,
    "accept-ranges": "bytes",
    "cache-control": "no-store",
    "content-security-policy": INERT,
    "x-content-type-options": "nosniff",
  });
  const name = encodeURIComponent(url.searchParams.get("f") ?? "");
  if (!isInline)
    headers.set("content-disposition", name === "" ? "attachment" : `attachment; filename*=UTF-8''${name}`);
  const range = rangeOf(request.headers.get("range"), file.size);
  if (range === "none") {
    headers.set("content-range", `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  headers.set("content-length", String(end - start + 1));
  if (range !== undefined) headers.set("content-range", `bytes ${start}-${end}/${file.size}`);
  return new Response(file.slice(start, end + 1), { status: range === undefined ? 200 : 206, headers });
}

function refusal(error: string): Response {
  return Response.json({ error }, { status: 422, headers: { "cache-control": "no-store" } });
}
