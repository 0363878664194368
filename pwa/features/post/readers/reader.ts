/** A file of a post that is read in place. */
import type { FileRef } from "#shared/entities/file.ts";

export interface ReaderProps {
  file: FileRef;
  /** Key of the post. */
  post: string;
  /** Service of the post, for content warnings. */
  service: string;
  onClose: () => void;
}

/** Reasons why a file cannot be read, as `reader.fault` words them. */
export type ReaderFault =
  | "broken"
  | "large"
  | "missing"
  | "offline"
  | "protected"
  | "slow"
  /** The reader itself is not on the device. */
  | "reader";
