/** Stores the sync state in the database. */
import { writeStored } from "../../../lib/storage.ts";
import {
  replaceSyncRows,
  syncRow,
  syncRowNames,
  watchSyncRow,
  writeSyncRows,
} from "../../../offline/device-sync/rows.ts";
import { type Entries, parseRecords, printRecords } from "./records.ts";
import type { DeviceState, KindState, SyncStore } from "./state.ts";

const DEVICE = "device";
const KIND = "kind ";
/** Flag in localStorage, so that no code of sync is loaded while it is off. */
const FLAG = "sync";

/** Sync was turned off, or on with other words, during a round. */
export class StoppedError extends Error {
  override name = "StoppedError";
}

/** Stored as JSON texts: IndexedDB clones tens of thousands of objects much more slowly. */
interface StoredKind {
  entries: string;
  base: string;
  dirty: string;
}

function print({ entries, base, dirty }: KindState): StoredKind {
  return {
    entries: printRecords(recordsOf(entries)),
    base: JSON.stringify([...base]),
    dirty: JSON.stringify([...dirty]),
  };
}

function* recordsOf(entries: Entries) {
  for (const [id, { stamp, value }] of entries) yield { kind: "", id, stamp, value };
}

function parse({ entries, base, dirty }: StoredKind): KindState {
  return {
    entries: new Map(parseRecords(entries).map(({ id, stamp, value }) => [id, { stamp, value }])),
    base: new Map(JSON.parse(base)),
    dirty: new Set(JSON.parse(dirty)),
  };
}

const rowsOf = (device: DeviceState, kinds: ReadonlyMap<string, KindState>) => [
  { name: DEVICE, value: device },
  ...[...kinds].map(([name, state]) => ({ name: KIND + name, value: print(state) })),
];

export const deviceStore: SyncStore = {
  device: async () => (await syncRow(DEVICE)) as DeviceState | undefined,
  kind: async (name) => {
    const stored = await syncRow(KIND + name);
    return stored === undefined ? undefined : parse(stored as StoredKind);
  },
  kinds: async () =>
    (await syncRowNames()).filter((name) => name.startsWith(KIND)).map((name) => name.slice(KIND.length)),
  async save(device, kinds) {
    const isSame = (now: unknown) => (now as DeviceState | undefined)?.keyId === device.keyId;
    const isWritten = await writeSyncRows(rowsOf(device, kinds), { name: DEVICE, isAllowed: isSame });
    if (!isWritten) throw new StoppedError("Sync was turned off.");
  },
};

/** Stores the first state of a device. @param kinds empty for a device that joins */
export async function beginSync(device: DeviceState, kinds: ReadonlyMap<string, KindState>): Promise<void> {
  await replaceSyncRows(rowsOf(device, kinds));
  writeStored(FLAG, "on");
}

export async function forgetSync(): Promise<void> {
  writeStored(FLAG, undefined);
  await replaceSyncRows([]);
}

/** @returns unsubscribes */
export function watchDevice(onState: (device: DeviceState | undefined) => void): () => void {
  return watchSyncRow(DEVICE, (value) => onState(value as DeviceState | undefined));
}
