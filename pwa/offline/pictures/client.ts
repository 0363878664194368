/** Client of the worker that hashes pictures: one at a time, as each is decoded whole. */
import { typeOfMedia } from "#shared/rules/file-types.ts";
import { createWorkerClient } from "../../lib/worker-rpc/client.ts";
import workerAddress from "./picture.worker.ts?worker&url";
import type { Picture, PictureMethods } from "./worker-api.ts";

/** Idle timeout of the worker, to free memory. */
const IDLE_TIMEOUT_MS = 30_000;

const worker = createWorkerClient<PictureMethods, object>(workerAddress, "picture", {});
let last: Promise<unknown> = Promise.resolve();
let idle: ReturnType<typeof setTimeout> | undefined;

/** True for types of which the archive has hashes, if browsers can decode them. */
export function isPicture(file: { type: string }): boolean {
  const { thumbnail, inline } = typeOfMedia(file.type) ?? {};
  return thumbnail === true && inline === true;
}

/**
 * Hashes a picture, which stays on the device.
 * @returns null if the browser cannot decode it
 */
export const pictureOf = (file: Blob): Promise<Picture | null> =>
  inTurn(async () => (await worker.call("hash", file)) ?? null);

/** Hashes that the original may have if the picture is a rotated, mirrored, framed or cropped copy. */
export const changedHashesOf = (file: Blob): Promise<string[]> =>
  inTurn(() => worker.call("hashChanged", file));

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(async () => {
    clearTimeout(idle);
    try {
      return await work();
    } finally {
      idle = setTimeout(() => worker.stop(), IDLE_TIMEOUT_MS);
    }
  });
  last = done.catch(() => {});
  return done;
}

/** Frees the memory of the worker at once. */
export function stopIfIdle(): void {
  if (worker.pending() === 0) worker.stop();
}
