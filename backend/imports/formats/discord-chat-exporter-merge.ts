/** Merges the exports of a channel: parts, and overlapping reruns. */

import { ExportedMessage, type ExportHead, olderFirst, readMessages } from "./discord-chat-exporter-file.ts";
import { isPage, readPage } from "./discord-chat-exporter-page.ts";
import { type Entry, type Folder, ReadError, type Reading } from "./lib/format.ts";

export interface Export {
  entry: Entry;
  head: ExportHead;
  /** Naive UTC; empty in exports of old versions. */
  exportedAt: string;
  firstId: string;
  isNewestFirst: boolean;
}

export interface Version {
  source: Export;
  message: ExportedMessage;
}

/**
 * Merges overlapping exports: yields each message once, with its version in each export, newest export
 * first. Opens a file only while its messages are next, so that thousands of parts can be read.
 */
export async function* merged(
  exports: Export[],
  folder: Folder,
  reading: Reading,
): AsyncGenerator<Version[]> {
  const sign = exports[0]?.isNewestFirst === true ? -1 : 1;
  const order = (a: string, b: string) => sign * olderFirst(a, b);
  const waiting = [...exports].sort((a, b) => order(a.firstId, b.firstId));
  let open: { source: Export; next: ExportedMessage; rest: AsyncGenerator<ExportedMessage> }[] = [];
  const first = () => open.map(({ next }) => next.id).sort(order)[0];
  for (;;) {
    for (
      let low = first();
      waiting[0] && (low === undefined || order(waiting[0].firstId, low) <= 0);
      low = first()
    ) {
      const source = waiting.shift() as Export;
      const rest = messages(source, folder, reading);
      const { value, done } = await rest.next();
      if (done !== true) open.push({ source, next: value, rest });
    }
    const id = first();
    if (id === undefined) return;
    const having = open.filter(({ next }) => next.id === id);
    having.sort((a, b) => exports.indexOf(a.source) - exports.indexOf(b.source));
    yield having.map(({ source, next }) => ({ source, message: next }));
    for (const cursor of having) {
      const { value, done } = await cursor.rest.next();
      if (done === true) open = open.filter((other) => other !== cursor);
      else cursor.next = value;
    }
  }
}

/** Yields the complete messages of a file; reports an error in the file and keeps the messages before it. */
async function* messages(source: Export, folder: Folder, reading: Reading): AsyncGenerator<ExportedMessage> {
  const { path } = source.entry;
  let count = 0;
  try {
    const read = isPage(source.entry.name) ? readPage : readMessages;
    for await (const value of read(folder, source.entry)) {
      count += 1;
      const { data, error } = ExportedMessage.safeParse(value);
      if (data !== undefined) yield data;
      else reading.report(path, `message ${count}: ${error?.issues[0]?.path.join(".")} is not as expected`);
    }
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    reading.report(path, `${error.message}; ${count} messages before that were read`);
  }
}
