/** Runs one ZIP in its worker: progress, and the file when it is complete. */
import { createStore } from "../../../lib/create-store.ts";
import { createWorkerClient } from "../../../lib/worker-rpc/client.ts";
import { dropOwn, ownFile, recordLeftover } from "./own-files.ts";
import type { FileState, ZipEnd, ZipEvents, ZipJob, ZipMethods } from "./worker-api.ts";
import workerAddress from "./zip.worker.ts?worker&url";

/** Timeout after which a worker that does not stop is terminated. */
const STOP_TIMEOUT_MS = 150;

export interface ZipView {
  stage: "running" | "paused" | "done" | "cancelled" | "full" | "output";
  /** By index in the job. */
  files: readonly FileState[];
  /** Size of the finished ZIP. */
  bytes?: number;
  /** Object URL of a ZIP that was not written to a chosen file, until it is released. */
  address?: string;
}

export class ZipRun {
  readonly view;
  private readonly worker = createWorkerClient<ZipMethods, ZipEvents>(
    workerAddress,
    "zip",
    {
      progress: (changes) => {
        const files = [...this.view.get().files];
        for (const [place, state] of changes) files[place] = state;
        this.change({ files });
      },
      paused: () => this.change({ stage: "paused" }),
    },
    { readsCopies: true },
  );

  constructor(private readonly job: ZipJob) {
    this.view = createStore<ZipView>({
      stage: "running",
      files: job.files.map(({ isSkipped }) => ({ state: isSkipped ? "skipped" : "waiting", received: 0 })),
    });
    if (job.output.kind === "own") recordLeftover();
    this.worker.call("make", job).then(
      (end) => this.finish(end),
      () => this.isBusy() && this.end({ stage: "output" }),
    );
  }

  /** After a pause: retries the failed files, or continues without them. */
  decide(isRetried: boolean): void {
    this.change({ stage: "running" });
    this.worker.send("decide", isRetried);
  }

  cancel(): void {
    if (!this.isBusy()) return;
    this.worker.send("cancel");
    setTimeout(() => {
      const { stage } = this.view.get();
      if (stage === "cancelled" || stage === "done") return;
      this.end({ stage: "cancelled" });
      if (this.job.output.kind === "own") void dropOwn(this.job.output.name);
    }, STOP_TIMEOUT_MS);
  }

  /** Revokes the object URL. */
  release(): void {
    const { address } = this.view.get();
    if (address !== undefined) setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  private isBusy(): boolean {
    const { stage } = this.view.get();
    return stage === "running" || stage === "paused";
  }

  private change(part: Partial<ZipView>): void {
    this.view.set((view) => ({ ...view, ...part }));
  }

  private end(part: Partial<ZipView>): void {
    this.change(part);
    this.worker.stop();
  }

  private async finish(end: ZipEnd): Promise<void> {
    if (end.type === "cancelled") return this.end({ stage: "cancelled" });
    if (end.type === "refused") return this.end({ stage: end.problem });
    const { bytes, blob } = end;
    const { output } = this.job;
    if (output.kind === "picked") return this.end({ stage: "done", bytes });
    try {
      const zip = output.kind === "own" ? await ownFile(output.name) : (blob ?? new Blob());
      this.end({ stage: "done", bytes, address: URL.createObjectURL(zip) });
    } catch {
      this.end({ stage: "output" });
    }
  }
}
