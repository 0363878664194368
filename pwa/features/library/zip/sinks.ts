/** Destinations of a ZIP: a chosen file, or a file in OPFS or a Blob that is offered as a download afterwards. */

import { storageManager } from "../../../lib/secure-context/apis.ts";
import type { ZipJob } from "./worker-api.ts";
import type { Sink } from "./writer.ts";

/** Folder in OPFS for partial and finished ZIPs. */
export const ZIP_FOLDER = "zip";

export interface Output extends Sink {
  close(): Promise<void>;
  /** Deletes the partial file. */
  abort(): Promise<void>;
  /** The finished ZIP, if it is in no file system. */
  blob?: () => Blob;
}

/** FileSystemSyncAccessHandle exists in workers only, so the DOM types lack it. */
interface SyncHandle {
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

/** @throws DOMException if the destination is not writable */
export function openOutput(output: ZipJob["output"]): Promise<Output> {
  if (output.kind === "picked") return openPicked(output.handle);
  return output.kind === "own" ? openOwn(output.name) : Promise.resolve(openBlob());
}

/** The browser writes to a temporary file and replaces the chosen file on close. */
async function openPicked(handle: FileSystemFileHandle): Promise<Output> {
  const stream = await handle.createWritable();
  return {
    write: (data, position) => stream.write({ type: "write", position, data }),
    truncate: (size) => stream.truncate(size),
    close: () => stream.close(),
    async abort() {
      await stream.abort();
      // The dialog has created an empty file for a new name.
      if ((await handle.getFile()).size === 0) await (handle as { remove?: () => Promise<void> }).remove?.();
    },
  };
}

async function openOwn(name: string): Promise<Output> {
  const root = await storageManager()?.getDirectory?.();
  if (root === undefined) throw new DOMException("There is no OPFS.", "NotSupportedError");
  const folder = await root.getDirectoryHandle(ZIP_FOLDER, { create: true });
  const file = await folder.getFileHandle(name, { create: true });
  const access = await (
    file as unknown as { createSyncAccessHandle: () => Promise<SyncHandle> }
  ).createSyncAccessHandle();
  return {
    write(bytes, at) {
      for (let from = 0; from < bytes.length; ) from += access.write(bytes.subarray(from), { at: at + from });
    },
    truncate: (size) => access.truncate(size),
    async close() {
      access.flush();
      access.close();
    },
    async abort() {
      access.close();
      await folder.removeEntry(name);
    },
  };
}

/** Without OPFS. Browsers keep large Blobs on disk, and slices share their bytes. */
function openBlob(): Output {
  let zip = new Blob();
  return {
    write(bytes, at) {
      zip = new Blob([zip.slice(0, at), bytes, zip.slice(at + bytes.length)]);
    },
    truncate(size) {
      zip = zip.slice(0, size);
    },
    close: async () => {},
    async abort() {
      zip = new Blob();
    },
    blob: () => zip,
  };
}
