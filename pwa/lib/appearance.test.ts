import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { chosenOf } from "./appearance.ts";
import { CARD_SIZE, sizeOf } from "./card-size.ts";

const RULES = { font: ["system", "serif"], size: { min: 0.8, max: 1.8, step: 0.05, initial: 1 } } as const;

test.each([
  ['{"font":"serif","size":1.2}', { font: "serif", size: 1.2 }],
  ['{"font":"comic","size":9}', {}],
  ['{"size":"1.2","toString":"x"}', {}],
  ["[]", {}],
  ["null", undefined],
  ["{", undefined],
])("of %s only what the rules allow counts", (text, expected) => {
  expect(chosenOf(RULES, text)).toEqual(expected);
});

test.each([
  ["180", 180],
  ["120", 120],
  ["400", 400],
  ["119", undefined],
  ["401", undefined],
  ["", undefined],
  ["wide", undefined],
])("card size %s", (text, expected) => {
  expect(sizeOf(text)).toBe(expected);
});

/** Runs the script for the time before the first paint; returns the properties and attributes it sets on the root. */
function beforePaint(storage: Record<string, string>, cookie: string) {
  const properties: Record<string, string> = {};
  const attributes: Record<string, string> = {};
  const documentElement = {
    dataset: {},
    style: { setProperty: (name: string, value: string) => (properties[name] = value) },
    setAttribute: (name: string, value: string) => (attributes[name] = value),
  };
  runInNewContext(readFileSync(new URL("../public/theme.js", import.meta.url), "utf8"), {
    document: { documentElement, cookie },
    localStorage: { getItem: (key: string) => storage[key] ?? null },
  });
  return { properties, attributes };
}

test("stored looks are there before the first paint", () => {
  const { properties, attributes } = beforePaint(
    { cards: '{"density":"compact"}', reader: '{"font":"serif","size":1.2}' },
    "other=1; thumbSize=240",
  );
  expect(properties).toEqual({ "--reader-size": "1.2", "--card": "240px" });
  expect(attributes).toEqual({ "data-cards-density": "compact", "data-reader-font": "serif" });
});

test("before the first paint the same card sizes are allowed as after it", () => {
  for (const size of [CARD_SIZE.min - 1, CARD_SIZE.min, CARD_SIZE.max, CARD_SIZE.max + 1]) {
    const { properties } = beforePaint({}, `thumbSize=${size}`);
    expect(properties["--card"]).toBe(sizeOf(String(size)) === undefined ? undefined : `${size}px`);
  }
  expect(beforePaint({ cards: "{" }, "").properties).toEqual({});
});
