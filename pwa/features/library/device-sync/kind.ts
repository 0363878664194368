import type { Value } from "./records.ts";

/** Something that is synced: how this device has it. A new kind is one of these, in `kinds.ts`. */
export interface Kind {
  /** In segments: never changed. */
  name: string;
  /** What the device has now, by ids that are the same on all devices; the oldest first where that matters. */
  read(): ReadonlyMap<string, Value> | Promise<ReadonlyMap<string, Value>>;
  /** Makes the device have exactly these, the oldest first, as far as it can. Values are what other devices say: checked here. */
  write(values: ReadonlyMap<string, Value>): void | Promise<void>;
  /** Calls back after every change here. @returns unsubscribes */
  subscribe(listener: () => void): () => void;
  /** How many the device keeps; older ones are dropped for newer ones. */
  most?: number;
  /** When a value was made, in milliseconds of this device: of a device that joins, the later one stays. */
  at?(value: Value): number;
}
