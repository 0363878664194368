/** Stored sync state of a device. */
import type { Sealed } from "./protocol.ts";
import type { Entries } from "./records.ts";

/** State of the device itself. Times are milliseconds. */
export interface DeviceState {
  account: number;
  key: CryptoKey;
  keyId: string;
  device: string;
  /** Sequence number of the next segment. */
  number: number;
  /** Last merged segment. */
  cursor: number;
  /** Last known segment that a snapshot has replaced. */
  snapshot: number;
  /** Offset of the server's clock from this device's. */
  offset: number;
  /** Latest stamp created or received. */
  clock?: string | undefined;
  /** Time of the last completed round, by the server's clock; 0 before the first. */
  syncedAt: number;
  /** Sequence numbers of unreadable segments. */
  unreadable: number[];
  /** Kinds with local changes that are not sealed yet. */
  unsealed: string[];
  /** Kinds with merged changes that are not applied to the device yet. */
  unshown: string[];
  /** Sealed segments that the server has not confirmed. */
  outbox: Sealed[];
}

/** State of one kind. */
export interface KindState {
  entries: Entries;
  /** Values on the device at the last check: JSON by id. */
  base: Map<string, string>;
  /** Ids with local changes that are not sealed yet. */
  dirty: Set<string>;
}

/** The device's storage. */
export interface SyncStore {
  /** Undefined if sync is off. */
  device(): Promise<DeviceState | undefined>;
  kind(name: string): Promise<KindState | undefined>;
  kinds(): Promise<string[]>;
  /** Saves both in one transaction. @throws if sync was turned off meanwhile */
  save(device: DeviceState, kinds: ReadonlyMap<string, KindState>): Promise<void>;
}
