import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { Settings } from "#backend/config.ts";

test("the table of settings in operations.md is that of config.ts", async () => {
  const page = await readFile(new URL("../../docs/operations.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `([A-Z0-9_]+)` \|.*?\| (.*) \|$/gm)];
  const described = Object.entries(Settings.shape).map(([name, schema]) => [name, schema.description]);
  expect(rows.map(([, name, meaning]) => [name, meaning])).toEqual(described);
});
