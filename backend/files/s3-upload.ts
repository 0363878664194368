/** Uploads a local file to a bucket, in parts if it is large. */
import { createReadStream } from "node:fs";
import type { S3Client } from "./s3-client.ts";
import { fieldOf } from "./s3-xml.ts";
import { StorageError } from "./storage.ts";

/** Larger files use multipart uploads; one request is limited to 5 GB. */
export const PART_BYTES = 64 * 1024 * 1024;
const MAX_PARTS = 10_000;

/** Bytes per part of a file of this size. */
export const partBytesOf = (size: number, minimum = PART_BYTES): number =>
  Math.max(minimum, Math.ceil(size / MAX_PARTS));

export interface Upload {
  /** Local path. */
  source: string | Buffer;
  key: string;
  /** Hashes signed with each request, so that the server rejects bytes changed in between. */
  hashed: { hash: string; size: number; slices: string[] };
  /** Size of each slice. */
  partBytes: number;
  headers?: Record<string, string>;
}

/** @throws StorageError; leaves no unfinished upload behind */
export async function uploadFile(client: S3Client, upload: Upload): Promise<void> {
  const { source, key, hashed, headers = {} } = upload;
  if (hashed.slices.length > 1) return await uploadParts(client, upload);
  const body = { open: () => createReadStream(source), size: hashed.size, sha256: hashed.hash };
  await client.text({ method: "PUT", key, upload: body, headers });
}

async function uploadParts(
  client: S3Client,
  { source, key, hashed: { size, slices }, partBytes, headers = {} }: Upload,
): Promise<void> {
  const started = await client.text({ method: "POST", key, query: { uploads: "" }, headers });
  const uploadId = fieldOf(started.text, "UploadId");
  if (uploadId === undefined) throw new StorageError("S3 began an upload without naming it");
  try {
    const done: string[] = [];
    for (const [at, sha256] of slices.entries()) {
      const start = at * partBytes;
      const end = Math.min(start + partBytes, size) - 1;
      const upload = { open: () => createReadStream(source, { start, end }), size: end - start + 1, sha256 };
      const query = { partNumber: String(at + 1), uploadId };
      const { headers } = await client.text({ method: "PUT", key, query, upload });
      done.push(`<Part><PartNumber>${at + 1}</PartNumber><ETag>${headers.etag ?? ""}</ETag></Part>`);
    }
    const text = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${done.join("")}</CompleteMultipartUpload>`;
    const whole = await client.text({ method: "POST", key, query: { uploadId }, text });
    // An error while joining the parts is returned with status 200.
    if (whole.text.includes("<Error>")) throw new StorageError(`S3 could not join the parts of ${key}`);
  } catch (error) {
    await client.text({ method: "DELETE", key, query: { uploadId }, allow: [404] }).catch(() => {});
    throw error;
  }
}
