/** Messages between devices and the server. */

/** An encrypted segment. */
export interface Sealed {
  device: string;
  number: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Response to a pull. Times are milliseconds of the server's clock. */
export interface Pulled {
  key_id: string | null;
  seq: number;
  snapshot: number;
  now: number;
  segments: (Sealed & { seq: number; at: number })[];
}

/** The sync server. Each method throws if it is unreachable, and a `RefusedError` if it refuses. */
export interface Remote {
  pull(after: number): Promise<Pulled>;
  /** @returns the place of each */
  push(keyId: string, segments: readonly Sealed[]): Promise<number[]>;
  storeSnapshot(snapshot: {
    keyId: string;
    since: number;
    to: number;
    keep: number[];
    segments: Sealed[];
  }): Promise<void>;
  /** @returns the number of the last segment */
  replaceWords(all: { keyId: string; newKeyId: string; to: number; segments: Sealed[] }): Promise<number>;
}

/** `words`: another key is in use, or none any more. `taken`: a number of this device, as after a copy of its storage. */
export class RefusedError extends Error {
  override name = "RefusedError";
  readonly reason: "words" | "taken" | "outdated" | "full";
  constructor(reason: RefusedError["reason"], options?: ErrorOptions) {
    super(`The server refused: ${reason}.`, options);
    this.reason = reason;
  }
}
