/**
 * Uploads of this page: hashed, compared with the archive, sent three at a time. Module state, so that navigating away
 * and back loses nothing.
 */
import { MAX_HASHES } from "#shared/contracts/files.ts";
import { deleteUpload, getUpload, listUploads } from "#shared/contracts/uploads.ts";
import type { Upload } from "#shared/entities/upload.ts";
import { call } from "../../api/call.ts";
import { HttpError, NetworkError } from "../../api/errors.ts";
import { createStore, type ReadableStore } from "../../lib/create-store.ts";
import { subtleCrypto } from "../../lib/secure-context/apis.ts";
import { session } from "../../lib/session.ts";
import type { UploadRow } from "../../offline/db/records.ts";
import { searchMany } from "../search/hash-search/api.ts";
import { HashPool } from "../search/hash-search/hashing/pool.ts";
import { claim, release, releaseAll, released } from "./claims.ts";
import { dropDraft, type Target } from "./draft.ts";
import { drop, keep, kept } from "./kept.ts";
import { refusalText } from "./messages.ts";
import { create, send } from "./transfer.ts";

const CONCURRENCY = 3;
/** Delay of retries of interrupted uploads. */
const RETRY_DELAY_MS = 3_000;
/** Status codes of temporary errors. */
const PASSING: ReadonlySet<number> = new Set([409, 423, 429, 500, 502, 503, 504]);
const FIRST_BYTES = 1024 * 1024;

export type SendState =
  | "hashing"
  | "known" // already in the archive
  | "waiting"
  | "sending"
  | "interrupted" // offline, or the server is busy
  | "login"
  | "again" // the browser has lost the file
  | "elsewhere" // another tab sends it
  | "sent"
  | "failed";

export interface SendRow {
  key: number;
  name: string;
  size: number;
  /** Bytes sent. */
  done: number;
  state: SendState;
  problem?: string;
  /** Id on the server, once created. */
  id?: string;
}

interface Held extends SendRow {
  file?: File;
  handle?: FileSystemFileHandle;
  first: string | null;
  hash?: string;
  target?: Target;
  stop?: AbortController;
}

export interface Picked {
  file: File;
  handle?: FileSystemFileHandle;
}

export interface Sending {
  rows: readonly SendRow[];
  isPaused: boolean;
}

const UNDER_WAY: ReadonlySet<SendState> = new Set(["waiting", "sending", "interrupted", "login"]);
export const isUnderWay = ({ state }: SendRow) => UNDER_WAY.has(state);

class UploadSender {
  private rows: Held[] = [];
  private next = 0;
  private isPaused = false;
  private isRestored = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Own uploads on the server; loaded once, and again if one may be gone. */
  private own: Promise<Upload[]> | undefined;
  private readonly view = createStore<Sending>({ rows: [], isPaused: false });
  readonly state: ReadableStore<Sending> = this.view;
  private readonly pool = new HashPool({
    onProgress: (key, done) => this.change(key, { done }),
    onEnds: (ends) => {
      for (const end of ends) {
        const row = this.rowOf(end.id);
        if (row === undefined) continue;
        if ("hash" in end) row.hash = end.hash;
        else this.change(end.id, { state: "failed", problem: refusalText(undefined) });
      }
      void this.compare();
    },
  });

  constructor() {
    addEventListener("online", () => this.retry("interrupted"));
    session.subscribe(() => {
      if (session.get() === "yes") this.retry("login");
      if (session.get() === "leaving") this.forget();
    });
  }

  add(picked: readonly Picked[], target: Target): void {
    const added = picked.map(({ file, handle }): Held => {
      const { name, size } = file;
      const row = { key: this.next++, name, size, done: 0, state: "hashing" as const, first: null };
      return { ...row, file, target, ...(handle && { handle }) };
    });
    this.rows = [...this.rows, ...added];
    this.publish();
    this.pool.add(added.flatMap(({ key, file }) => (file === undefined ? [] : { id: key, file })));
  }

  /** Restores uploads that were unfinished when the page was left, and lists those of other tabs. */
  async restore(): Promise<void> {
    if (this.isRestored) return;
    this.isRestored = true;
    for (const row of await kept()) await this.restoreRow(row);
    this.pump();
  }

