/** Sends the files of a folder to the archive; resumes after a lost connection. */
import { listDownloadFiles, scanDownload, startDownload } from "#shared/contracts/downloads.ts";
import type { DownloadProblem } from "#shared/entities/download-import.ts";
import { LEFT_OUT, MAX_LEFT_OUT } from "#shared/rules/left-out.ts";
import { call } from "../../../api/call.ts";
import { HttpError, NetworkError, TimeoutError } from "../../../api/errors.ts";
import type { ChosenFolder } from "../../../lib/chosen-files.ts";
import { createStore, type ReadableStore } from "../../../lib/create-store.ts";
import { TransferRate } from "../../../lib/transfer-rate.ts";
import { noteEndedSession } from "../../../offline/account/call.ts";
import { putFile } from "./put-file.ts";

const CONCURRENCY = 4;
const PUBLISH_MS = 250;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/** Timeout of the file list, which may have 100,000 names. */
const LIST_TIMEOUT_MS = 60_000;

export interface SendState {
  /** Id of the import; undefined before a folder is chosen. */
  id: string | undefined;
  /** `waiting`: for a connection. `stopped`: by `error`. */
  status: "idle" | "reading" | "sending" | "waiting" | "stopped" | "sent";
  files: number;
  sentFiles: number;
  /** Bytes. */
  bytes: number;
  sentBytes: number;
  /** Bytes per second. */
  rate: number | undefined;
  /** Remaining seconds. */
  left: number | undefined;
  /** Files that could not be read or were refused. */
  skipped: readonly DownloadProblem[];
  error: unknown;
}

interface Item {
  path: string;
  file: File;
  /** Bytes sent. */
  sent: number;
}

const IDLE: SendState = {
  id: undefined,
  status: "idle",
  files: 0,
  sentFiles: 0,
  bytes: 0,
  sentBytes: 0,
  rate: undefined,
  left: undefined,
  skipped: [],
  error: undefined,
};

class Sender {
  readonly #view = createStore(IDLE);
  readonly state: ReadableStore<SendState> = this.#view;
  #items: Item[] = [];
  #next = 0;
  #abort = new AbortController();
  #pace = new TransferRate();
  #lastPublished = 0;
  readonly #events = new EventTarget();

  /**
   * Sends the chosen files, then starts the scan.
   * @param id of an interrupted import to continue; otherwise creates one
   * @returns the id, once the import exists
   * @throws the errors of `call`
   */
  async send({ files, unreadable }: ChosenFolder, zone: string, id?: string): Promise<string> {
    this.cancel();
    const abort = new AbortController();
    this.#abort = abort;
    this.#view.set({ ...IDLE, id, status: "reading" });
    const items: Item[] = [];
    for await (const { file, folder } of files) items.push({ path: folder + file.name, file, sent: 0 });
    try {
      const own = id ?? (await call(startDownload)).id;
      if (abort.signal.aborted) return own;
      this.#items = id === undefined ? items : await withoutReceived(items, id);
      const skipped = unreadable.map((path) => ({ path, reason: LEFT_OUT.unreadable }));
      this.#set({ id: own, files: items.length, skipped });
      void this.#run(own, zone, abort.signal, items);
      return own;
    } catch (error) {
      noteEndedSession(error);
      this.#view.set(IDLE);
      throw error;
    }
  }

  /** Continues after an error. */
  continue(): void {
    if (this.#view.get().status !== "stopped") return;
    this.#set({ status: "sending", error: undefined });
    this.#events.dispatchEvent(new Event("continue"));
  }

  /** Cancels sending; the server keeps the files until the import is deleted. */
  cancel(): void {
    this.#abort.abort(new DOMException("The sending was canceled.", "AbortError"));
    this.#items = [];
    this.#next = 0;
    this.#pace = new TransferRate();
    this.#view.set(IDLE);
  }

  #set(part: Partial<SendState>): void {
    this.#view.set((state) => ({ ...state, ...part }));
  }

