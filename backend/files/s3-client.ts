/** Signed requests to an S3-compatible server, each with a timeout and a limited number of attempts. */

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { type Agent as HttpAgent, Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { USER_AGENT } from "../version.ts";
import { StorageError } from "./storage.ts";

export interface S3Options {
  /** Origin of the server; buckets are named in the path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Prefix of every key; empty or ending with a slash. */
  prefix: string;
  /** Milliseconds without a byte until an attempt is aborted. */
  idleMs?: number;
}

export interface S3Upload {
  /** Opened for each attempt. */
  open: () => Readable;
  size: number;
  /** Signed with the request: the server rejects other bytes. */
  sha256: string;
}

export interface S3Call {
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  upload?: S3Upload;
  text?: string;
  /** Statuses besides 2xx that are not errors. */
  allow?: readonly number[];
}

const MAX_ATTEMPTS = 3;
const MIN_RETRY_DELAY_MS = 100;
const IDLE_TIMEOUT_MS = 20_000;
const MAX_TEXT = 8 * 1024 * 1024; // a page of 1,000 keys has about 400 KB
const AGENT = { keepAlive: true, maxSockets: 256, maxFreeSockets: 32 };

export class S3Client {
  readonly #options: S3Options;
  readonly #base: URL;
  readonly #agent: HttpAgent;
  readonly #keys = new Map<string, ArrayBuffer>(); // derived signing keys, one per day

  constructor(options: S3Options) {
    this.#options = options;
    this.#base = new URL(options.endpoint);
    this.#agent = this.#base.protocol === "https:" ? new TlsAgent(AGENT) : new PlainAgent(AGENT);
  }

  /**
   * Returns the response with its body unread: read it or destroy it.
   * @throws StorageError after the last attempt, or at once if a retry cannot help
   */
  async call(call: S3Call): Promise<IncomingMessage> {
    for (let tried = 1; ; tried += 1) {
      const answer = await this.#attempt(call).catch((error: Error) => error);
      if (!(answer instanceof Error)) {
        const status = answer.statusCode ?? 0;
        if ((status >= 200 && status < 300) || call.allow?.includes(status)) return answer;
        const reason = await bodyText(answer).catch(() => "");
        const isRetryable = status >= 500 || status === 429 || status === 408;
        if (!isRetryable || tried >= MAX_ATTEMPTS) throw refusal(call, `${status} ${codeOf(reason)}`);
      } else if (tried >= MAX_ATTEMPTS) throw refusal(call, answer.message);
      await pause(MIN_RETRY_DELAY_MS * 3 ** (tried - 1) * (0.5 + Math.random()));
    }
  }

  /** Returns the whole body as text. */
  async text(call: S3Call): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
    const answer = await this.call(call);
    try {
      return { status: answer.statusCode ?? 0, headers: answer.headers, text: await bodyText(answer) };
    } catch (error) {
      throw refusal(call, error instanceof Error ? error.message : String(error));
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  async #attempt(call: S3Call): Promise<IncomingMessage> {
    const { url, headers } = await this.#sign(call);
    const send = url.protocol === "https:" ? tlsRequest : plainRequest;
    const idle = this.#options.idleMs ?? IDLE_TIMEOUT_MS;
    const request = send(url, { method: call.method, headers, agent: this.#agent });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.once("response", resolve);
      request.on("error", reject);
    });
    answered.catch(() => {}); // also if the upload fails first
    request.setTimeout(idle, () => request.destroy(new Error(`no byte for ${idle} ms`)));
    // The socket timeout starts with the socket: this one applies while all sockets are in use.
    const waiting = setTimeout(() => {
      if (request.socket === null) request.destroy(new Error(`no connection for ${idle} ms`));
    }, idle);
    try {
      if (call.upload === undefined) request.end(call.text);
      else await sendBody(call.upload, request, answered);
      return await answered;
    } finally {
      clearTimeout(waiting);
    }
  }

  async #sign(call: S3Call): Promise<{ url: URL; headers: Record<string, string> }> {
    const { bucket, prefix, region, accessKeyId, secretAccessKey } = this.#options;
    const url = new URL(this.#base);
    const key = call.key === undefined ? "" : `/${prefix}${call.key}`;
    url.pathname = `${url.pathname.replace(/\/$/, "")}/${bucket}${key}`;
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    const length = call.upload?.size ?? (call.text === undefined ? undefined : Buffer.byteLength(call.text));
    const signed = await new AwsV4Signer({
      url: url.href,
      method: call.method,
      headers: {
        ...call.headers,
        "user-agent": USER_AGENT,
        ...(call.upload === undefined ? {} : { "x-amz-content-sha256": call.upload.sha256 }),
      },
      service: "s3",
      region,
      accessKeyId,
      secretAccessKey,
      cache: this.#keys,
    }).sign();
    const headers = Object.fromEntries(signed.headers);
    return {
      url: new URL(signed.url),
      headers: length === undefined ? headers : { ...headers, "content-length": String(length) },
    };
  }
}

/** An early response, such as a rejection, ends the upload. */
async function sendBody(
  upload: S3Upload,
  request: ReturnType<typeof plainRequest>,
  answered: Promise<IncomingMessage>,
): Promise<void> {
  const body = upload.open();
  const sent = pipeline(body, request);
  sent.catch(() => {});
  await Promise.race([sent, answered]);
  if (!body.readableEnded) body.destroy();
}

async function bodyText(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    size += (part as Buffer).length;
    if (size > MAX_TEXT) throw new Error("the answer is too long");
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString();
}

function codeOf(xml: string): string {
  return /<Code>([\w.]{1,80})<\/Code>/.exec(xml)?.[1] ?? "";
}

function refusal({ method, key }: S3Call, reason: string): StorageError {
  return new StorageError(`S3 ${method} ${key ?? "bucket"}: ${reason.trim()}`);
}