  private async restoreRow({ id, name, size, first, handle }: UploadRow): Promise<void> {
    if (this.rows.some((row) => row.id === id)) return;
    const base = { key: this.next++, id, name, size, first, ...(handle && { handle }) };
    if (!(await claim(id))) {
      this.put({ ...base, done: 0, state: "elsewhere" });
      void released(id).then(() => this.takeOver(id));
      return;
    }
    const found = await call(getUpload, { params: { id } }).catch((error: unknown) => error);
    const upload = found instanceof Error ? undefined : (found as Upload);
    const isGone = found instanceof HttpError && found.status === 404;
    if (isGone || (upload !== undefined && upload.state !== "receiving")) {
      release(id);
      return await drop(id);
    }
    const isAllowed = handle !== undefined && (await mayRead(handle, false));
    const file = isAllowed ? await handle.getFile().catch(() => undefined) : undefined;
    const isReadable = file?.size === size;
    const state = isReadable ? ("waiting" as const) : ("again" as const);
    this.put({ ...base, done: upload?.received ?? 0, state, ...(isReadable && { file }) });
  }

  /** Restores an upload of another tab that was closed; one that the other tab has finished is gone. */
  private async takeOver(id: string): Promise<void> {
    if (!this.rows.some((row) => row.id === id && row.state === "elsewhere")) return;
    this.rows = this.rows.filter((row) => row.id !== id);
    this.publish();
    const row = (await kept()).find((one) => one.id === id);
    if (row !== undefined) await this.restoreRow(row);
    this.pump();
  }

  private put(row: Held): void {
    this.rows = [...this.rows, row];
    this.publish();
  }

  /** The chosen file and its SHA-256, once it is known; undefined for one that has to be chosen again. */
  fileOf(key: number): { file: File; hash: string } | undefined {
    const { file, hash } = this.rowOf(key) ?? {};
    return file === undefined || hash === undefined ? undefined : { file, hash };
  }

  /** True if the file can be read again, given permission. */
  hasHandle(key: number): boolean {
    return this.rowOf(key)?.handle !== undefined;
  }

  /** Asks for permission to read the file; if denied, it has to be chosen again. */
  async askAgain(key: number): Promise<void> {
    const row = this.rowOf(key);
    const { handle } = row ?? {};
    const isAllowed = handle !== undefined && (await mayRead(handle, true));
    const file = isAllowed ? await handle.getFile().catch(() => undefined) : undefined;
    if (file === undefined || !(await this.giveAgain(key, file))) delete row?.handle;
  }

  /** @returns false if it is a different file */
  async giveAgain(key: number, file: File): Promise<boolean> {
    const row = this.rowOf(key);
    if (row === undefined) return false;
    const isSame = file.size === row.size && (row.first === null || (await firstOf(file)) === row.first);
    if (isSame) {
      row.file = file;
      this.change(key, { state: "waiting" });
      this.pump();
    }
    return isSame;
  }

  pause(): void {
    this.isPaused = true;
    for (const row of this.rows) row.stop?.abort(PAUSED);
    this.publish();
  }

  continue(): void {
    this.isPaused = false;
    this.publish();
    this.pump();
  }

  /** Cancels an upload, on the server too. */
  async cancel(key: number): Promise<void> {
    const row = this.rowOf(key);
    if (row === undefined) return;
    row.stop?.abort(PAUSED);
    this.rows = this.rows.filter((one) => one !== row);
    this.publish();
    if (row.id === undefined || row.state === "sent") return;
    this.own = undefined;
    await drop(row.id);
    release(row.id);
    await call(deleteUpload, { params: { id: row.id } }).catch(() => {}); // it expires on the server
  }

  /** Clears the uploads of this page. The server keeps them, and so does the device until logout. */
  forget(): void {
    for (const row of this.rows) row.stop?.abort(PAUSED);
    this.pool.stop();
    releaseAll();
    this.rows = [];
    this.isRestored = false;
    this.own = undefined;
    dropDraft();
    this.publish();
  }

  /** Compares all hashes in one request, once all files are hashed. */
  private async compare(): Promise<void> {
    const fresh = this.rows.filter(({ state }) => state === "hashing");
    if (fresh.some(({ hash }) => hash === undefined)) return;
    const hashes = [...new Set(fresh.flatMap(({ hash }) => hash ?? []))];
    const known = new Set<string>();
    try {
      for (let at = 0; at < hashes.length; at += MAX_HASHES)
        for (const { hash } of await searchMany(hashes.slice(at, at + MAX_HASHES))) known.add(hash);
    } catch {
      // On failure they are sent; the archive deduplicates them.
    }
    for (const { key, hash, size } of fresh)
      this.change(
        key,
        known.has(hash ?? "") ? { state: "known", done: size } : { state: "waiting", done: 0 },
      );
    this.pump();
  }

