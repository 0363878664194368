/** Writes one ZIP, file by file; files that do not match their hash are left out. */
import { Sha256 } from "../../../lib/sha256/sha256.ts";
import { CancelledError, isQuotaError, problemOf } from "../../../offline/saving/errors.ts";
import { crc32 } from "./crc32.ts";
import type { Output } from "./sinks.ts";
import { openSource } from "./source.ts";
import type { FileState, ZipFile, ZipJob } from "./worker-api.ts";
import { ZipWriter } from "./writer.ts";

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
        return this.note(place, { state: "failed", received: 0, problem: problemOf(error) });
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
    await this.zip.begin(file.zipName, new Date(file.modified));
    const state = (received: number): FileState => ({
      ...{ state: "running", received },
      ...(source.bytes === undefined ? {} : { bytes: source.bytes }),
      ...(source.isLocal ? { isLocal: true } : {}),
    });
    let received = 0;
    for await (const chunk of source.chunks) {
      if (signal.aborted) throw new CancelledError();
      sha.update(chunk);
      crc = crc32(chunk, crc);
      await this.zip.add(chunk);
      received += chunk.length;
      this.note(place, state(received));
    }
    if (sha.digest() !== file.hash) {
      await this.zip.drop();
      return false;
    }
    await this.zip.end(crc);
    this.note(place, { ...state(received), bytes: received, state: "whole" });
    return true;
  }

  private texts(): ZipJob["texts"] {
    const { texts, metadata } = this.job;
    return [
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

  private async addText({ zipName: name, modified, text }: ZipJob["texts"][number]): Promise<void> {
    const bytes = new TextEncoder().encode(text);
    await this.zip.begin(name, new Date(modified));
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
