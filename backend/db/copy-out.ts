/** Reads rows with `copy … to stdout`. */
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { Db } from "./client.ts";

/**
 * Passes the rows as a stream of text to `use`, which must not destroy it. Rows that it leaves unread are skipped, since
 * the connection takes no other statement before the last one.
 */
export async function copyOut<T>(db: Db, statement: string, use: (rows: Readable) => Promise<T>): Promise<T> {
  const rows = await db.unsafe(statement).readable();
  // The driver pauses the connection while the stream is full, and continues when it is read, which is never after its end.
  rows.once("end", () => rows._read(0));
  try {
    return await use(rows);
  } finally {
    if (!rows.readableEnded) {
      rows.unpipe();
      rows.resume();
      await finished(rows).catch(() => {}); // thrown by `use`
    }
  }
}
