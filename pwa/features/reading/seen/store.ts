/** Seen marks of this device. */
import { createReadableStore } from "../../../lib/create-store.ts";
import { createSetting, oneOf } from "../../../lib/setting.ts";
import { readStored, writeStored } from "../../../lib/storage.ts";
import { addMark, keyOf, MAX_MARKS, type PostKey, parseMarks, printMarks } from "./marks.ts";

const KEY = "seen";
const onOff = oneOf(["on", "off"]);

/** Whether post lists leave out what was seen. */
export const hidesSeen = createSetting<"on" | "off">("seen-hide", onOff, "off", { ssr: "skip" });
/** Whether a post that was scrolled past counts as seen. */
export const marksScrolled = createSetting<"on" | "off">("seen-scroll", onOff, "off");

/** What `marks` was read from; a long text, so it is not read for every card. */
let stored: string | undefined;
let marks: ReadonlySet<string> = new Set();

/** The storage as it is now: another tab may have written. Where it is blocked or full, marks last as long as the page. */
function read(): Set<string> {
  const text = readStored(KEY) ?? "";
  if (text !== stored) {
    marks = parseMarks(text);
    stored = text;
  }
  return new Set(marks);
}

function keep(next: Set<string>): void {
  writeStored(KEY, next.size === 0 ? undefined : printMarks(next));
  stored = readStored(KEY) ?? "";
  marks = next;
  notify();
}

function current(): ReadonlySet<string> {
  if (stored === undefined) read();
  return marks;
}

let notify = () => {};
const NONE: ReadonlySet<string> = new Set();
const store = createReadableStore(
  current,
  () => NONE,
  (onChange) => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== KEY && key !== null) return;
      read();
      onChange();
    };
    notify = onChange;
    addEventListener("storage", onStorage);
    return () => {
      notify = () => {};
      removeEventListener("storage", onStorage);
    };
  },
);

/** The marks, for components. */
export const useSeen = store.use;

/** The newest last. */
export const seenMarks = (): ReadonlySet<string> => read();
export const subscribeSeen = store.subscribe;

/** @param next the newest last; only the newest stay */
export function replaceSeen(next: readonly string[]): void {
  const latest = new Set(next.slice(-MAX_MARKS));
  if (printMarks(latest) !== printMarks(read())) keep(latest);
}

export function isSeen(marks: ReadonlySet<string>, post: PostKey): boolean {
  return marks.has(keyOf(post));
}

export function markSeen(posts: readonly PostKey[]): void {
  const next = read();
  for (const post of posts) addMark(next, keyOf(post));
  keep(next);
}

export function unmarkSeen(posts: readonly PostKey[]): void {
  const next = read();
  for (const post of posts) next.delete(keyOf(post));
  keep(next);
}

/** @returns takes it back */
export function forgetSeen(): () => void {
  const before = read();
  keep(new Set());
  return () => keep(new Set([...before, ...read()]));
}
