import { afterEach, expect, test, vi } from "vitest";
import { previewAddress } from "./addresses.ts";
import { mediaPreload, savesData } from "./data-saver.ts";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["auto", true, true],
  ["auto", false, false],
  ["on", false, true],
  ["off", true, false],
])("chosen %s, the browser says %s", (chosen, saveData, expected) => {
  vi.stubGlobal("document", {});
  vi.stubGlobal("localStorage", { getItem: () => chosen });
  vi.stubGlobal("navigator", { connection: { saveData } });
  expect(savesData()).toBe(expected);
  expect(mediaPreload()).toBe(expected ? "none" : "metadata");
  expect(previewAddress("/aa/bb/c.png", 800)).toBe(`/thumbnail/data/aa/bb/c.png${expected ? "?w=360" : ""}`);
  expect(previewAddress("/aa/bb/c.png", 360)).toBe(
    `/thumbnail/data/aa/bb/c.png?w=${expected ? "180" : "360"}`,
  );
});

test("a browser without the setting does not save data", () => {
  vi.stubGlobal("navigator", {});
  expect(savesData()).toBe(false);
});
