/** Types of handlers: input and result by the types of their contract. */
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { Logger } from "pino";
import type { ZodMiniType as Schema, z } from "zod/mini";
import type { Endpoint } from "#shared/contracts/endpoint.ts";
import type { ServedConfig } from "../accounts/access-mode.ts";
import type { RefuseForgotten } from "../accounts/forgotten-devices.ts";
import type { ArchiveFiles } from "../archive-files/archive-files.ts";
import type { ArchiveEntries } from "../archive-files/entries.ts";
import type { Changes } from "../db/changes.ts";
import type { Sql, Tx } from "../db/client.ts";
import type { Replica } from "../db/replica.ts";
import type { Pictures } from "../files/pictures.ts";
import type { FileStorage } from "../files/storage.ts";
import type { MayGuestSee } from "../guests/guests.ts";
import type { Search } from "../search/client.ts";
import type { FileAnswer, JsonText, OtherForm, StreamAnswer } from "./answer-forms.ts";
import type { CookieOptions } from "./cookies.ts";
import type { EtagStore } from "./etag.ts";
import type { Authenticate, Principal } from "./principal.ts";
import type { CountRequest, RateLimits } from "./rate-limits.ts";
import type { Redirect } from "./redirect.ts";

/** Singletons of a server. */
export interface Services {
  /** In a handler, its statements are canceled at the deadline. */
  sql: Sql;
  /** For public reads. */
  replica: Replica | undefined;
  search: Search;
  storage: FileStorage;
  archiveFiles: ArchiveFiles;
  archiveEntries: ArchiveEntries;
  pictures: Pictures;
  config: ServedConfig;
  /** Detects outdated results. */
  changes: Changes;
  /** Recent ETags. */
  etags: EtagStore;
  log: Logger;
  authenticate: Authenticate;
  refuseForgotten: RefuseForgotten;
  mayGuestSee: MayGuestSee;
  rateLimits: RateLimits;
  /** Time limit of a handler in milliseconds, then 503. */
  deadline: number;
  /** Validates each response by its contract; for tests. */
  strict: boolean;
}

/** The client that sent the request. */
export interface Client {
  /** Client address, resolved through trusted proxies. */
  address: string;
  /** The header `User-Agent`; "" without one. */
  agent: string;
  /** Value of a cookie, undecoded. */
  cookie: (name: string) => string | undefined;
  /** Name of the person that a trusted proxy has logged in. */
  proxyUser: () => string | undefined;
}

type Output<E, Part extends string> =
  E extends Record<Part, infer S extends Schema> ? z.output<S> : undefined;

export interface Input<E extends Endpoint> extends Omit<Services, "sql"> {
  /** A pool, or for idempotent endpoints the transaction that also stores the response; canceled at the deadline. */
  sql: E extends { idempotent: true } ? Tx : Sql;
  /** The primary's pool, for work shared with other requests, which must not be canceled with this one. */
  pool: Sql;
  params: Output<E, "params">;
  query: Output<E, "query">;
  body: E extends { body: "stream" } ? Readable : Output<E, "body">;
  /** Undefined for public reads, whose responses are the same for all accounts, and for anonymous visitors. */
  principal: E extends { access: "anyone" } ? Principal | undefined : Principal;
  client: Client;
  /** Headers of the request, for protocols based on headers. */
  headers: IncomingHttpHeaders;
  /** Public origin without trailing slash, for absolute URLs. */
  origin: string;
  /** Origin that serves a stored file: a data server or this server. */
  fileServer: (path: string) => string;
  /** Aborted at the deadline; for `transaction` and other long work. */
  signal: AbortSignal;
  /** @param value undefined clears it */
  setCookie: (name: string, value: string | undefined, options?: CookieOptions) => void;
}

type AnswerTo<E extends Endpoint> = E["response"] extends infer R extends Schema
  ? z.input<R> | JsonText | OtherForm
  : E["response"] extends "redirect"
    ? Redirect
    : E["response"] extends "web"
      ? Response
      : E["response"] extends "file"
        ? FileAnswer
        : StreamAnswer;

export type Handler<E extends Endpoint> = (input: Input<E>) => Promise<AnswerTo<E>>;

/** A mounted endpoint with erased types, for the request steps, which validate by the contract. */
export interface Route {
  contract: Endpoint;
  handler: (input: object) => Promise<unknown>;
  services: Services;
  /** Counts requests against the contract's limits. */
  count: CountRequest;
}

export const isRead = ({ method }: Endpoint) => method === "GET" || method === "HEAD";
/** True for reads whose response is the same for all accounts. */
export const isPublicRead = (contract: Endpoint) => isRead(contract) && contract.private !== true;
