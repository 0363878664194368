/** The page's side of one ZIP: starts its worker, knows how far it is, and offers the file when it is whole. */
import { createStore, type ReadableStore, type Store } from "../../lib/create-store.ts";
import { scriptAddress } from "../../lib/script-address.ts";
import { dropOwn, noteLeftover, ownFile } from "./own-files.ts";
import type { FileState, ZipJob, ZipNews, ZipOrder } from "./worker-api.ts";
import workerAddress from "./zip.worker.ts?worker&url";

/** A worker that does not say that it has stopped is ended. */
const STOP_MS = 150;

export interface ZipView {
  stage: "running" | "paused" | "done" | "cancelled" | "full" | "output";
  /** By place in the job. */
  files: readonly FileState[];
  /** Of the finished ZIP. */
  bytes?: number;
  /** Of a ZIP in the browser's own file system, until it is let go. */
  address?: string;
}

export class ZipRun {
  private readonly worker: Worker;
  /** How far it is. */
  readonly view: ReadableStore<ZipView>;
  private readonly state: Store<ZipView>;

  constructor(private readonly job: ZipJob) {
    this.state = createStore<ZipView>({
      stage: "running",
      files: job.files.map(({ isSkipped }) => ({ state: isSkipped ? "skipped" : "waiting", received: 0 })),
    });
    this.view = this.state;
    if (job.output.kind === "own") noteLeftover();
    this.worker = new Worker(scriptAddress(workerAddress) as string, { type: "module", name: "zip" });
    this.worker.addEventListener("message", ({ data }: MessageEvent<ZipNews>) => void this.hear(data));
    this.worker.addEventListener("error", () => this.end({ stage: "output" }));
    this.order({ type: "begin", job });
  }

  again(): void {
    this.change({ stage: "running" });
    this.order({ type: "again" });
  }

  finish(): void {
    this.change({ stage: "running" });
    this.order({ type: "finish" });
  }

  cancel(): void {
    if (this.state.get().stage !== "running" && this.state.get().stage !== "paused") return;
    this.order({ type: "cancel" });
    setTimeout(() => {
      if (this.state.get().stage === "cancelled" || this.state.get().stage === "done") return;
      this.end({ stage: "cancelled" });
      if (this.job.output.kind === "own") void dropOwn(this.job.output.name);
    }, STOP_MS);
  }

  /** The file in the browser's own file system is not offered any more. */
  release(): void {
    const { address } = this.state.get();
    if (address !== undefined) setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  private order(order: ZipOrder): void {
    this.worker.postMessage(order);
  }

  private change(part: Partial<ZipView>): void {
    this.state.set((current) => ({ ...current, ...part }));
  }

  private end(part: Partial<ZipView>): void {
    this.worker.terminate();
    this.change(part);
  }

  private async hear(news: ZipNews): Promise<void> {
    if (news.type === "progress") {
      const files = [...this.state.get().files];
      for (const [place, state] of news.changes) files[place] = state;
      this.change({ files });
    } else if (news.type === "paused") this.change({ stage: "paused" });
    else if (news.type === "cancelled") this.end({ stage: "cancelled" });
    else if (news.type === "refused") this.end({ stage: news.problem });
    else await this.offer(news.bytes);
  }

  private async offer(bytes: number): Promise<void> {
    const { output } = this.job;
    if (output.kind === "picked") return this.end({ stage: "done", bytes });
    try {
      this.end({ stage: "done", bytes, address: URL.createObjectURL(await ownFile(output.name)) });
    } catch {
      this.end({ stage: "output" });
    }
  }
}
