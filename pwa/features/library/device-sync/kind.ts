import type { Value } from "./records.ts";

/** Adapter between sync and one kind of data on this device. New kinds are added in `kinds.ts`. */
export interface Kind {
  /** Name in segments; must never change. */
  name: string;
  /** Current values, by ids that are the same on all devices; oldest first if the order matters. */
  read(): ReadonlyMap<string, Value> | Promise<ReadonlyMap<string, Value>>;
  /** Replaces the values on the device, oldest first. Values come from other devices and are validated here. */
  write(values: ReadonlyMap<string, Value>): void | Promise<void>;
  /** Calls `listener` after each change on this device. @returns unsubscribe */
  subscribe(listener: () => void): () => void;
  /** Maximum number of values; the device drops the oldest. */
  max?: number;
  /** Time of a value in milliseconds of this device: when a device joins, the later value wins. */
  at?(value: Value): number;
}
