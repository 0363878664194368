/** File storage in a bucket of an S3-compatible server, with the same names as on disk. */
import { stat } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { PassThrough, pipeline, type Readable } from "node:stream";
import { FILE_PATH, filePath } from "#shared/rules/files.ts";
import { S3Client, type S3Options } from "./s3-client.ts";
import { PART_BYTES, partBytesOf, uploadFile } from "./s3-upload.ts";
import { elementsOf, fieldOf } from "./s3-xml.ts";
import {
  assertExpected,
  type ByteRange,
  type ExpectedFile,
  FileError,
  type FileStat,
  type FileStorage,
  HEAD_BYTES,
  hashFile,
  type ListedFile,
  type NewFile,
  StorageError,
  type StoreDecision,
  type UnknownFile,
} from "./storage.ts";

const STALE_MS = 24 * 3_600_000; // a running upload may take hours
const STALL_TIMEOUT_MS = 120_000;
const MAX_PAGES = 100_000;

interface S3Limits {
  /** Size from which files use multipart uploads; servers require at least 5 MiB. */
  partBytes?: number;
  /** Names per listing page, at most 1,000. */
  pageKeys?: number;
}

export class S3Storage implements FileStorage {
  readonly #client: S3Client;
  readonly #prefix: string;
  readonly #part: number;
  readonly #pageKeys: number;

  constructor(options: S3Options, { partBytes = PART_BYTES, pageKeys = 1_000 }: S3Limits = {}) {
    this.#client = new S3Client(options);
    this.#prefix = options.prefix;
    this.#part = partBytes;
    this.#pageKeys = pageKeys;
  }

  localPath(): undefined {
    return undefined;
  }

  async has({ hash, ext, size }: ExpectedFile): Promise<boolean> {
    return (await this.stat(filePath(hash, ext)))?.size === size;
  }

  /** Hashes before sending; the hash is signed with the upload, so the server rejects bytes changed in between. */
  async put(source: string | Buffer, expected: NewFile): Promise<boolean> {
    if (await this.has(expected)) return false;
    const partBytes = partBytesOf(expected.size, this.#part);
    const found = await stat(source).catch(() => undefined);
    if (found?.isFile() !== true) throw new FileError("missing file", `${source} is not there`);
    const hashed = await hashFile(source, partBytes);
    assertExpected(String(source), expected, hashed);
    const key = keyOf(filePath(expected.hash, expected.ext));
    await uploadFile(this.#client, { source, key, hashed, partBytes, headers: modifiedHeader(expected) });
    return true;
  }

  /** Reads the file twice, because an upload declares its hash before its bytes. */
  async take({ localPath, handle }: UnknownFile, decide: StoreDecision): Promise<boolean> {
    const { hash, size } = await hashFile(localPath);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const decision = await decide({ hash, size, head: buffer.subarray(0, bytesRead) });
    return decision !== undefined && (await this.put(localPath, { hash, size, ...decision }));
  }

  async stat(path: string): Promise<FileStat | undefined> {
    const answer = await this.#client.call({ method: "HEAD", key: keyOf(path), allow: [404] });
    answer.resume();
    if (answer.statusCode === 404) return undefined;
    return {
      size: Number(answer.headers["content-length"]),
      modified: modifiedOf(answer.headers),
    };
  }

  async read(path: string, range?: ByteRange): Promise<Readable> {
    const headers: Record<string, string> =
      range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` };
    const answer = await this.#client.call({ method: "GET", key: keyOf(path), headers, allow: [404] });
    if (answer.statusCode === 404) {
      answer.resume();
      throw new FileError("missing file", `${path} is not there`);
    }
    const part = answer.headers["content-range"] ?? "";
    if (range !== undefined && !part.startsWith(`bytes ${range.start}-${range.end}/`)) {
      answer.destroy();
      throw new StorageError(`S3 answered another range than was asked for: ${part}`);
    }
    answer.socket.setTimeout(STALL_TIMEOUT_MS); // the client sets the pace from here
    // A truncated response must fail the reader instead of ending silently.
    const body = new PassThrough({ highWaterMark: 256 * 1024 });
    pipeline(answer, body, () => {});
    return body;
  }

  async remove(path: string): Promise<void> {
    await this.#client.text({ method: "DELETE", key: keyOf(path), allow: [404] });
  }

  async *list(): AsyncGenerator<ListedFile> {
    let after: string | undefined; // a name instead of the server's token: works with every server
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query: Record<string, string> = {
        "list-type": "2",
        prefix: this.#prefix,
        "max-keys": String(this.#pageKeys),
      };
      if (after !== undefined) query["start-after"] = after;
      const { text } = await this.#client.text({ method: "GET", query });
      after = undefined;
      for (const entry of elementsOf(text, "Contents")) {
        after = fieldOf(entry, "Key") ?? "";
        const path = `/${after.slice(this.#prefix.length)}`;
        if (!FILE_PATH.test(path)) continue;
        const modified = new Date(fieldOf(entry, "LastModified") ?? 0);
        yield { path, size: Number(fieldOf(entry, "Size")), modified };
      }
      if (after === undefined || fieldOf(text, "IsTruncated") !== "true") return;
    }
  }

  /** Aborts abandoned multipart uploads; servers that cannot list them rely on their own lifecycle rule. */
  async sweep(): Promise<void> {
    const query = { uploads: "", prefix: this.#prefix };
    const listed = await this.#client.text({ method: "GET", query, allow: [400, 403, 404, 405, 501] });
    for (const entry of elementsOf(listed.text, "Upload")) {
      const started = new Date(fieldOf(entry, "Initiated") ?? "").getTime();
      const uploadId = fieldOf(entry, "UploadId");
      const key = fieldOf(entry, "Key")?.slice(this.#prefix.length);
      if (uploadId === undefined || key === undefined || !(Date.now() - started > STALE_MS)) continue;
      await this.#client.text({ method: "DELETE", key, query: { uploadId }, allow: [404] });
    }
  }

  /** Closes idle connections; for tests. */
  close(): void {
    this.#client.close();
  }
}

/** S3 dates objects by their upload. In seconds since 1970, like rclone and s3fs. */
const MTIME = "x-amz-meta-mtime";

function modifiedHeader({ modified }: NewFile): Record<string, string> {
  return modified === undefined ? {} : { [MTIME]: String(modified.getTime() / 1000) };
}

function modifiedOf(headers: IncomingHttpHeaders): Date {
  const seconds = Number(headers[MTIME] ?? Number.NaN);
  return new Date(Number.isNaN(seconds) ? (headers["last-modified"] ?? 0) : seconds * 1000);
}

function keyOf(path: string): string {
  if (!FILE_PATH.test(path)) throw new Error(`${path} is not the path of a stored file`);
  return path.slice(1);
}
