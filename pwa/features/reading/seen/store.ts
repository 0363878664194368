/** Seen marks of this device. */
import { createReadableStore } from "../../../lib/create-store.ts";
import { createSetting, oneOf } from "../../../lib/setting.ts";
import { readStored, writeStored } from "../../../lib/storage.ts";
import { addMark, keyOf, MAX_MARKS, type PostKey, parseMarks, printMarks } from "./marks.ts";

const KEY = "seen";
const onOff = oneOf(["on", "off"]);

/** Hides seen posts in lists. */
export const hidesSeen = createSetting<"on" | "off">("seen-hide", onOff, "off", { ssr: "skip" });
/** Marks posts that were scrolled past as seen. */
export const marksScrolled = createSetting<"on" | "off">("seen-scroll", onOff, "off");

/** Stored text that `marks` was parsed from, to avoid parsing it for every card. */
let stored: string | undefined;
let marks: ReadonlySet<string> = new Set();

/**
 * Reads the current storage, which another tab may have changed. If blocked or full, marks last as long as the page.
 */
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
    read(); // another tab may have changed it while nothing here listened
    notify = onChange;
    addEventListener("storage", onStorage);
    return () => {
      notify = () => {};
      removeEventListener("storage", onStorage);
    };
  },
);

/** Hook that returns the marks. */
export const useSeen = store.use;

/** Marks, newest last. */
export const seenMarks = (): ReadonlySet<string> => read();
export const subscribeSeen = store.subscribe;

/** @param next newest last; the oldest beyond the maximum are dropped */
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

/** @returns undo */
export function forgetSeen(): () => void {
  const before = read();
  keep(new Set());
  return () => keep(new Set([...before, ...read()]));
}
