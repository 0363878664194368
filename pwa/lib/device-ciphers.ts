/** Ciphers of the device, once it is unlocked: only archives for members have them (decision 0075). */
import type { Ciphers } from "../offline/encryption/ciphers.ts";

let ciphers: Ciphers | undefined;

/** Undefined in an open archive, and while the device is locked. */
export const deviceCiphers = (): Ciphers | undefined => ciphers;

export function setDeviceCiphers(next: Ciphers | undefined): void {
  ciphers = next;
}
