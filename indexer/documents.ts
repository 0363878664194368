/** Converts rows to documents: keys and digests. */
import { createHash, hash } from "node:crypto";

/** Key of an outbox row; `service` is empty for tags and DMs. */
export interface RowKey {
  service: string;
  id: string;
}

/** A row to push: one line of JSON, or the reason why it was refused. */
export type Built = RowKey & { key: string } & (
    | { line: string; digest: string; refused?: undefined }
    | { refused: string; line?: undefined; digest?: undefined }
  );

const SAFE = /^[A-Za-z0-9_-]{1,300}$/;
/** 360 bytes are 480 characters of base64. */
const MAX_ENCODED_BYTES = 360;

/**
 * Primary key of a row in the engine: unique, and within its alphabet and 511 bytes for any id.
 * Service names are letters only, so what follows them marks the form: `-` the id as it is, `_` base64url of it.
 * A very long id is hashed; its key is longer than any base64 form, so they cannot collide.
 */
export function keyOf(service: string, id: string): string {
  if (SAFE.test(id)) return `${service}-${id}`;
  const bytes = Buffer.from(id, "utf8");
  if (bytes.length <= MAX_ENCODED_BYTES) return `${service}_${bytes.toString("base64url")}`;
  return `${service}_${"_".repeat(440)}${createHash("sha256").update(bytes).digest("base64url")}`;
}

/** Adds key and digest to a document and serializes it. */
export function finish(row: RowKey, fields: Record<string, unknown>): Built {
  const key = keyOf(row.service, row.id);
  const json = JSON.stringify({ key, ...fields });
  const digest = hash("sha256", json, "base64url").slice(0, 16);
  return {
    service: row.service,
    id: row.id,
    key,
    digest,
    line: `${json.slice(0, -1)},"digest":"${digest}"}`,
  };
}

/** Refuses a row, with the reason for the quarantine. */
export function refuse(row: RowKey, refused: string): Built {
  return { service: row.service, id: row.id, key: keyOf(row.service, row.id), refused };
}

/** Builds one row; an error in one row quarantines that row, not the batch. */
export function buildEach<R extends RowKey>(rows: readonly R[], build: (row: R) => Built): Built[] {
  return rows.map((row) => {
    try {
      return build(row);
    } catch (error) {
      return refuse(row, `could not be built: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}
