/** State of one round: read from the device's storage, changed, and written back in one transaction. */
import type { Remote } from "./protocol.ts";
import { nextStamp } from "./stamps.ts";
import type { DeviceState, KindState, SyncStore } from "./state.ts";

export interface RoundSetting {
  store: SyncStore;
  remote: Remote;
  /** The device's clock. */
  now?: () => number;
}

export class Round {
  readonly store: SyncStore;
  readonly remote: Remote;
  readonly now: () => number;
  readonly device: DeviceState;
  /** Last known segment of the server. */
  last = 0;
  /** Loaded kinds. */
  readonly #states = new Map<string, KindState>();
  /** Names of loaded kinds to write. */
  readonly #changed = new Set<string>();

  constructor({ store, remote, now = Date.now }: RoundSetting, device: DeviceState) {
    this.store = store;
    this.remote = remote;
    this.now = now;
    this.device = device;
  }

  get isChanged(): boolean {
    return this.#changed.size > 0;
  }

  serverNow(): number {
    return Math.round(this.now() + this.device.offset);
  }

  /** Returns a stamp later than all others. */
  tick(): string {
    const { clock, device } = this.device;
    this.device.clock = nextStamp(clock, this.serverNow(), device);
    return this.device.clock;
  }

  /** State of a kind, to be changed in place. */
  async state(name: string): Promise<KindState> {
    const known = this.#states.get(name) ?? (await this.store.kind(name));
    const state = known ?? { entries: new Map(), base: new Map(), dirty: new Set() };
    this.#states.set(name, state);
    return state;
  }

  async names(): Promise<Set<string>> {
    return new Set([...(await this.store.kinds()), ...this.#states.keys()]);
  }

  /** Marks a kind to be written by the next `save`. */
  touch(name: string): void {
    this.#changed.add(name);
  }

  noteUnsealed(name: string): void {
    const { unsealed } = this.device;
    if (!unsealed.includes(name)) unsealed.push(name);
  }

  async save(): Promise<void> {
    const changed = [...this.#changed].map((name) => [name, this.#states.get(name)] as const);
    const states = new Map(changed.flatMap(([name, state]) => (state === undefined ? [] : [[name, state]])));
    await this.store.save(this.device, states);
    this.#changed.clear();
  }
}
