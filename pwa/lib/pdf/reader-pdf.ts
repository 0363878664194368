/** Opens PDFs with pdf.js. A chunk of its own, large: its name begins with `reader-` (READER_FILES). */
import {
  getDocument,
  InvalidPDFException,
  PasswordResponses,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  type RenderTask,
  ResponseException,
  TextLayer,
} from "pdfjs-dist";
import { scriptAddress } from "../script-address.ts";
import { addressOfPdfFile, workerAddress } from "./files.ts";

export { type PDFDocumentProxy as PdfDocument, type PDFPageProxy as PdfPage, type RenderTask, TextLayer };

/** Address of this chunk. */
export const chunkAddress: string = import.meta.url;

/** Larger files are only downloaded: pdf.js reserves memory for all of a file, whatever it reads. */
export const MAX_PDF_BYTES = 512 * 1024 * 1024;
/** Larger pictures in a page are left out. */
const MAX_IMAGE_PIXELS = 64_000_000;
const MAX_CANVAS_BYTES = 128 * 1024 * 1024;
/** Timeout without any progress of opening. */
const OPEN_TIMEOUT_MS = 30_000;

export type PdfFault = "broken" | "large" | "missing" | "offline" | "slow";

export class PdfError extends Error {
  constructor(
    readonly fault: PdfFault,
    cause?: unknown,
  ) {
    super(fault, { cause });
  }
}

export interface PdfOptions {
  /** Called if the file is encrypted; `isRetry` if the last answer was wrong. */
  onPassword: (answer: (password: string) => void, isRetry: boolean) => void;
  /** @param part of the file that has come, from 0 to 1 */
  onProgress: (part: number) => void;
}

export interface OpeningPdf {
  /** Rejects with a PdfError; stays pending after `close`. */
  document: Promise<PDFDocumentProxy>;
  /** Ends its worker, whatever that is doing. */
  close: () => void;
}

/** Files of the app instead of a folder. */
class AppFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const response = await fetch(addressOfPdfFile(filename));
    if (!response.ok) throw new Error(`${filename} could not be loaded`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** Opens a PDF over range requests, in a worker of its own. JavaScript and forms in the file are not run. */
export function openPdf(address: string, { onPassword, onProgress }: PdfOptions): OpeningPdf {
  const thread = new Worker(scriptAddress(workerAddress) as string, { type: "module", name: "pdf" });
  const worker = PDFWorker.create({ port: thread });
  const task = getDocument({
    url: address,
    worker,
    BinaryDataFactory: AppFiles,
    useWorkerFetch: false,
    disableAutoFetch: true, // what is read is fetched
    disableStream: true,
    isEvalSupported: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    canvasMaxAreaInBytes: MAX_CANVAS_BYTES,
    verbosity: 0,
  });
  let isClosed = false;
  const close = () => {
    isClosed = true;
    clearTimeout(timer);
    void task.destroy().catch(() => {});
    thread.terminate();
  };
  let timer: number | undefined;
  let resolve: (document: PDFDocumentProxy) => void = () => {};
  let reject: (error: PdfError) => void = () => {};
  const promise = new Promise<PDFDocumentProxy>((...settle) => {
    [resolve, reject] = settle;
  });
  const fail = (error: PdfError) => {
    if (isClosed) return;
    close();
    reject(error);
  };
  const wait = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => fail(new PdfError("slow")), OPEN_TIMEOUT_MS);
  };
  wait();
  thread.addEventListener("error", (event) =>
    fail(new PdfError(navigator.onLine ? "broken" : "offline", event)),
  );
  task.onProgress = ({ loaded, total }: { loaded: number; total: number }) => {
    if (isClosed) return;
    wait();
    if (total > MAX_PDF_BYTES) return fail(new PdfError("large"));
    if (total > 0) onProgress(Math.min(1, loaded / total));
  };
  task.onPassword = (answer: (password: string) => void, reason: number) => {
    clearTimeout(timer); // a person types
    onPassword((password) => {
      wait();
      answer(password);
    }, reason === PasswordResponses.INCORRECT_PASSWORD);
  };
  task.promise.then(
    (document) => {
      clearTimeout(timer);
      if (!isClosed) resolve(document);
    },
    (error: unknown) => fail(new PdfError(faultOf(error), error)),
  );
  return { document: promise, close };
}

function faultOf(error: unknown): PdfFault {
  if (error instanceof ResponseException) {
    if (error.missing || error.status === 410) return "missing";
    return error.status === 0 || error.status >= 500 ? "offline" : "missing";
  }
  if (error instanceof InvalidPDFException) return "broken";
  return error instanceof TypeError && !navigator.onLine ? "offline" : "broken";
}
