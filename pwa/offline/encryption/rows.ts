/** Encrypts rows of IndexedDB: keys and indexed fields each by themselves, so that they can be looked up, and the whole row. */
import type { Ciphers } from "./ciphers.ts";

/** A row as it is stored; the names of its indexed fields stay. */
export interface EncryptedRow {
  encrypted: Uint8Array;
  /** Objects that only the browser can serialize, such as Blobs. */
  objects?: unknown[];
  [indexed: string]: unknown;
}

export function isEncryptedRow(row: unknown): row is EncryptedRow {
  return (row as Partial<EncryptedRow> | undefined)?.encrypted instanceof Uint8Array;
}

/** Encrypts the texts of a key; numbers stay, as ranges need their order. */
export function encryptKey(ciphers: Ciphers, key: unknown): unknown {
  if (typeof key === "string") return ciphers.encryptText(key);
  return Array.isArray(key) ? key.map((part) => encryptKey(ciphers, part)) : key;
}

/** @throws Error if it was encrypted with another key */
export function decryptKey(ciphers: Ciphers, key: unknown): unknown {
  if (typeof key === "string") return ciphers.decryptText(key);
  return Array.isArray(key) ? key.map((part) => decryptKey(ciphers, part)) : key;
}

/** @param fields of its keys and indexes */
export function encryptRow(
  ciphers: Ciphers,
  row: Record<string, unknown>,
  fields: readonly string[],
): EncryptedRow {
  const objects: unknown[] = [];
  const stored: EncryptedRow = { encrypted: ciphers.encryptValue(row, objects) };
  if (objects.length > 0) stored.objects = objects;
  for (const field of fields) if (row[field] !== undefined) stored[field] = encryptKey(ciphers, row[field]);
  return stored;
}

/** @throws Error if it was changed, or encrypted with another key */
export function decryptRow(ciphers: Ciphers, stored: unknown): unknown {
  if (!isEncryptedRow(stored)) return stored;
  const { encrypted, objects = [], ...indexed } = stored;
  const row = ciphers.decryptValue(encrypted, objects) as Record<string, unknown>;
  // Numbers that the database has given.
  for (const [field, value] of Object.entries(indexed)) if (typeof value === "number") row[field] ??= value;
  return row;
}

/** Fields of the keys and indexes of a store. */
export function indexedFields(store: IDBObjectStore): string[] {
  const paths = [store.keyPath ?? [], ...[...store.indexNames].map((name) => store.index(name).keyPath)];
  return [...new Set(paths.flat())];
}
