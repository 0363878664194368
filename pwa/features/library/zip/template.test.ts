import { expect, test } from "vitest";
import { zipNames } from "./names.ts";
import { named } from "./template.ts";

const HASH = "ab".repeat(32);
const file = (name: string, ext = ".png") => ({ name, path: `/ab/ab/${HASH}${ext}`, hash: HASH });
const POST = {
  title: "a/b+c",
  creator: "Ann  Lantern",
  date: "2026-09-04",
  service: "patreon",
  id: "7",
};
const names = (template: string, ...files: ReturnType<typeof file>[]) =>
  zipNames(named(files, template, POST));

test("a template names each file, and a slash in a title makes no folder", () => {
  expect(names("{date} {title} {n}", file("x.png"), file("y.jpg"))).toEqual([
    "2026-09-04 a_b+c 1.png",
    "2026-09-04 a_b+c 2.jpg",
  ]);
  expect(names("{creator}/{name}", file("x.png"))).toEqual(["Ann Lantern_x.png"]);
});

test("numbers have as many digits as the last one", () => {
  const ten = Array.from({ length: 10 }, (_, at) => file(`${at}.png`));
  expect(names("{n}", ...ten)).toEqual(
    ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10"].map((n) => `${n}.png`),
  );
});

test("without a number equal names are numbered anyway, and an empty template keeps the names", () => {
  expect(names("{title}", file("x.png"), file("y.png"))).toEqual(["a_b+c.png", "a_b+c (2).png"]);
  expect(names("  ", file("x.png"))).toEqual(["x.png"]);
});

test("unknown fields stay, and a file without a name or extension gets them", () => {
  expect(names("{what} {name}", file("x.png"))).toEqual(["{what} x.png"]);
  expect(names("{n} {name}", file(""))).toEqual([`1 ${HASH.slice(0, 16)}.png`]);
  expect(names("{title}.", file("book", ".bin"))).toEqual(["a_b+c"]);
});

test("a long title is cut, its extension stays", () => {
  const [name = ""] = zipNames(named([file("x.webp")], "{title}", { ...POST, title: "あ".repeat(300) }));
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(180);
  expect(name.endsWith("あ.webp")).toBe(true);
});
