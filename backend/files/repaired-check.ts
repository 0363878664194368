/** Files known to be damaged are not sent until all their bytes were read and are right. */
import { LRUCache } from "lru-cache";
import { hashOfPath } from "#shared/rules/files.ts";
import type { Sql } from "../db/client.ts";
import { findFault } from "./check-file.ts";
import { unmarkDamaged } from "./damaged-files.ts";
import type { FileStorage } from "./storage.ts";

const MAX_FILES = 1_000;

/** @returns a function that reads a file once per change of its size or date; true also if there is none */
export function repairedCheck(sql: Sql, storage: FileStorage): (path: string) => Promise<boolean> {
  const checks = new LRUCache<string, Promise<boolean>>({ max: MAX_FILES });
  return async (path) => {
    const stat = await storage.stat(path);
    if (stat === undefined) return true;
    const key = `${path} ${stat.size} ${stat.modified.getTime()}`;
    const known = checks.get(key);
    if (known !== undefined) return await known;
    const check = isRight(sql, storage, path);
    checks.set(key, check);
    check.catch(() => checks.delete(key));
    return await check;
  };
}

async function isRight(sql: Sql, storage: FileStorage, path: string): Promise<boolean> {
  if ((await findFault(storage, path)) !== undefined) return false;
  await unmarkDamaged(sql, hashOfPath(path) ?? "");
  return true;
}
