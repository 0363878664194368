/** Files on the local disk whose bytes were hashed since the start and are right. A change shows in their status. */
import type { Stats } from "node:fs";
import { LRUCache } from "lru-cache";

const MAX_FILES = 50_000;

/** Status by path. */
const verified = new LRUCache<string, string>({ max: MAX_FILES });

const statusOf = ({ dev, ino, size, mtimeMs, ctimeMs }: Stats) =>
  [dev, ino, size, mtimeMs, ctimeMs].join(" ");

/** @param stats from before its bytes were read */
export const isVerified = (localPath: string, stats: Stats) => verified.get(localPath) === statusOf(stats);

/** @param stats from before its bytes were read */
export function setVerified(localPath: string, stats: Stats): void {
  verified.set(localPath, statusOf(stats));
}
