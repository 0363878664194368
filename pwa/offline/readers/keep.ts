/** Keeps readers of files for offline use, for who needs them (READERS_CACHE). */
import { readerOf } from "#shared/rules/file-types.ts";
import { READERS_CACHE } from "#shared/rules/offline-db.ts";
import { cacheStorage, serviceWorkers } from "../../lib/secure-context/apis.ts";
import { offlineDb } from "../db/db.ts";

/** Requests at a time. */
const CONCURRENCY = 6;

/** Stores the readers that saved files need, and those stored before, as files of this version. */
export async function keepReaders(): Promise<void> {
  const caches = cacheStorage();
  if (caches === undefined) return;
  if ((await caches.has(READERS_CACHE)) || (await hasSavedPdf())) await keepPdfReader();
}

async function hasSavedPdf(): Promise<boolean> {
  const found = await offlineDb()
    .saved.filter(({ files }) => files.some((file) => file.state === "whole" && readerOf(file) === "pdf"))
    .first();
  return found !== undefined;
}

let keeping: Promise<void> | undefined;

/** Stores what shows PDFs, unless it is there; does nothing without a service worker, which would serve it. */
export function keepPdfReader(): Promise<void> {
  keeping ??= keepPdfFiles().finally(() => {
    keeping = undefined;
  });
  return keeping;
}

async function keepPdfFiles(): Promise<void> {
  const caches = cacheStorage();
  if (caches === undefined || serviceWorkers()?.controller == null) return;
  const [{ chunkAddress }, { pdfFiles }] = await Promise.all([
    import("../../lib/pdf/reader-pdf.ts"),
    import("../../lib/pdf/files.ts"),
  ]);
  const wanted = new Set([chunkAddress, ...pdfFiles()].map((file) => new URL(file, location.href).href));
  const cache = await caches.open(READERS_CACHE);
  const stored = (await cache.keys()).map(({ url }) => url);
  const missing = [...wanted].filter((address) => !stored.includes(address));
  for (let at = 0; at < missing.length; at += CONCURRENCY)
    await cache.addAll(missing.slice(at, at + CONCURRENCY));
  // Those of an earlier version, only once the new ones are there.
  for (const address of stored) if (!wanted.has(address)) await cache.delete(address);
}
