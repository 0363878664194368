/** Answers the service worker, which can start no worker: files inside saved archive files are unpacked by a page. */
import { LARGE_ENTRY, LOCKED_ENTRY, UNREADABLE_ENTRY } from "#shared/contracts/files.ts";
import { UNPACK_ENTRY, type UnpackAnswer, type UnpackMessage } from "#shared/rules/worker-messages.ts";
import { serviceWorkers } from "../../lib/secure-context/apis.ts";
import { ArchiveFault, type DeviceFault } from "./faults.ts";

const MESSAGES: Partial<Record<DeviceFault, string>> = {
  "not an archive": UNREADABLE_ENTRY,
  unreadable: UNREADABLE_ENTRY,
  locked: LOCKED_ENTRY,
  "too large": LARGE_ENTRY,
  "too slow": LARGE_ENTRY,
};

let isAnswering = false;

/** Begins to answer, once. */
export function answerWorker(): void {
  if (isAnswering) return;
  isAnswering = true;
  serviceWorkers()?.addEventListener("message", ({ data, ports: [port] }) => {
    if (isUnpackMessage(data) && port !== undefined) void unpackFor(data, port);
  });
}

/** True if the device can open an archive file inside of another: its files have addresses that the worker answers. */
export const opensInner = (): boolean => serviceWorkers()?.controller != null;

async function unpackFor({ entry, width }: UnpackMessage, port: MessagePort): Promise<void> {
  const send = (answer: UnpackAnswer<Blob>) => port.postMessage(answer);
  send({ state: "accepted" });
  try {
    const { unpackOnDevice } = await import("./client.ts");
    send({ state: "unpacked", ...(await unpackOnDevice(entry, width)) });
  } catch (error) {
    const message = error instanceof ArchiveFault ? MESSAGES[error.fault] : undefined;
    send(message === undefined ? { state: "unknown" } : { state: "refused", message });
  }
}

const isUnpackMessage = (data: unknown): data is UnpackMessage =>
  typeof data === "object" && data !== null && "type" in data && data.type === UNPACK_ENTRY;
