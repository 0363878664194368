import { expect, test } from "vitest";
import { keyOf, type ShortcutSettings } from "../../../lib/shortcuts.ts";
import { withKey } from "./with-key.ts";

const PLAIN: ShortcutSettings = { isOff: false, keys: {} };

test("a key can be another, none, and its own again", () => {
  const other = withKey(PLAIN, "next", "N") as ShortcutSettings;
  expect(keyOf("next", other)).toBe("n");
  expect(keyOf("next", withKey(PLAIN, "next", "") as ShortcutSettings)).toBe("");
  expect(withKey(other, "next", "j")).toEqual(PLAIN);
});

test("no key is given twice, also not one that was given away before its action was there", () => {
  expect(withKey(PLAIN, "next", "k")).toEqual({ takenBy: "previous" });
  const early: ShortcutSettings = { isOff: false, keys: { next: "s" } };
  expect(withKey(early, "save", "s")).toEqual({ takenBy: "next" });
  expect(keyOf("save", withKey(early, "next", "j") as ShortcutSettings)).toBe("s");
});
