import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { Settings } from "#backend/config.ts";

test("the operations page names every setting, and no other", async () => {
  const page = await readFile(new URL("../../docs/operations.md", import.meta.url), "utf8");
  const documented = [...page.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map((match) => match[1]);
  expect(documented.sort()).toEqual(Object.keys(Settings.shape).sort());
});
