/** Backups in a bucket of an S3-compatible server. */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, pipeline as pass, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { S3Client, type S3Options } from "#backend/files/s3-client.ts";
import { partBytesOf, uploadFile } from "#backend/files/s3-upload.ts";
import { elementsOf, fieldOf } from "#backend/files/s3-xml.ts";
import { FileError, hashFile } from "#backend/files/storage.ts";
import type { BackupPlace, PlacedFile, Written } from "./place.ts";

const STALL_TIMEOUT_MS = 120_000;

export class BucketPlace implements BackupPlace {
  readonly label: string;
  readonly #client: S3Client;
  readonly #prefix: string;

  constructor(options: S3Options) {
    this.label = `s3://${options.bucket}/${options.prefix}`;
    this.#prefix = options.prefix;
    this.#client = new S3Client(options);
  }

  async size(name: string): Promise<number | undefined> {
    const answer = await this.#client.call({ method: "HEAD", key: name, allow: [404] });
    answer.resume();
    return answer.statusCode === 404 ? undefined : Number(answer.headers["content-length"]);
  }

  async read(name: string): Promise<Readable> {
    const answer = await this.#client.call({ method: "GET", key: name, allow: [404] });
    if (answer.statusCode === 404) {
      answer.resume();
      throw new FileError("missing file", `${this.label}${name} is not there`);
    }
    answer.socket.setTimeout(STALL_TIMEOUT_MS);
    // A truncated response must fail the reader instead of ending silently.
    const body = new PassThrough({ highWaterMark: 256 * 1024 });
    pass(answer, body, () => {});
    return body;
  }

  /** By way of a temporary file, because an upload declares size and hash before its bytes. */
  async write(name: string, source: Readable): Promise<Written> {
    source.on("error", () => {}); // one before the pipeline is connected is thrown by it
    const folder = await mkdtemp(join(tmpdir(), "roost-backup-"));
    try {
      const spooled = join(folder, "part");
      await pipeline(source, createWriteStream(spooled, { mode: 0o600 }));
      const { size } = await stat(spooled);
      const partBytes = partBytesOf(size);
      const hashed = await hashFile(spooled, partBytes);
      await uploadFile(this.#client, { source: spooled, key: name, hashed, partBytes });
      return { size, sha256: hashed.hash };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async canLink(): Promise<boolean> {
    return false;
  }

  async link(): Promise<boolean> {
    return false;
  }

  async *list(prefix: string): AsyncGenerator<PlacedFile> {
    let after: string | undefined; // a name instead of the server's token: works with every server
    do {
      const query: Record<string, string> = { "list-type": "2", prefix: this.#prefix + prefix };
      if (after !== undefined) query["start-after"] = after;
      const { text } = await this.#client.text({ method: "GET", query });
      after = undefined;
      for (const entry of elementsOf(text, "Contents")) {
        const key = fieldOf(entry, "Key") ?? "";
        if (fieldOf(text, "IsTruncated") === "true") after = key;
        yield { name: key.slice(this.#prefix.length), size: Number(fieldOf(entry, "Size")) };
      }
    } while (after !== undefined);
  }

  async remove(name: string): Promise<void> {
    await this.#client.text({ method: "DELETE", key: name, allow: [404] });
  }

  /** Closes idle connections; for tests. */
  close(): void {
    this.#client.close();
  }
}
