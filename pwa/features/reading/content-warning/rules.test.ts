import { expect, test } from "vitest";
import { isShown, parseChoice, tokens, UNASKED } from "./rules.ts";

test("everything is covered until it is chosen, then only what was chosen is shown", () => {
  expect(isShown(UNASKED, [], "patreon")).toBe(false);
  expect(isShown({ ...UNASKED, services: ["patreon"] }, [], "patreon")).toBe(true);
  expect(isShown({ ...UNASKED, services: ["patreon"] }, [], "fanbox")).toBe(false);
  expect(isShown({ ...UNASKED, all: true }, [], "fanbox")).toBe(true);
  expect(isShown(UNASKED, ["fanbox"], "fanbox")).toBe(true);
});

test("quick hide and text only win over every choice", () => {
  const all = { ...UNASKED, all: true };
  expect(isShown({ ...all, hidden: true }, ["all"], "patreon")).toBe(false);
  expect(isShown({ ...all, text: true }, ["all"], "patreon")).toBe(false);
  expect(tokens({ ...all, hidden: true }, ["all"])).toBe("hidden");
  expect(tokens({ ...all, text: true }, [])).toBe("text");
  expect(tokens({ ...all, services: ["patreon"] }, ["fanbox"])).toBe("all patreon fanbox");
});

test("only valid stored values are used", () => {
  expect(parseChoice("{")).toBeUndefined();
  expect(parseChoice('{"all":1,"services":["patreon",3],"asked":true}')).toEqual({
    ...UNASKED,
    services: ["patreon"],
    asked: true,
  });
});
