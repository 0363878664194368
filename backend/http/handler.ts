/** Types of handlers: what they are given and what they may answer, from the types of their contract. */
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { Logger } from "pino";
import type { ZodMiniType as Schema, z } from "zod/mini";
import type { Endpoint } from "#shared/contracts/endpoint.ts";
import type { ArchiveFiles } from "../archive-files/archive-files.ts";
import type { Config } from "../config.ts";
import type { Changes } from "../db/changes.ts";
import type { Sql, Tx } from "../db/client.ts";
import type { Replica } from "../db/replica.ts";
import type { Pictures } from "../files/pictures.ts";
import type { FileStorage } from "../files/storage.ts";
import type { Search } from "../search/client.ts";
import type { JsonText, OtherForm, StreamAnswer } from "./answer-forms.ts";
import type { CookieOptions } from "./cookies.ts";
import type { EtagStore } from "./etag.ts";
import type { Authenticate, Principal } from "./principal.ts";
import type { CountRequest, RateLimits } from "./rate-limits.ts";
import type { Redirect } from "./redirect.ts";

/** Everything a server has one of. */
export interface Services {
  /** In a handler: its statements are canceled at the deadline. */
  sql: Sql;
  /** For public reads. */
  replica: Replica | undefined;
  search: Search;
  storage: FileStorage;
  archiveFiles: ArchiveFiles;
  pictures: Pictures;
  config: Config;
  /** Tells whether an earlier result may be outdated. */
  changes: Changes;
  /** Tags of the last answers. */
  etags: EtagStore;
  log: Logger;
  authenticate: Authenticate;
  rateLimits: RateLimits;
  /** Time limit of a handler in milliseconds, then 503. */
  deadline: number;
  /** Checks each answer against its contract and fails on a difference: in tests. */
  strict: boolean;
}

/** The program that sent the request, by its own account. */
export interface Client {
  /** Behind trusted proxies. */
  address: string;
  /** The header `User-Agent`; "" without one. */
  agent: string;
  /** A cookie as it was sent. */
  cookie: (name: string) => string | undefined;
}

type Output<E, Part extends string> =
  E extends Record<Part, infer S extends Schema> ? z.output<S> : undefined;

export interface Input<E extends Endpoint> extends Omit<Services, "sql"> {
  /** For idempotent endpoints the transaction that also stores the answer, else a pool; ends with the deadline. */
  sql: E extends { idempotent: true } ? Tx : Sql;
  /** The primary's pool, for work that other requests share and that must not end with this one. */
  pool: Sql;
  params: Output<E, "params">;
  query: Output<E, "query">;
  body: E extends { body: "stream" } ? Readable : Output<E, "body">;
  /** Undefined for public reads, whose answers depend on no account, and for visitors without one. */
  principal: E extends { access: "anyone" } ? Principal | undefined : Principal;
  client: Client;
  /** Of the request, for protocols made of headers. */
  headers: IncomingHttpHeaders;
  /** Public origin without trailing slash, for absolute addresses. */
  origin: string;
  /** Origin that serves the file with a stored path: a data server, else ours. */
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
      : StreamAnswer;

export type Handler<E extends Endpoint> = (input: Input<E>) => Promise<AnswerTo<E>>;

/** One mounted endpoint, for the steps of its requests: they check by the contract, not by types. */
export interface Route {
  contract: Endpoint;
  handler: (input: object) => Promise<unknown>;
  services: Services;
  /** Counts against the contract's limits. */
  count: CountRequest;
}

export const isRead = ({ method }: Endpoint) => method === "GET" || method === "HEAD";
/** Depends on no account. */
export const isPublicRead = (contract: Endpoint) => isRead(contract) && contract.private !== true;
