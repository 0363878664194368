import { expect, test } from "vitest";
import { decryptAddress, decryptResponse, encryptAddress, encryptResponse } from "./cached-responses.ts";
import { createCiphers, fromBase64, toBase64 } from "./ciphers.ts";
import { decryptedSize, decryptPart, encryptPart } from "./file-parts.ts";
import {
  checkOf,
  isKeyOf,
  isOverdue,
  type KeyRecord,
  lockWithPasskey,
  lockWithPin,
  unlockWithPasskey,
  unlockWithPin,
  withoutLock,
} from "./key-record.ts";

const DAY = 24 * 60 * 60_000;
const random = (bytes = 32) => crypto.getRandomValues(new Uint8Array(bytes));
const KEY = random();
const ciphers = createCiphers(KEY);
const others = createCiphers(random());
const withoutHttps = createCiphers(KEY, null);

test("a text is encrypted to the same text each time, and read with the same key only", () => {
  const text = "patreon/7 港";
  const encrypted = ciphers.encryptText(text);
  expect(encrypted).toMatch(/^~[\w-]+$/);
  expect(ciphers.encryptText(text)).toBe(encrypted);
  expect(ciphers.decryptText(encrypted)).toBe(text);
  expect(() => others.decryptText(encrypted)).toThrow();
});

test("a value is encrypted to different bytes each time, and refused once changed", () => {
  const value = { a: "b", list: [1, null, new Map([["k", Uint8Array.of(1)]])] };
  const first = ciphers.encryptValue(value, []);
  expect(ciphers.encryptValue(value, [])).not.toEqual(first);
  expect(ciphers.decryptValue(first, [])).toEqual(value);
  first[30]! ^= 1;
  expect(() => ciphers.decryptValue(first, [])).toThrow();
});

/** Reads part of a file back. */
async function read(
  by: typeof ciphers,
  place: { hash: string; part: number; data: Blob },
  from: number,
  to: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of decryptPart(by, place, from, to)) chunks.push(chunk);
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

test.each([0, 1, 262_143, 262_144, 262_145, 600_000])(
  "any range of a part of %i bytes is read",
  async (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, at) => at % 251);
    const place = { hash: "ab", part: 3 };
    const data = await encryptPart(ciphers, place, new Blob([bytes]));
    expect(decryptedSize(data.size)).toBe(size);
    const ranges = [
      [0, size],
      [0, Math.min(1, size)],
      [Math.max(0, size - 1), size],
      [Math.min(262_100, size), Math.min(262_200, size)],
    ] as const;
    for (const [from, to] of ranges)
      expect(await read(ciphers, { ...place, data }, from, to)).toEqual(bytes.slice(from, to));
  },
);

test("a part is not read as another part, of another file, with another key, or with chunks exchanged", async () => {
  const place = { hash: "ab", part: 0 };
  const size = 2 * 262_144;
  const data = await encryptPart(ciphers, place, new Blob([random(1024), new Uint8Array(size - 1024)]));
  const half = data.size / 2;
  const exchanged = new Blob([data.slice(half), data.slice(0, half)]);
  await expect(read(ciphers, { ...place, part: 1, data }, 0, 1)).rejects.toThrow();
  await expect(read(ciphers, { ...place, hash: "ac", data }, 0, 1)).rejects.toThrow();
  await expect(read(others, { ...place, data }, 0, 1)).rejects.toThrow();
  await expect(read(ciphers, { ...place, data: exchanged }, 0, 1)).rejects.toThrow();
});

test("without https the same bytes are read and written", async () => {
  const place = { hash: "ab", part: 0 };
  const bytes = random(1000);
  const byBrowser = await encryptPart(ciphers, place, new Blob([bytes]));
  const byScript = await encryptPart(withoutHttps, place, new Blob([bytes]));
  expect(await read(withoutHttps, { ...place, data: byBrowser }, 0, 1000)).toEqual(bytes);
  expect(await read(ciphers, { ...place, data: byScript }, 0, 1000)).toEqual(bytes);
});

test("a cached response and its address tell nothing without the key", async () => {
  const address = new URL("https://roost.example/icons/patreon/quiet.lantern");
  const hidden = encryptAddress(ciphers, address);
  expect(hidden.href).not.toContain("lantern");
  expect(decryptAddress(ciphers, hidden).href).toBe(address.href);
  expect(decryptAddress(ciphers, address)).toBe(address);
  expect(decryptAddress(undefined, hidden)).toBe(hidden);
  const response = new Response("picture", { headers: { "content-type": "image/png" } });
  const encrypted = await encryptResponse(ciphers, response, "a");
  expect(encrypted.headers.get("content-type")).toBe("image/png");
  expect(await (await decryptResponse(ciphers, encrypted.clone(), "a")).text()).toBe("picture");
  await expect(decryptResponse(ciphers, encrypted.clone(), "b")).rejects.toThrow();
  await expect(decryptResponse(others, encrypted, "a")).rejects.toThrow();
});

test("a PIN gives the key back, another one does not", async () => {
  const lock = await lockWithPin(KEY, "ｐｉｎ 123");
  expect(lock.key).not.toEqual(KEY);
  expect(await unlockWithPin(lock, "pin 123")).toEqual(KEY); // however the keyboard writes it
  expect(await unlockWithPin(lock, "pin 124")).toBe(undefined);
  expect((await lockWithPin(KEY, "pin 123")).key).not.toEqual(lock.key);
});

test("a passkey's secret gives the key back, another one does not", () => {
  const secret = random();
  const lock = lockWithPasskey(KEY, { secret, salt: random(), id: random(16) });
  expect(unlockWithPasskey(lock, secret)).toEqual(KEY);
  expect(unlockWithPasskey(lock, random())).toBe(undefined);
});

const record: KeyRecord = {
  ...withoutLock(KEY),
  check: checkOf(KEY),
  attempts: 0,
  offlineDays: 7,
  contactAt: 100 * DAY,
  isComplete: true,
};

test("a key from the archive is compared with the stored one", () => {
  expect(isKeyOf(record, KEY)).toBe(true);
  expect(isKeyOf(record, random())).toBe(false);
});

test.each([
  [7, 107 * DAY, false],
  [7, 107 * DAY + 1, true],
  [7, 93 * DAY - 1, true], // the clock was set back
  [0, 1_000 * DAY, false],
])("with a limit of %i days, at %i contact is needed: %s", (offlineDays, now, isNeeded) => {
  expect(isOverdue({ ...record, offlineDays }, now)).toBe(isNeeded);
});

test("bytes are written as base64 for addresses", () => {
  const bytes = Uint8Array.of(251, 255, 254, 0);
  expect(toBase64(bytes)).toBe("-__-AA");
  expect(fromBase64("-__-AA")).toEqual(bytes);
});
