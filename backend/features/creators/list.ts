/**
 * `/v1/creators`: built once per change, compressed once, and sent as a delta to clients that have most of it (decision
 * 0010).
 */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db, Sql } from "../../db/client.ts";
import { JsonText } from "../../http/answer-forms.ts";
import { cachedWhileUnchanged } from "../../http/cache.ts";
import { cacheCompressed, recompress } from "../../http/compress.ts";
import type { Services } from "../../http/endpoint.ts";
import { listChanges, listPieces, parseToken } from "./list-queries.ts";

/**
 * Milliseconds a list must stay current before it is compressed again, smaller. Longer than the interval between lists
 * under constant changes.
 */
const RECOMPRESS_DELAY_MS = 6_000;

interface List {
  token: string;
  bytes: Buffer;
  etag: string;
  /** The same list in the format of a response to `since`; built on first request. */
  complete?: Promise<{ bytes: Buffer; etag: string }>;
}

type Needs = Pick<Services, "changes"> & { sql: Sql; pool: Sql };

/** Returns the full list, or the changes after `since`. */
export function creatorList(): (services: Needs, since: string | undefined) => Promise<JsonText> {
  let latest: List | undefined;
  const list = cachedWhileUnchanged<Needs, List>(
    ["creators.listed", "creator_counts"],
    async ({ pool }, previous) => {
      const made = await makeList(pool, previous);
      latest = made;
      if (made !== previous) recompressLater(made, () => latest === made);
      return made;
    },
  );
  return async (services, since) => {
    const token = since === undefined ? undefined : parseToken(since);
    if (token !== undefined) {
      // From the server that issued the token: a replica's snapshots omit transactions in progress.
      const changes = await listChanges(services.pool, token);
      if (changes !== undefined) return new JsonText(changes);
    }
    const { value, sure } = await list(services);
    if (since === undefined) return new JsonText(value.bytes, { etag: value.etag, sure });
    value.complete ??= completeResponse(value);
    const { bytes, etag } = await value.complete;
    return new JsonText(bytes, { etag, sure });
  };
}

/** Returns the previous list with its compressed forms if it is byte-identical. */
async function makeList(sql: Db, previous: List | undefined): Promise<List> {
  const { token, pieces } = await listPieces(sql);
  const bytes = await joinBuffers(toJsonArray(pieces));
  const etag = await etagOf(bytes);
  if (previous?.etag === etag) return previous;
  cacheCompressed(bytes);
  return { token, bytes, etag };
}

/** Copies one slice per event loop turn: copying 12 MB at once would block all other requests. */
async function joinBuffers(parts: readonly Buffer[]): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    for (let from = 0; from < part.length; from += SLICE) {
      at += part.copy(whole, at, from, from + SLICE);
      await nextTurn();
    }
  }
  return whole;
}

function toJsonArray(pieces: readonly Buffer[]): Buffer[] {
  const comma = Buffer.from(",");
  const between = pieces.flatMap((piece, at) => (at === 0 ? [piece] : [comma, piece]));
  return [Buffer.from("["), ...between, Buffer.from("]")];
}

const SLICE = 1 << 20;

/** Hashes one slice per event loop turn. */
async function etagOf(bytes: Buffer): Promise<string> {
  const hash = createHash("sha1");
  for (let at = 0; at < bytes.length; at += SLICE) {
    hash.update(bytes.subarray(at, at + SLICE));
    await nextTurn();
  }
  return `W/"${hash.digest("base64url")}"`;
}

async function completeResponse({ token, bytes, etag }: List): Promise<{ bytes: Buffer; etag: string }> {
  const head = `{"since":${JSON.stringify(token)},"complete":true,"creators":`;
  const whole = await joinBuffers([Buffer.from(head), bytes, Buffer.from(',"removed":[]}')]);
  cacheCompressed(whole);
  const mark = createHash("sha1").update(token).digest("base64url").slice(0, 8);
  return { bytes: whole, etag: etag.replace(/"$/, `.${mark}"`) };
}

function recompressLater({ bytes }: List, isCurrent: () => boolean): void {
  // On failure the fast encodings stay.
  setTimeout(() => void recompress(bytes, isCurrent).catch(() => {}), RECOMPRESS_DELAY_MS).unref();
}
