/** Runs in the browser: marks sealed many at a time, as the app does, and one ciphertext for each. */
import { fromBase64, toBase64 } from "../../pwa/features/library/device-sync/base64.ts";
import { syncOnce } from "../../pwa/features/library/device-sync/engine.ts";
import { newState } from "../../pwa/features/library/device-sync/join.ts";
import { keysOf } from "../../pwa/features/library/device-sync/keys.ts";
import type { Kind } from "../../pwa/features/library/device-sync/kind.ts";
import type { Pulled, Remote } from "../../pwa/features/library/device-sync/protocol.ts";
import type { Value } from "../../pwa/features/library/device-sync/records.ts";
import { nextStamp } from "../../pwa/features/library/device-sync/stamps.ts";
import type { DeviceState } from "../../pwa/features/library/device-sync/state.ts";
import { beginSync, deviceStore } from "../../pwa/features/library/device-sync/store.ts";

export interface SyncTimes {
  /** Size of all requests or answers as JSON. */
  bytes: number;
  /** Milliseconds. */
  push: number;
  pull: number;
}

const secret = new Uint8Array(16).fill(7);
const random = (digits: number) => String(Math.floor(Math.random() * 10 ** digits));

function marks(count: number): Map<string, Value> {
  const all = new Map<string, Value>();
  while (all.size < count) all.set(`patreon/${random(8)}:${random(9)}`, 1);
  return all;
}

const timed = async (work: () => Promise<unknown>) => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/** A server of strings; time on the way is not counted. */
class Server implements Remote {
  readonly requests: string[] = [];
  keyId = "";

  async push(_: string, segments: Parameters<Remote["push"]>[1]): Promise<number[]> {
    const before = this.requests.length;
    for (const { bytes, ...rest } of segments)
      this.requests.push(JSON.stringify({ ...rest, bytes: toBase64(bytes) }));
    return segments.map((_, at) => before + at + 1);
  }
  async pull(after: number): Promise<Pulled> {
    const at = Date.now();
    const segments = this.requests.slice(after).map((text, index) => {
      const { bytes, ...rest } = JSON.parse(text);
      return { ...rest, bytes: fromBase64(bytes), seq: after + index + 1, at };
    });
    return { key_id: this.keyId, seq: this.requests.length, snapshot: 0, now: at, segments };
  }
  async storeSnapshot(): Promise<void> {}
  async replaceWords(): Promise<number> {
    return 0;
  }
}

const bench = {
  async ours(count: number): Promise<SyncTimes> {
    const server = new Server();
    const own = marks(count);
    const kind = (values: Map<string, Value>): Kind => ({
      name: "seen",
      read: () => values,
      write: () => {},
      subscribe: () => () => {},
    });
    const begin = async (change: Partial<DeviceState>) => {
      const state = { ...(await newState(1, secret)), ...change };
      server.keyId = state.keyId;
      await beginSync(state, new Map());
    };
    const sync = (values: Map<string, Value>) =>
      syncOnce({ store: deviceStore, remote: server, kinds: [kind(values)] }, ["seen"]);
    await begin({ syncedAt: Date.now() });
    const push = await timed(() => sync(own));
    await begin({});
    const pull = await timed(() => sync(new Map()));
    const state = await deviceStore.kind("seen");
    if (state?.entries.size !== count) throw new Error("Marks are missing.");
    return { bytes: server.requests.join().length, push, pull };
  },

  async single(count: number): Promise<SyncTimes> {
    const { key } = await keysOf(secret);
    const stamp = nextStamp(undefined, Date.now(), "a".repeat(10));
    const own = marks(count);
    const sent: string[] = [];
    const aad = (number: number) => new TextEncoder().encode(JSON.stringify([1, "a".repeat(10), number]));
    const push = await timed(async () => {
      let number = 0;
      for (const id of own.keys()) {
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const text = new TextEncoder().encode(JSON.stringify(["seen", id, stamp, 1]));
        const algorithm = { name: "AES-GCM", iv, additionalData: aad(number) };
        const bytes = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, text));
        const sealed = { number, iv: toBase64(iv), bytes: toBase64(bytes), device: "a".repeat(10) };
        sent.push(JSON.stringify(sealed));
        number += 1;
      }
    });
    const found = new Map<string, unknown>();
    const pull = await timed(async () => {
      for (const text of sent) {
        const { number, iv, bytes } = JSON.parse(text);
        const algorithm = { name: "AES-GCM", iv: fromBase64(iv), additionalData: aad(number) };
        const plain = await crypto.subtle.decrypt(algorithm, key, fromBase64(bytes));
        const [, id, , value] = JSON.parse(new TextDecoder().decode(plain));
        found.set(id, value);
      }
    });
    if (found.size !== count) throw new Error("Marks are missing.");
    return { bytes: sent.join().length, push, pull };
  },
};

export type SyncBench = typeof bench;
Object.assign(globalThis, { bench });