  async #run(id: string, zone: string, signal: AbortSignal, all: readonly Item[]): Promise<void> {
    const missing = new Set(this.#items);
    for (const item of all) if (!missing.has(item)) item.sent = item.file.size;
    this.#set({ status: "sending" });
    this.#count(all, true);
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    try {
      await Promise.all(Array.from({ length: CONCURRENCY }, () => this.#work(id, all, signal)));
      const skipped = this.#view.get().skipped.slice(0, MAX_LEFT_OUT);
      await this.#insist(() => call(scanDownload, { params: { id }, body: { zone, skipped } }), signal);
      this.#count(all, true);
      this.#set({ status: "sent" });
    } catch {
      // Canceled: waits for the requests that are still running.
    } finally {
      removeEventListener("beforeunload", warn);
    }
  }

  async #work(id: string, all: readonly Item[], signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.#unstopped(signal);
      const item = this.#items[this.#next++];
      if (item === undefined) return;
      const { path, file } = item;
      const onProgress = (sent: number) => {
        item.sent = Math.min(sent, file.size);
        this.#count(all);
      };
      try {
        await this.#insist(() => putFile({ id, path, file }, onProgress, signal), signal, file);
      } catch (error) {
        signal.throwIfAborted();
        item.sent = 0;
        const reason = error instanceof HttpError ? error.message : LEFT_OUT.unreadable;
        this.#set({ skipped: [...this.#view.get().skipped, { path, reason }] });
        if (!(error instanceof HttpError || error instanceof DOMException)) throw error;
        continue;
      }
      item.sent = file.size;
      this.#count(all);
    }
  }

  /**
   * Retries after connection errors, and pauses for the visitor if the server cannot continue.
   * @throws HttpError 400 and 413, and errors of reading the file, which concern one file only
   */
  async #insist(work: () => Promise<unknown>, signal: AbortSignal, file?: File): Promise<void> {
    for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)) {
      signal.throwIfAborted();
      try {
        await work();
        if (this.#view.get().status === "waiting") this.#set({ status: "sending" });
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof HttpError && (error.status === 400 || error.status === 413)) throw error;
        if (error instanceof NetworkError || error instanceof TimeoutError) {
          await file?.slice(0, 1).arrayBuffer(); // throws if the file was moved or changed
          this.#set({ status: "waiting" });
          await wait(signal, globalThis, "online", retryMs);
        } else {
          noteEndedSession(error);
          this.#set({ status: "stopped", error });
          await this.#unstopped(signal);
        }
      }
    }
  }

  async #unstopped(signal: AbortSignal): Promise<void> {
    while (this.#view.get().status === "stopped") await wait(signal, this.#events, "continue");
  }

  #count(all: readonly Item[], isNow = false): void {
    const now = performance.now();
    if (!isNow && now - this.#lastPublished < PUBLISH_MS) return;
    this.#lastPublished = now;
    let [bytes, sentBytes, sentFiles] = [0, 0, 0];
    for (const { file, sent } of all) {
      bytes += file.size;
      sentBytes += sent;
      if (sent === file.size) sentFiles += 1;
    }
    this.#pace.note(sentBytes, now);
    this.#set({
      bytes,
      sentBytes,
      sentFiles,
      rate: this.#pace.rate(),
      left: this.#pace.left(bytes - sentBytes),
    });
  }
}

/** Waits for an event or a timeout. @throws the reason of the abort */
async function wait(
  signal: AbortSignal,
  target: EventTarget,
  type: string,
  milliseconds?: number,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const own = new AbortController();
    const timer = milliseconds === undefined ? undefined : setTimeout(() => end(), milliseconds);
    const end = () => {
      clearTimeout(timer);
      own.abort();
      resolve();
    };
    target.addEventListener(type, end, { signal: own.signal });
    signal.addEventListener("abort", end, { signal: own.signal });
  });
  signal.throwIfAborted();
}

async function withoutReceived(items: readonly Item[], id: string): Promise<Item[]> {
  const received = await call(listDownloadFiles, { params: { id }, timeout: LIST_TIMEOUT_MS });
  const sizes = new Map(received.map(({ path, size }) => [path, size]));
  return items.filter(({ path, file }) => sizes.get(path) !== file.size);
}

/** A single import at a time. Module state, so that navigating away and back loses nothing. */
export const sender = new Sender();
