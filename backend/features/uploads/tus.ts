/** Resumable uploads by tus 1.0.0, with its library. */
import { createHash, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { ERRORS, Server, type Upload } from "@tus/server";
import { CREATOR_NOT_FOUND } from "#shared/contracts/profile.ts";
import * as contract from "#shared/contracts/uploads.ts";
import { MAX_FILE_NAME, MAX_UPLOAD_TITLE } from "#shared/rules/uploads.ts";
import type { Config } from "../../config.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { transaction } from "../../db/tx.ts";
import { freeSpace } from "../../files/staged.ts";
import {
  badInput,
  conflict,
  HttpError,
  insufficientStorage,
  notFound,
  tooLarge,
  tooManyRequests,
} from "../../http/errors.ts";
import { QueueLocker } from "./locker.ts";
import { addUpload } from "./queries.ts";
import { Slots } from "./slots.ts";
import { StagingStore } from "./store.ts";

const PATH = `/api${contract.createUpload.path}`;
/** Headers of the protocol; the library also checks others, which are handled elsewhere. */
const HEADERS = /^(tus-resumable|upload-.*)$/;
const HEADERS_OF_BYTES = /^(tus-resumable|upload-.*|content-type|content-length)$/;
/** Bytes kept free for the database and other data. */
const RESERVE = 64 * 1024 * 1024;

export interface TusRequest {
  method: "HEAD" | "POST" | "PATCH";
  headers: IncomingHttpHeaders;
  body?: Readable;
  account: number | null;
  /** Address of the caller. */
  address: string;
  /** Id of the upload; undefined creates one. */
  id?: string;
}

/** Receives uploads of authorized callers. */
export class Tus {
  readonly #sql: Sql;
  readonly #config: Config;
  readonly #server: Server;
  readonly #store: StagingStore;
  /** Accounts by the request object that the library passes on. */
  readonly #accounts = new WeakMap<object, number | null>();
  readonly #slots: Slots;

  constructor(sql: Sql, config: Config) {
    this.#sql = sql;
    this.#config = config;
    this.#store = new StagingStore(sql, config.ROOST_DATA);
    this.#slots = new Slots(config.UPLOAD_CONCURRENCY);
    this.#server = new Server({
      path: PATH,
      relativeLocation: true,
      allowedOrigins: [],
      maxSize: config.UPLOAD_MAX,
      datastore: this.#store,
      locker: new QueueLocker(),
      namingFunction: () => randomBytes(16).toString("base64url"),
      onUploadCreate: async (request, upload) => {
        await this.#reserve(upload, this.#accounts.get(request) ?? null);
        return {};
      },
      onResponseError: (_, error) => {
        throw refusalOf(error);
      },
    });
  }

  /** @throws HttpError */
  async answer(asked: TusRequest): Promise<Response> {
    if (asked.headers["tus-resumable"] !== contract.TUS_VERSION)
      throw new HttpError(412, contract.TUS_REQUIRED, "tus", { "tus-version": contract.TUS_VERSION });
    if (asked.body === undefined) return await this.#ask(asked);
    return await this.#slots.hold(asked.account ?? asked.address, async () => {
      try {
        return await this.#ask(asked);
      } catch (error) {
        throw (await this.#store.takeFailure(asked.id ?? "")) ?? error;
      }
    });
  }

  async #ask({ method, headers, body, account, id }: TusRequest): Promise<Response> {
    const names = body === undefined ? HEADERS : HEADERS_OF_BYTES;
    const given = Object.entries(headers).filter(([name]) => names.test(name)) as [string, string][];
    const address = `http://localhost${PATH}${id === undefined ? "" : `/${id}`}`;
    const stream = body && { body: Readable.toWeb(body), duplex: "half" };
    const request = new Request(address, { method, headers: given, ...stream } as RequestInit);
    this.#accounts.set(request, account);
    const response = await this.#server.handleWeb(request);
    if (response.status >= 400)
      throw refusalOf({ status_code: response.status, body: await response.text() });
    return response;
  }

  /** Reserves space before any byte is sent, so that an almost complete upload is not refused for its size. */
  async #reserve({ id, size = 0, metadata = {} }: Upload, account: number | null): Promise<void> {
    const { UPLOAD_QUOTA: quota, ROOST_DATA: data } = this.#config;
    if (size === 0) throw badInput("An empty file cannot be uploaded.");
    const { service, user, sha256 } = metadata;
    const name = nameOf(metadata["filename"]);
    if (sha256 && !/^[0-9a-f]{64}$/.test(sha256))
      throw badInput("Expected sha256 to be 64 hexadecimal digits.");
    const upload = {
      ...{ id, account, name, size },
      service: service ?? "",
      user: user ?? "",
      claimed: sha256 || null,
      title: cleaned(metadata["title"]).slice(0, MAX_UPLOAD_TITLE) || name,
      share: shareOf(account, cleaned(metadata["batch"]) || id),
    };
    const free = (await freeSpace(data)) - RESERVE;
    const added = await transaction(this.#sql, (tx: Tx) => addUpload(tx, upload, { quota, free }));
    if (added === "no creator") throw notFound(CREATOR_NOT_FOUND);
    if (added === "too many") throw tooManyRequests(contract.TOO_MANY_OF_YOURS, 60);
    if (added === "over quota") throw tooLarge(contract.QUOTA_USED);
    if (added === "no space") throw insufficientStorage(contract.NO_SPACE);
  }
}

/** Derives the id of a share from the account, so that no other account can add to it. */
function shareOf(account: number | null, batch: string): string {
  const digest = createHash("sha256").update(JSON.stringify([account, batch]));
  return digest.digest("base64url").slice(0, 22);
}

const cleaned = (text: string | null | undefined) =>
  (text ?? "").replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "").trim();

/** @throws HttpError 400 */
function nameOf(given: string | null | undefined): string {
  const name = cleaned(given).split(/[/\\]/).at(-1) ?? "";
  if (name === "" || name.length > MAX_FILE_NAME)
    throw badInput("Expected a filename of at most 255 characters.");
  return name;
}

const MESSAGES: Record<number, (message: string) => HttpError> = {
  404: () => notFound(),
  410: () => notFound(),
  409: () => conflict(contract.OFFSET_CONFLICT),
  412: (message) => new HttpError(412, message, "tus"),
  413: () => tooLarge(contract.FILE_TOO_LARGE),
};

/** Converts errors of the library: `{status_code, body}`. */
function refusalOf(error: unknown): unknown {
  if (typeof error !== "object" || error === null || !("status_code" in error)) return error;
  const { status_code: status, body } = error as { status_code: number; body: string };
  const message = body.trim();
  if (error === ERRORS.ABORTED) return new HttpError(400, message, "aborted", { connection: "close" });
  return status >= 500 && status !== 501 ? error : (MESSAGES[status]?.(message) ?? badInput(message));
}
