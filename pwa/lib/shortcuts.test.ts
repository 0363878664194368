import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keyOf, SHORTCUT_IDS, type ShortcutSettings, shortcutOf } from "./shortcuts.ts";

class FakeElement {
  isContentEditable = false;
  readonly #isField: boolean;
  constructor(isField: boolean) {
    this.#isField = isField;
  }
  closest(): unknown {
    return this.#isField ? this : null;
  }
}

beforeEach(() => void vi.stubGlobal("HTMLElement", FakeElement));
afterEach(() => void vi.unstubAllGlobals());

const PLAIN: ShortcutSettings = { isOff: false, keys: {} };
const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  code: "",
  target: null,
  isComposing: false,
  defaultPrevented: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  getModifierState: () => false,
  ...more,
});
const field = new FakeElement(true) as unknown as EventTarget;
const button = new FakeElement(false) as unknown as EventTarget;

test.each([
  ["its key", press("j"), "next"],
  ["with Caps Lock", press("J"), "next"],
  ["a sign that needs Shift", press("?", { shiftKey: true }), "help"],
  ["on a button", press("/", { target: button }), "search"],
  ["on a Russian keyboard", press("о", { code: "KeyJ" }), "next"],
  ["with AltGr", press("/", { ctrlKey: true, altKey: true, getModifierState: () => true }), "search"],
  ["in a field", press("j", { target: field }), undefined],
  ["with Shift", press("J", { shiftKey: true }), undefined],
  ["with Ctrl", press("j", { ctrlKey: true }), undefined],
  ["with Alt", press("k", { altKey: true }), undefined],
  ["with Cmd", press("k", { metaKey: true }), undefined],
  ["while composing", press("j", { isComposing: true }), undefined],
  ["already used", press("j", { defaultPrevented: true }), undefined],
  ["no letter", press("Enter"), undefined],
])("%s", (_, event, id) => {
  expect(shortcutOf(event, PLAIN)).toBe(id);
});

test("off means none, and a key can be another or none", () => {
  expect(shortcutOf(press("j"), { isOff: true, keys: {} })).toBeUndefined();
  const other: ShortcutSettings = { isOff: false, keys: { next: "n" } };
  expect(shortcutOf(press("n"), other)).toBe("next");
  expect(shortcutOf(press("j"), other)).toBeUndefined();
  expect(keyOf("next", { isOff: false, keys: { next: "" } })).toBe("");
});

test("a key that was given away before an action had it stays where it is", () => {
  const early: ShortcutSettings = { isOff: false, keys: { next: "s" } };
  expect(shortcutOf(press("s"), early)).toBe("next");
  expect(keyOf("save", early)).toBe("");
});

test("no key does two things", () => {
  expect(new Set(SHORTCUT_IDS.map((id) => keyOf(id, PLAIN))).size).toBe(SHORTCUT_IDS.length);
});
