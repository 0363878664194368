import { expect, test } from "vitest";
import {
  type FitMode,
  firstView,
  positionOf,
  reduceView,
  type View,
  type ViewAction,
  ZOOM_STEP,
} from "./view.ts";

const shown = (image: [number, number], ...actions: ViewAction[]): View =>
  [
    { type: "stage", size: { width: 400, height: 800 } } as const,
    { type: "image", size: { width: image[0], height: image[1] } } as const,
    ...actions,
  ].reduce<View>(reduceView, firstView);
const middle = { x: 0, y: 0 };

test.each<[FitMode, number, number]>([
  ["whole", 0.4, 0],
  ["width", 0.4, 0],
  ["height", 1.6, 0],
  ["full", 1, 0],
])("a wide image fitted to %s has scale %d", (fit, scale, x) => {
  expect(positionOf(shown([1000, 500], { type: "fit", fit }))).toMatchObject({ scale, x });
});

test("an image that is too tall for its width is read from the top", () => {
  expect(positionOf(shown([400, 2000], { type: "fit", fit: "width" }))).toEqual({ scale: 1, x: 0, y: 600 });
});

test("a step of zoom is 0.05, never under 0.1, and 0 goes back to the whole", () => {
  const once = shown([1000, 500], { type: "zoom", by: ZOOM_STEP });
  expect(positionOf(once).scale).toBeCloseTo(0.45);
  expect(positionOf(shown([1000, 500], { type: "zoom", by: -9 })).scale).toBe(0.1);
  expect(positionOf(reduceView(once, { type: "reset" })).scale).toBe(0.4);
});

test("the point under the fingers stays under them", () => {
  const at = { x: 100, y: 50 };
  const before = positionOf(shown([1000, 2000]));
  const after = positionOf(shown([1000, 2000], { type: "pinch", factor: 3, at }));
  expect((at.x - after.x) / after.scale).toBeCloseTo((at.x - before.x) / before.scale);
  expect((at.y - after.y) / after.scale).toBeCloseTo((at.y - before.y) / before.scale);
});

test("an image is never moved off the stage", () => {
  expect(positionOf(shown([1000, 500], { type: "move", by: { x: 999, y: 999 } }))).toMatchObject(middle);
  expect(
    positionOf(shown([1000, 500], { type: "fit", fit: "full" }, { type: "move", by: { x: 999, y: 9 } })),
  ).toEqual({ scale: 1, x: 300, y: 0 });
});

test("a double tap enlarges and the next one takes it back", () => {
  const large = shown([1000, 500], { type: "toggle", at: middle });
  expect(positionOf(large).scale).toBe(1);
  expect(positionOf(reduceView(large, { type: "toggle", at: middle })).scale).toBe(0.4);
});

test("the original takes the preview's place at the same size", () => {
  const preview = shown([800, 400], { type: "zoom", by: 0.5 });
  const original = reduceView(preview, { type: "image", size: { width: 4000, height: 2000 } });
  expect(positionOf(original).scale * 4000).toBeCloseTo(positionOf(preview).scale * 800);
});
