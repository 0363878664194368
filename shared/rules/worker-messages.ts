import type { EntryAddress } from "./files.ts";

/** Message type from page to service worker: restores app files that the browser deleted from the precache. */
export const CHECK_PRECACHE = "CHECK_PRECACHE";

/** Message type from service worker to page: unpacks a file inside an archive file. */
export const UNPACK_ENTRY = "UNPACK_ENTRY";

/** Sent with a port for the answers. */
export interface UnpackMessage {
  type: typeof UNPACK_ENTRY;
  entry: EntryAddress;
  /** Greatest width in pixels of a thumbnail instead; null for the file. */
  width: number | null;
}

/** `accepted` comes first and at once. */
export type UnpackAnswer<File = unknown> =
  | { state: "accepted" }
  | { state: "unpacked"; file: File; inline: boolean }
  /** The text is that of the API's refusal. */
  | { state: "refused"; message: string }
  /** The device cannot say: the server may. */
  | { state: "unknown" };
