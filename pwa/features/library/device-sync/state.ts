/** What a device stores of sync. */
import type { Sealed } from "./protocol.ts";
import type { Entries } from "./records.ts";

/** What a device knows of itself. Times are milliseconds. */
export interface DeviceState {
  account: number;
  key: CryptoKey;
  keyId: string;
  device: string;
  /** Of the next segment. */
  number: number;
  /** All segments up to it were merged. */
  cursor: number;
  /** Up to which segments were replaced by a snapshot, as far as is known here. */
  snapshot: number;
  /** Of the server's clock from this device's. */
  offset: number;
  /** The latest stamp that was made or seen. */
  clock?: string | undefined;
  /** When it last agreed with the server, by the server's clock; 0 before the first time. */
  syncedAt: number;
  /** Segments that could not be read, by their place. */
  unreadable: number[];
  /** Kinds with changes of this device that are not sealed yet. */
  unsealed: string[];
  /** Kinds of which something was merged that the device does not show yet. */
  unshown: string[];
  /** Sealed, and perhaps already sent. */
  outbox: Sealed[];
}

/** What is known of one kind. */
export interface KindState {
  entries: Entries;
  /** What the device itself had when it was last looked at: each id with its value as JSON. */
  base: Map<string, string>;
  /** Ids that changed here and are not sealed yet. */
  dirty: Set<string>;
}

/** The device's storage. */
export interface SyncStore {
  /** Undefined where sync is off. */
  device(): Promise<DeviceState | undefined>;
  kind(name: string): Promise<KindState | undefined>;
  kinds(): Promise<string[]>;
  /** All or nothing. @throws where sync was turned off meanwhile */
  save(device: DeviceState, kinds: ReadonlyMap<string, KindState>): Promise<void>;
}
