/** Messages of a creator downloaded by fansly-scraper (agnosto): `messages/chat_log.json` and the files next to it. */
import { z } from "zod";
import type { FilesById } from "./fansly-scraper-files.ts";
import { utcOfSeconds } from "./lib/dates.ts";
import { type Entry, type Folder, type Found, ReadError, type Reading } from "./lib/format.ts";
import { type FoundCreator, messageFilesOf, oldestOf, stableId } from "./lib/names.ts";
import { htmlOfText } from "./lib/text.ts";

const CHAT_LOG = "messages/chat_log.json";

const Message = z.object({
  id: z.string().min(1),
  content: z.string(),
  /** Seconds. */
  createdAt: z.number(),
  /** Absent in old logs. */
  senderUsername: z.string().optional(),
});

export async function holdsChatLog(folder: Folder): Promise<boolean> {
  const entry = await folder.find(CHAT_LOG);
  if (entry === undefined) return false;
  const messages = await messagesOf(folder, entry);
  if (!(messages instanceof ReadError)) return messages.some((message) => Message.safeParse(message).success);
  const text = await folder.text(entry).catch(() => ""); // truncated files are reported when read
  return text.includes('"senderId"');
}

async function messagesOf(folder: Folder, entry: Entry): Promise<unknown[] | ReadError> {
  try {
    const messages = z.array(z.unknown()).safeParse(await folder.json(entry));
    return messages.success ? messages.data : new ReadError("is no list of messages");
  } catch (error) {
    if (error instanceof ReadError) return error;
    throw error;
  }
}

/** Reads the creator's messages. Message records have no sender, so messages by the account's owner are skipped. */
export async function* readMessages(
  creator: FoundCreator,
  files: FilesById,
  folder: Folder,
  reading: Reading,
): AsyncGenerator<Found> {
  const log = await folder.find(CHAT_LOG);
  if (log !== undefined) yield* readChatLog(creator, files, folder, log, reading);
  for (const [id, entries] of files) {
    const published = await oldestOf(folder, entries, reading);
    if (published !== undefined) yield messageOf(creator, id, "", published, entries);
  }
}

async function* readChatLog(
  creator: FoundCreator,
  files: FilesById,
  folder: Folder,
  log: Entry,
  reading: Reading,
): AsyncGenerator<Found> {
  const messages = await messagesOf(folder, log);
  if (messages instanceof ReadError) return reading.report(log.path, messages.message);
  reading.uses(log);
  const names = [creator.fields.id, creator.fields.name.toLowerCase()];
  let theirs = 0;
  for (const value of messages) {
    const { data: message, error } = Message.safeParse(value);
    const published = message && utcOfSeconds(message.createdAt);
    if (message === undefined || published === undefined) {
      reading.report(log.path, `a message is left out: ${error?.issues[0]?.path.join(".") ?? "createdAt"}`);
      continue;
    }
    const { id, content, senderUsername } = message;
    const isTheirs = senderUsername === undefined || names.includes(senderUsername.toLowerCase());
    if (isTheirs) yield messageOf(creator, id, htmlOfText(content), published, files.get(id) ?? []);
    else files.get(id)?.forEach(reading.uses);
    if (isTheirs) theirs += 1;
    files.delete(id);
  }
  if (theirs === 0 && messages.length > 0) reading.report(log.path, `no message is by ${creator.fields.id}`);
}

function messageOf(
  { from, fields: { service, id: user } }: FoundCreator,
  id: string,
  content: string,
  published: string,
  entries: Entry[],
): Found {
  const hash = stableId(service, "message", id);
  const fields = { hash, service, user, content, published, added: published };
  return {
    entity: "dms",
    from: entries[0]?.path ?? from,
    fields: { ...fields, ...messageFilesOf(entries) },
  };
}
