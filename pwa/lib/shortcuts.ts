/** Single-key shortcuts: each can be changed or removed, and all can be turned off (WCAG 2.1.4). */
import { createSetting } from "./setting.ts";

/** Default keys by action. */
export const SHORTCUTS = {
  search: "/",
  next: "j",
  previous: "k",
  gallery: "g",
  save: "s",
  favorite: "f",
  media: "b",
  approve: "a",
  reject: "r",
  reimport: "i",
  select: "x",
  help: "?",
} as const;
/** Shortcuts of queues (features/moderation/queue), and of nothing else. */
export const QUEUE_SHORTCUTS: readonly ShortcutId[] = ["approve", "reject", "reimport", "select"];
export type ShortcutId = keyof typeof SHORTCUTS;
export const SHORTCUT_IDS = Object.keys(SHORTCUTS) as ShortcutId[];

export interface ShortcutSettings {
  isOff: boolean;
  /** Changed keys only; empty means no key. */
  keys: Partial<Record<ShortcutId, string>>;
}

const FALLBACK: ShortcutSettings = { isOff: false, keys: {} };

export const shortcutSettings = createSetting<ShortcutSettings>("shortcuts", parse, FALLBACK);

/** Key of an action; "" for none, also if its default key was assigned to another action. */
export function keyOf(id: ShortcutId, { keys }: ShortcutSettings): string {
  const defaultKey = SHORTCUTS[id];
  return keys[id] ?? (Object.values(keys).includes(defaultKey) ? "" : defaultKey);
}

type Press = Pick<
  KeyboardEvent,
  | "key"
  | "code"
  | "target"
  | "isComposing"
  | "defaultPrevented"
  | "ctrlKey"
  | "metaKey"
  | "altKey"
  | "shiftKey"
  | "getModifierState"
>;

/** Action of a key press; undefined while typing, with modifiers, or if shortcuts are off. */
export function shortcutOf(event: Press, settings = shortcutSettings.get()): ShortcutId | undefined {
  if (settings.isOff || event.isComposing || event.defaultPrevented || isTyping(event.target))
    return undefined;
  // Some layouts need AltGr for a slash.
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isPlain && !event.getModifierState("AltGraph")) return undefined;
  const key = pressed(event);
  return key === undefined ? undefined : SHORTCUT_IDS.find((id) => keyOf(id, settings) === key);
}

export function isShortcut(event: Press, id: ShortcutId): boolean {
  return shortcutOf(event) === id;
}

/** Lower-case letter of a key press, also with Caps Lock; by physical position on non-Latin keyboards. */
function pressed({ key, code, shiftKey }: Press): string | undefined {
  if ([...key].length !== 1) return undefined;
  const letter = /^\p{L}$/u.test(key);
  if (letter && shiftKey) return undefined;
  if (letter && !/^\p{Script=Latin}$/u.test(key)) return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
  return key.toLowerCase();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest("input:not([type=checkbox]), textarea, select, [role=textbox]") !== null)
  );
}

function parse(text: string): ShortcutSettings | undefined {
  try {
    const value = JSON.parse(text) as Partial<ShortcutSettings> | null;
    const keys: ShortcutSettings["keys"] = {};
    for (const id of SHORTCUT_IDS) {
      const key: unknown = value?.keys?.[id];
      if (typeof key === "string" && [...key].length <= 1) keys[id] = key;
    }
    return { isOff: value?.isOff === true, keys };
  } catch {
    return undefined; // invalid or truncated
  }
}
