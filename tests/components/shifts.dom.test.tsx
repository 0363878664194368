import { expect, test } from "vitest";
import { watchShifts } from "./shifts.ts";

const box = (height: number) => {
  const element = document.createElement("div");
  Object.assign(element.style, { height: `${height}px`, background: "red" });
  return element;
};

/** Painted and reported. */
const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

test("an element that moves is found", async () => {
  document.body.append(box(400));
  await painted();
  const shifts = watchShifts();
  document.body.prepend(box(200));
  expect(await shifts()).toHaveLength(1);
  document.body.replaceChildren();
});
