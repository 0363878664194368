/** Encrypts all tables while the device has a key (decision 0075). */
import type {
  DBCore,
  DBCoreCursor,
  DBCoreKeyRange,
  DBCoreMutateRequest,
  DBCoreTable,
  DBCoreTableSchema,
  Middleware,
} from "dexie";
import { deviceCiphers } from "../../lib/device-ciphers.ts";
import type { Ciphers } from "../encryption/ciphers.ts";
import { decryptKey, decryptRow, encryptKey, encryptRow } from "../encryption/rows.ts";

/** Below the parts of Dexie itself, which see rows as the app does. */
const LEVEL = -2;

export const encryptTables: Middleware<DBCore> = {
  stack: "dbcore",
  name: "encryption",
  level: LEVEL,
  create: (core) => ({ ...core, table: (name) => encryptTable(core.table(name)) }),
};

/** Uses `then` in place of `await`, across which Dexie may lose its transaction. */
function encryptTable(table: DBCoreTable): DBCoreTable {
  const fields = fieldsOf(table.schema);
  return {
    ...table,
    mutate(request) {
      const ciphers = deviceCiphers();
      if (ciphers === undefined) return table.mutate(request);
      return table.mutate(encryptMutation(ciphers, request, fields)).then(({ results, ...response }) => ({
        ...response,
        ...(results && { results: results.map((key) => decryptKey(ciphers, key)) }),
        lastResult: decryptKey(ciphers, response.lastResult),
      }));
    },
    get(request) {
      const ciphers = deviceCiphers();
      if (ciphers === undefined) return table.get(request);
      const key = encryptKey(ciphers, request.key);
      return table.get({ ...request, key }).then((row) => decryptRow(ciphers, row));
    },
    getMany(request) {
      const ciphers = deviceCiphers();
      if (ciphers === undefined) return table.getMany(request);
      const keys = request.keys.map((key) => encryptKey(ciphers, key));
      return table.getMany({ ...request, keys }).then((rows) => rows.map((row) => decryptRow(ciphers, row)));
    },
    query(request) {
      const ciphers = deviceCiphers();
      if (ciphers === undefined) return table.query(request);
      const decrypt = request.values ? decryptRow : decryptKey;
      return table
        .query(withRange(ciphers, request))
        .then(({ result }) => ({ result: result.map((found) => decrypt(ciphers, found)) }));
    },
    count(request) {
      const ciphers = deviceCiphers();
      return table.count(ciphers === undefined ? request : withRange(ciphers, request));
    },
    openCursor(request) {
      const ciphers = deviceCiphers();
      if (ciphers === undefined) return table.openCursor(request);
      return table
        .openCursor(withRange(ciphers, request))
        .then((cursor) => cursor && decryptCursor(ciphers, cursor));
    },
  };
}

function fieldsOf({ primaryKey, indexes }: DBCoreTableSchema): string[] {
  return [...new Set([primaryKey, ...indexes].flatMap(({ keyPath }) => keyPath ?? []))];
}

function encryptMutation(
  ciphers: Ciphers,
  request: DBCoreMutateRequest,
  fields: string[],
): DBCoreMutateRequest {
  if (request.type === "deleteRange") return { ...request, range: encryptRange(ciphers, request.range) };
  const keys = request.keys?.map((key) => encryptKey(ciphers, key));
  if (request.type === "delete") return { ...request, keys: keys ?? [] };
  const values = request.values.map((row) => encryptRow(ciphers, row, fields));
  return { ...request, values, ...(keys && { keys }) };
}

function withRange<R extends { query: { range: DBCoreKeyRange } }>(ciphers: Ciphers, request: R): R {
  return { ...request, query: { ...request.query, range: encryptRange(ciphers, request.query.range) } };
}

/** @throws RangeError for a range of texts, whose order the encrypted ones do not have */
function encryptRange(ciphers: Ciphers, range: DBCoreKeyRange): DBCoreKeyRange {
  const [lower, upper] = [[range.lower].flat(), [range.upper].flat()];
  const differs = (part: unknown, other: unknown) => typeof part === "string" && part !== other;
  if (
    lower.some((part, at) => differs(part, upper[at])) ||
    upper.some((part, at) => differs(part, lower[at]))
  )
    throw new RangeError("Encrypted texts have no order: look up each of them.");
  return {
    ...range,
    lower: encryptKey(ciphers, range.lower),
    upper: encryptKey(ciphers, range.upper),
  };
}

function decryptCursor(ciphers: Ciphers, cursor: DBCoreCursor): DBCoreCursor {
  return Object.create(cursor, {
    key: { get: () => decryptKey(ciphers, cursor.key) },
    primaryKey: { get: () => decryptKey(ciphers, cursor.primaryKey) },
    value: { get: () => decryptRow(ciphers, cursor.value) },
    continue: {
      value: (key?: unknown) => cursor.continue(key === undefined ? undefined : encryptKey(ciphers, key)),
    },
  });
}
