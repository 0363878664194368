/** `/v1/creators`: built once per change, compressed once, and as a delta for clients that have most of it (decision 0010). */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db, Sql } from "../../db/client.ts";
import { JsonText } from "../../http/answer-forms.ts";
import { cachedWhileUnchanged } from "../../http/cache.ts";
import { cacheCompressed, recompress } from "../../http/compress.ts";
import type { Services } from "../../http/endpoint.ts";
import { listChanges, listPieces, parseToken } from "./list-queries.ts";

/** A list that is current for this long is compressed again, smaller. Longer than the time between two lists while everything changes. In milliseconds. */
const CALM = 6_000;

interface List {
  token: string;
  bytes: Buffer;
  etag: string;
  /** The same in the form of an answer to `since`; made at the first request. */
  complete?: Promise<{ bytes: Buffer; etag: string }>;
}

type Needs = Pick<Services, "changes"> & { sql: Sql; pool: Sql };

/** Answers with the plain list, or with the changes after `since`. */
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
      // Of the server that made the token: a replica's snapshots leave out what is under way.
      const changes = await listChanges(services.pool, token);
      if (changes !== undefined) return new JsonText(changes);
    }
    const { value, sure } = await list(services);
    if (since === undefined) return new JsonText(value.bytes, { etag: value.etag, sure });
    value.complete ??= completed(value);
    const { bytes, etag } = await value.complete;
    return new JsonText(bytes, { etag, sure });
  };
}

/** The previous list, with its compressed forms, where not a byte differs. */
async function makeList(sql: Db, previous: List | undefined): Promise<List> {
  const { token, pieces } = await listPieces(sql);
  const bytes = await joined(bracketed(pieces));
  const etag = await etagOf(bytes);
  if (previous?.etag === etag) return previous;
  cacheCompressed(bytes);
  return { token, bytes, etag };
}

/** One slice per turn of the event loop: copying 12 MB at once would block every other request. */
async function joined(parts: readonly Buffer[]): Promise<Buffer> {
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

function bracketed(pieces: readonly Buffer[]): Buffer[] {
  const comma = Buffer.from(",");
  const between = pieces.flatMap((piece, at) => (at === 0 ? [piece] : [comma, piece]));
  return [Buffer.from("["), ...between, Buffer.from("]")];
}

const SLICE = 1 << 20;

/** One slice per turn of the event loop. */
async function etagOf(bytes: Buffer): Promise<string> {
  const hash = createHash("sha1");
  for (let at = 0; at < bytes.length; at += SLICE) {
    hash.update(bytes.subarray(at, at + SLICE));
    await nextTurn();
  }
  return `W/"${hash.digest("base64url")}"`;
}

async function completed({ token, bytes, etag }: List): Promise<{ bytes: Buffer; etag: string }> {
  const head = `{"since":${JSON.stringify(token)},"complete":true,"creators":`;
  const whole = await joined([Buffer.from(head), bytes, Buffer.from(',"removed":[]}')]);
  cacheCompressed(whole);
  const mark = createHash("sha1").update(token).digest("base64url").slice(0, 8);
  return { bytes: whole, etag: etag.replace(/"$/, `.${mark}"`) };
}

function recompressLater({ bytes }: List, isCurrent: () => boolean): void {
  // Where it fails, the quick encodings stay.
  setTimeout(() => void recompress(bytes, isCurrent).catch(() => {}), CALM).unref();
}
