/** A device that was in use before it had a key. */
import { afterEach, expect, test } from "vitest";
import { setDeviceCiphers } from "../../lib/device-ciphers.ts";
import { createCiphers } from "../encryption/ciphers.ts";
import { isEncryptedRow } from "../encryption/rows.ts";
import { partBytes } from "../saving/parts.ts";
import { offlineDb } from "./db.ts";
import { encryptStoredRows } from "./encrypt-stored.ts";

const ciphers = createCiphers(new Uint8Array(32).fill(7));

afterEach(() => setDeviceCiphers(undefined));

async function isAllEncrypted(): Promise<boolean> {
  const db = offlineDb().backendDB();
  const rows: unknown[] = [];
  for (const name of db.objectStoreNames) {
    const request = db.transaction(name).objectStore(name).getAll();
    await new Promise((done) => request.addEventListener("success", done));
    rows.push(...request.result);
  }
  return rows.length > 0 && rows.every(isEncryptedRow);
}

test("a device in use is encrypted and reads as before, also after it was interrupted", async () => {
  const db = offlineDb();
  const gone = { key: "patreon/7", at: 5 };
  await db.gone.bulkPut([gone, { key: "patreon/8", at: 6 }]);
  const seq = await db.changes.add({ key: "patreon/7/1" });
  const data = (text: string) => new Blob([text]);
  for (const [hash, part, text] of [
    ["aa", 0, "first"],
    ["aa", 1, "second"],
    ["bb", 0, "third"],
  ] as const)
    await db.parts.put({ hash, part, data: data(text) });

  const shares: number[] = [];
  const interrupted = encryptStoredRows(ciphers, (share) => {
    shares.push(share);
    if (shares.length === 2) throw new Error("The app was closed.");
  });
  await expect(interrupted).rejects.toThrow("The app was closed.");
  expect(await isAllEncrypted()).toBe(false);
  await encryptStoredRows(ciphers, (share) => shares.push(share));
  expect(shares).toEqual([1 / 3, 2 / 3, 1]);
  await encryptStoredRows(ciphers, (share) => shares.push(share)); // nothing is left to do
  expect(shares).toHaveLength(3);
  expect(await isAllEncrypted()).toBe(true);

  setDeviceCiphers(ciphers);
  expect(await db.gone.get("patreon/7")).toEqual(gone);
  expect(await db.gone.count()).toBe(2);
  expect(await db.changes.toArray()).toEqual([{ seq, key: "patreon/7/1" }]);
  const stored = await db.parts.get(["aa", 1]);
  expect(new TextDecoder().decode(stored && (await partBytes(stored)))).toBe("second");
  expect(await db.parts.where("hash").equals("aa").count()).toBe(2);
});
