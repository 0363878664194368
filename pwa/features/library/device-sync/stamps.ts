/**
 * Stamps of a hybrid logical clock: milliseconds, a counter, the device. As text they sort by time, then by device, so
 * all devices agree on the later one of two changes.
 */

const RADIX = 36;
const MILLIS_DIGITS = 9;
const COUNT_DIGITS = 4;
const MAX_COUNT = RADIX ** COUNT_DIGITS - 1;
const DEVICE_LETTERS = 10;
const STAMP = /^[0-9a-z]{23}$/;

const digits = (value: number, length: number) => value.toString(RADIX).padStart(length, "0");
const print = (millis: number, count: number, device: string) =>
  `${digits(millis, MILLIS_DIGITS)}${digits(count, COUNT_DIGITS)}${device}`;
const countOf = (stamp: string) => Number.parseInt(stamp.slice(MILLIS_DIGITS, -DEVICE_LETTERS), RADIX);

export function isStamp(value: unknown): value is string {
  return typeof value === "string" && STAMP.test(value);
}

export function millisOf(stamp: string): number {
  return Number.parseInt(stamp.slice(0, MILLIS_DIGITS), RADIX);
}

export function deviceOf(stamp: string): string {
  return stamp.slice(-DEVICE_LETTERS);
}

/** Returns a stamp later than `last`. @param last undefined at first @param now milliseconds since 1970 */
export function nextStamp(last: string | undefined, now: number, device: string): string {
  const millis = Math.max(0, Math.round(now));
  if (last === undefined || millisOf(last) < millis) return print(millis, 0, device);
  const count = countOf(last) + 1;
  return count > MAX_COUNT ? print(millisOf(last) + 1, 0, device) : print(millisOf(last), count, device);
}

/** Sets a stamp later than `latest` (milliseconds) back to it. All devices use the same limit. */
export function clampStamp(stamp: string, latest: number): string {
  return millisOf(stamp) <= latest ? stamp : print(latest, countOf(stamp), deviceOf(stamp));
}

/** Random device id: ten letters and digits. */
export function newDevice(): string {
  const random = crypto.getRandomValues(new Uint8Array(DEVICE_LETTERS));
  return Array.from(random, (byte) => (byte % RADIX).toString(RADIX)).join("");
}
