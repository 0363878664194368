/** How far each channel was read, on the device. */
import { createSetting } from "../../lib/setting.ts";

/** Messages read from the first on, by channel, by `service/id` of the server or creator. */
type Marks = Readonly<Record<string, Readonly<Record<string, number>>>>;

interface Place {
  service: string;
  id: string;
}

export const readMarks = createSetting<Marks>("chat-read", parse, {});

const keyOf = ({ service, id }: Place) => `${service}/${id}`;

/** Undefined where nothing was. */
export function readCount(place: Place, channel: string): number | undefined {
  return readMarks.get()[keyOf(place)]?.[channel];
}

/** Never goes back. */
export function markRead(place: Place, channel: string, count: number): void {
  if (count <= (readCount(place, channel) ?? 0)) return;
  const marks = readMarks.get();
  readMarks.set({ ...marks, [keyOf(place)]: { ...marks[keyOf(place)], [channel]: count } });
}

/** Messages that came since a channel was read; 0 where it never was. */
export function unreadIn(marks: Marks, place: Place, channel: { id: string; post_count: number }): number {
  const read = marks[keyOf(place)]?.[channel.id];
  return read === undefined ? 0 : Math.max(0, channel.post_count - read);
}

/** @param isGone of `service/id` */
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