  private pump(): void {
    if (this.isPaused) return;
    let running = this.rows.filter(({ state }) => state === "sending").length;
    for (const row of this.rows) {
      if (running >= CONCURRENCY) return;
      if (row.state !== "waiting" || row.stop !== undefined) continue;
      running++;
      void this.send(row.key);
    }
  }

  private async send(key: number): Promise<void> {
    const row = this.rowOf(key);
    const file = row?.file;
    if (row === undefined || file === undefined) return;
    const stop = new AbortController();
    row.stop = stop;
    this.change(key, { state: "sending" });
    try {
      const id = row.id ?? (await this.create(row, file, stop.signal));
      await send(id, file, (done) => this.change(key, { done }), stop.signal);
      await drop(id);
      release(id);
      this.change(key, { state: "sent", done: row.size });
    } catch (error) {
      this.fail(key, error);
    } finally {
      delete row.stop;
      this.pump();
    }
  }

  private async create(row: Held, file: File, signal: AbortSignal): Promise<string> {
    const { handle, name, size, hash = "" } = row;
    const target = row.target as Target;
    const id =
      (await this.unfinished(target, name, hash)) ??
      (await create(size, { ...target, filename: name, sha256: hash }, signal));
    row.id = id;
    await claim(id);
    row.first = await firstOf(file);
    await keep({ id, name, size, first: row.first, ...(handle && { handle }) });
    return id;
  }

  /**
   * Finds an unfinished upload of an earlier login, which this device has deleted; uploads of this page are excluded.
   */
  private async unfinished(
    { service, user }: Target,
    name: string,
    hash: string,
  ): Promise<string | undefined> {
    if (session.get() !== "yes" || hash === "") return undefined;
    this.own ??= call(listUploads, {}).catch(() => []);
    return (await this.own).find(
      (one) =>
        one.state === "receiving" &&
        one.service === service &&
        one.user === user &&
        one.name === name &&
        one.sha256 === hash &&
        !this.rows.some(({ id }) => id === one.id),
    )?.id;
  }

  private fail(key: number, error: unknown): void {
    const status = error instanceof HttpError ? error.status : 0;
    if (error === PAUSED) this.change(key, { state: "waiting" });
    else if (status === 401) this.change(key, { state: "login" });
    else if (error instanceof NetworkError || PASSING.has(status)) {
      this.change(key, { state: "interrupted" });
      this.timer ??= setTimeout(() => this.retry("interrupted"), RETRY_DELAY_MS);
    } else {
      const id = this.rowOf(key)?.id;
      if (id !== undefined && status === 404) void drop(id).then(() => release(id));
      this.change(key, { state: "failed", problem: refusalText(error) });
    }
  }

  private retry(state: SendState): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const row of this.rows) if (row.state === state) this.change(row.key, { state: "waiting" });
    this.pump();
  }

  private rowOf(key: number): Held | undefined {
    return this.rows.find((row) => row.key === key);
  }

  private change(key: number, change: Partial<SendRow>): void {
    const row = this.rowOf(key);
    if (row === undefined) return;
    Object.assign(row, change);
    this.publish();
  }

  private publish(): void {
    const rows = this.rows.map(({ key, name, size, done, state, problem, id }) => ({
      ...{ key, name, size, done, state },
      ...(problem !== undefined && { problem }),
      ...(id !== undefined && { id }),
    }));
    this.view.set({ rows, isPaused: this.isPaused });
  }
}

const PAUSED = new Error("paused");

/** SHA-256 of the first MiB; null over plain HTTP, as browsers do not compute it there. */
async function firstOf(file: File): Promise<string | null> {
  const subtle = subtleCrypto();
  if (subtle === undefined) return null;
  const digest = await subtle.digest("SHA-256", await file.slice(0, FIRST_BYTES).arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Permission methods of Chromium that the DOM types lack. */
type Permitted = FileSystemFileHandle & {
  queryPermission?: (asked: { mode: "read" }) => Promise<PermissionState>;
  requestPermission?: (asked: { mode: "read" }) => Promise<PermissionState>;
};

/** @param asks for permission, which requires a user gesture */
async function mayRead(handle: Permitted, asks: boolean): Promise<boolean> {
  const asked = asks ? handle.requestPermission : handle.queryPermission;
  return asked === undefined || (await asked.call(handle, { mode: "read" })) === "granted";
}

export const uploads = new UploadSender();
