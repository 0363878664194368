/** Reads EPUBs off the main thread. */
import { typeOfExtension } from "#shared/rules/file-types.ts";
import { extensionOf } from "#shared/rules/files.ts";
import { serve } from "../../../../lib/worker-rpc/serve.ts";
import { readChapter } from "./chapter.ts";
import { type Package, readPackage } from "./package.ts";
import type { EpubMethods } from "./worker-api.ts";
import { Zip } from "./zip.ts";

/** Larger books are only downloaded: a phone has them in memory. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Bytes of the text of a chapter. */
const MAX_TEXT = 8 * 1024 * 1024;
/** Timeout without any data. */
const STALL_TIMEOUT_MS = 30_000;

let bytes = new Uint8Array();
let open: { zip: Zip; book: Package } | undefined;

const fault = (name: string) => Object.assign(new Error(name), { name });

serve<EpubMethods, Record<string, never>>({
  async load(address) {
    bytes = await download(address);
  },
  open() {
    try {
      const zip = new Zip(bytes);
      const book = readPackage(zip);
      open = { zip, book };
      const { paths: _, ...shown } = book;
      return shown;
    } catch (error) {
      throw error instanceof Error && error.name === "protected" ? error : fault("broken");
    }
  },
  chapter(index) {
    const path = open?.book.paths[index];
    if (open === undefined || path === undefined) throw fault("broken");
    const { zip, book } = open;
    const text = zip.text(path);
    if (text.length > MAX_TEXT) throw fault("large");
    return readChapter(text, path, book.paths, (name) => zip.has(name));
  },
  image(path) {
    const type = typeOfExtension(extensionOf(path));
    // SVG is none of them: opened by itself it would be a document.
    if (open === undefined || type?.kind !== "image" || type.inline !== true) return undefined;
    return new Blob([open.zip.read(path)], { type: type.types[0] });
  },
});

/** @throws Error named `offline`, `missing`, `large` or `slow` */
async function download(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const stall = new AbortController();
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = self.setTimeout(() => stall.abort(), STALL_TIMEOUT_MS);
  };
  wait();
  try {
    const response = await fetch(address, { credentials: "same-origin", signal: stall.signal });
    if (!response.ok || response.body === null) throw fault(response.status >= 500 ? "offline" : "missing");
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      wait();
      size += part.value.length;
      if (size > MAX_BYTES) {
        stall.abort();
        throw fault("large");
      }
      chunks.push(part.value);
    }
    const whole = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return whole;
  } catch (error) {
    if (error instanceof TypeError) throw fault("offline");
    throw error instanceof DOMException && error.name === "AbortError" ? fault("slow") : error;
  } finally {
    clearTimeout(timer);
  }
}
