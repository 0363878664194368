/** Read position of each channel, stored on the device. */
import { createSetting } from "../../lib/setting.ts";

/** Number of read messages by channel, by `service/id` of the server or creator. */
type Marks = Readonly<Record<string, Readonly<Record<string, number>>>>;

interface ChatKey {
  service: string;
  id: string;
}

export const readMarks = createSetting<Marks>("chat-read", parse, {});

const keyOf = ({ service, id }: ChatKey) => `${service}/${id}`;

/** @returns undefined if nothing was read */
export function readCount(chat: ChatKey, channel: string): number | undefined {
  return readMarks.get()[keyOf(chat)]?.[channel];
}

/** Stores the position if it is further on. */
export function markRead(chat: ChatKey, channel: string, count: number): void {
  if (count <= (readCount(chat, channel) ?? 0)) return;
  const marks = readMarks.get();
  readMarks.set({ ...marks, [keyOf(chat)]: { ...marks[keyOf(chat)], [channel]: count } });
}

/** Number of unread messages; 0 for a channel that was never read. */
export function unreadIn(marks: Marks, chat: ChatKey, channel: { id: string; post_count: number }): number {
  const read = marks[keyOf(chat)]?.[channel.id];
  return read === undefined ? 0 : Math.max(0, channel.post_count - read);
}

/** Deletes positions. @param isGone selects them by `service/id` */
export function forgetReadMarks(isGone: (key: string) => boolean): void {
  const marks = readMarks.get();
  const left = Object.entries(marks).filter(([key]) => !isGone(key));
  if (left.length < Object.keys(marks).length) readMarks.set(Object.fromEntries(left));
}

function parse(text: string): Marks | undefined {
  try {
    const raw: unknown = JSON.parse(text);
    if (typeof raw !== "object" || raw === null) return undefined;
    return Object.fromEntries(
      Object.entries(raw).map(([key, channels]) => [
        key,
        Object.fromEntries(
          Object.entries((channels ?? {}) as object).filter(([, count]) => Number.isInteger(count)),
        ),
      ]),
    );
  } catch {
    return undefined;
  }
}
