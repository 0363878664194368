/** Saves posts in a worker, and follows its progress in any tab. */
import { createStore } from "../../lib/create-store.ts";
import { dataServers } from "../../lib/file-address.ts";
import { createWorkerClient, type WorkerClient } from "../../lib/worker-rpc/client.ts";
import { dbEvents } from "../db/events.ts";
import { markOfflineData } from "../db/has-data.ts";
import { changeSavedMarks } from "../library/saved-marks.ts";
import workerAddress from "./saving.worker.ts?worker&url";
import {
  type PostProgress,
  SAVING_CHANNEL,
  type SavingEvents,
  type SavingMessage,
  type SavingMethods,
} from "./worker-api.ts";

const worker = createWorkerClient<SavingMethods, SavingEvents>(
  workerAddress,
  "saving",
  {
    marks: changeSavedMarks,
    // Terminated when idle to free its memory, unless it was called since.
    idle: () => {
      if (worker.pending() === 0) worker.stop();
      dbEvents.dispatchEvent(new Event("saved"));
    },
  },
  { readsCopies: true },
);

/** Posts being saved now, in any tab. */
export const savingProgress = createStore<readonly PostProgress[]>([], { connect: listen });

/** Set when the last save ended because the device is full; reset by the screen that shows it. */
export const isStorageFull = createStore(false, { connect: listen });

/** @throws WorkerGoneError; Error with the message `full` if the device is full; what Dexie throws, by name */
export const callSaving: WorkerClient<SavingMethods>["call"] = (method, ...args) => {
  listen();
  markOfflineData();
  worker.send("useServers", dataServers());
  return worker.call(method, ...args);
};

let channel: BroadcastChannel | undefined;

/** Opens the channel once, for the lifetime of the page. */
function listen(): () => void {
  if (channel === undefined) {
    channel = new BroadcastChannel(SAVING_CHANNEL);
    channel.addEventListener("message", ({ data }: MessageEvent<SavingMessage>) => {
      if (data.type === "progress") savingProgress.set(data.posts);
      else if (data.type === "full") isStorageFull.set(true);
    });
  }
  return () => {};
}
