/** Writes one ZIP, file by file; files that do not match their hash are left out. */
import { extensionOf } from "#shared/rules/files.ts";
import { Sha256 } from "../../../lib/sha256/sha256.ts";
import { CancelledError, isQuotaError, problemOf } from "../../../offline/saving/errors.ts";
import { bookTexts, FOLDER } from "./book.ts";
import { crc32 } from "./crc32.ts";
import type { Output } from "./sinks.ts";
import { openSource } from "./source.ts";
import { toJpeg } from "./to-jpeg.ts";
import type { FileState, ZipFile, ZipJob } from "./worker-api.ts";
import { ZipWriter } from "./writer.ts";

const JPEG_EXTENSIONS: readonly string[] = [".jpg", ".jpeg", ".jpe", ".jfif"];

/** The browser cannot convert an image. */
class UnreadableError extends Error {
  override name = "UnreadableError";
}

/** The destination is full or gone; the job ends. */
export class OutputError extends Error {
  override name = "OutputError";
  constructor(readonly problem: "full" | "output") {
    super(problem);
  }
}

export interface PackEnds {
  /** The state of a file, or its progress. */
  onState: (place: number, state: FileState) => void;
  /** Called after files failed. @returns true to retry them */
  ask: () => Promise<boolean>;
  signal: AbortSignal;
}

export class Pack {
  private readonly zip: ZipWriter;
  private readonly states: FileState[];

  constructor(
    private readonly job: ZipJob,
    private readonly output: Output,
    private readonly ends: PackEnds,
  ) {
    this.zip = new ZipWriter(guarded(output));
    this.states = job.files.map(({ isSkipped }) => ({
      state: isSkipped ? "skipped" : "waiting",
      received: 0,
    }));
  }

  /** @returns size of the ZIP. @throws OutputError or CancelledError, after deleting the partial file */
  async run(): Promise<number> {
    try {
      const sha = new Sha256();
      for (const text of this.job.first) await this.addText(text, false);
      do {
        for (const [place, file] of this.job.files.entries())
          if (["waiting", "failed"].includes(this.states[place]?.state ?? ""))
            await this.addFile(place, file, sha);
      } while (this.states.some(({ state }) => state === "failed") && (await this.ends.ask()));
      if (this.ends.signal.aborted) throw new CancelledError();
      for (const text of this.texts()) await this.addText(text);
      const bytes = await this.zip.finish();
      await this.output.close().catch(outputError);
      return bytes;
    } catch (error) {
      await this.output.abort().catch(() => {});
      throw error;
    }
  }

  private note(place: number, state: FileState): void {
    this.states[place] = state;
    this.ends.onState(place, state);
  }

  private async addFile(place: number, file: ZipFile, sha: Sha256): Promise<void> {
    for (const cache of ["default", "reload"] as const) {
      this.note(place, { state: "running", received: 0 });
      try {
        if (await this.addBytes(place, file, cache, sha)) return;
        // Retries past all caches.
      } catch (error) {
        if (error instanceof OutputError || error instanceof CancelledError) throw error;
        await this.zip.drop();
        if (this.ends.signal.aborted) throw new CancelledError();
        const problem = error instanceof UnreadableError ? "unreadable" : problemOf(error);
        return this.note(place, { state: "failed", received: 0, problem });
      }
    }
    this.note(place, { state: "failed", received: 0, problem: "wrong" });
  }

  /** @returns false if the bytes do not match the hash */
  private async addBytes(
    place: number,
    file: ZipFile,
    cache: "default" | "reload",
    sha: Sha256,
  ): Promise<boolean> {
    const { signal } = this.ends;
    const source = await openSource({ ...file, cache, servers: this.job.servers, signal });
    sha.start();
    let crc = 0;
    const image: Uint8Array<ArrayBuffer>[] = [];
    if (file.jpeg === undefined) await this.zip.begin(file.zipName, new Date(file.modified));
    const state = (received: number): FileState => ({
      ...{ state: "running", received },
      ...(source.bytes === undefined ? {} : { bytes: source.bytes }),
      ...(source.isLocal ? { isLocal: true } : {}),
    });
    let received = 0;
    for await (const chunk of source.chunks) {
      if (signal.aborted) throw new CancelledError();
      sha.update(chunk);
      if (file.jpeg === undefined) {
        crc = crc32(chunk, crc);
        await this.zip.add(chunk);
      } else image.push(chunk.slice());
      received += chunk.length;
      this.note(place, state(received));
    }
    if (sha.digest() !== file.hash) {
      await this.zip.drop();
      return false;
    }
    if (file.jpeg === undefined) await this.zip.end(crc);
    else await this.addJpeg(file, new Blob(image), file.jpeg.maxSide);
    this.note(place, { ...state(received), bytes: received, state: "whole" });
    return true;
  }

  /** The image was verified, so that what is written is made of the right bytes. */
  private async addJpeg(file: ZipFile, image: Blob, maxSide: number | undefined): Promise<void> {
    const isJpeg = JPEG_EXTENSIONS.includes(extensionOf(file.path));
    const converted = await toJpeg(image, isJpeg, maxSide).catch(() => {
      throw new UnreadableError();
    });
    const bytes = new Uint8Array(await converted.arrayBuffer());
    await this.zip.begin(file.zipName, new Date(file.modified));
    await this.zip.add(bytes);
    await this.zip.end(crc32(bytes));
  }

  private texts(): ZipJob["texts"] {
    const { texts, metadata, book, files } = this.job;
    const names = files.map(({ zipName }, at) =>
      this.states[at]?.state === "whole" ? zipName.replace(`${FOLDER}/`, "") : undefined,
    );
    return [
      ...(book === undefined ? [] : bookTexts(book, names)).map((text) => ({
        ...text,
        modified: Date.now(),
      })),
      ...texts,
      ...metadata.map(({ value, from, count, ...entry }) => ({
        ...entry,
        text: JSON.stringify({ ...value, files: this.outcomes(from, count) }, undefined, 2),
      })),
    ];
  }

  /** Results of `count` files, for the metadata. */
  private outcomes(from: number, count: number) {
    return this.job.files.slice(from, from + count).map(({ hash, path, name, zipName }, at) => {
      const { state, bytes, problem } = this.states[from + at] ?? { state: "failed" };
      const is = state === "whole" ? "included" : state === "skipped" ? "left out" : "missing";
      return {
        name,
        path,
        sha256: hash,
        state: is,
        // Names are relative to the folder of the metadata.
        ...(is === "included" ? { zipName: zipName.slice(zipName.indexOf("/") + 1), bytes } : { problem }),
      };
    });
  }

  private async addText(
    { zipName: name, modified, text }: ZipJob["texts"][number],
    hasRoom = true,
  ): Promise<void> {
    const bytes = new TextEncoder().encode(text);
    await this.zip.begin(name, new Date(modified), hasRoom);
    await this.zip.add(bytes);
    await this.zip.end(crc32(bytes));
  }
}

/** Wraps errors of the destination, which are not file errors. */
function guarded(output: Output): Output {
  const guard =
    <A extends unknown[]>(act: (...values: A) => Promise<void> | void) =>
    async (...values: A) => {
      try {
        await act(...values);
      } catch (error) {
        outputError(error);
      }
    };
  return { ...output, write: guard(output.write), truncate: guard(output.truncate) };
}

function outputError(error: unknown): never {
  throw new OutputError(isQuotaError(error) ? "full" : "output");
}
