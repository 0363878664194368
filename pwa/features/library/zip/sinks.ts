/** Where a ZIP is written: a file that somebody chose, or one of the browser's own, offered as a download afterwards. */
import type { ZipJob } from "./worker-api.ts";
import type { Sink } from "./writer.ts";

/** Folder of half and finished ZIPs in the browser's own file system. */
export const ZIP_FOLDER = "zip";

export interface Output extends Sink {
  close(): Promise<void>;
  /** Nothing is left of it. */
  abort(): Promise<void>;
}

/** Of workers only, so it is not among the types of pages. */
interface SyncHandle {
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

/** @throws DOMException where the place cannot be written to */
export function openOutput(output: ZipJob["output"]): Promise<Output> {
  return output.kind === "picked" ? openPicked(output.handle) : openOwn(output.name);
}

/** The browser writes beside the chosen file, which is there only when it is whole. */
async function openPicked(handle: FileSystemFileHandle): Promise<Output> {
  const stream = await handle.createWritable();
  return {
    write: (data, position) => stream.write({ type: "write", position, data }),
    truncate: (size) => stream.truncate(size),
    close: () => stream.close(),
    async abort() {
      await stream.abort();
      // Choosing a new name has made an empty file.
      if ((await handle.getFile()).size === 0) await (handle as { remove?: () => Promise<void> }).remove?.();
    },
  };
}

async function openOwn(name: string): Promise<Output> {
  const root = await navigator.storage.getDirectory();
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
