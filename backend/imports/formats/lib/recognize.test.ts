import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { Downloads } from "./folder.ts";
import type { Format } from "./format.ts";
import { readDownloads } from "./recognize.ts";

/** Reads folders with a `list`, whose lines are the paths of its files from the topmost folder. */
const listed: Format = {
  name: "Listed",
  async recognize(folder) {
    const list = await folder.find("list");
    if (list === undefined) return undefined;
    return {
      scope: "folder",
      async *read({ imported, uses }) {
        uses(list);
        for (const path of (await folder.text(list)).split("\n")) {
          const entry = await imported?.find(path);
          if (entry !== undefined) uses(entry);
        }
        yield* [];
      },
    };
  },
};

test("files that a program accounts for elsewhere, above, beside and below, are nobody else's", async () => {
  const root = await mkdtemp(join(tmpdir(), "roost-recognize-"));
  try {
    const files = {
      above: "",
      "a/mine": "",
      "b/list": "above\na/mine\nb/below/mine\nc/mine",
      "b/below/mine": "",
      "b/below/other": "",
      "c/mine": "",
      "c/other": "",
    };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text === "" ? "x" : text);
    }
    const unknown: string[] = [];
    const records = readDownloads({
      downloads: await Downloads.open(root),
      formats: [listed],
      zone: "UTC",
      creatorOf: () => undefined,
      onProblem: (path, reason) => expect.fail(`${path}: ${reason}`),
      onUnknown: ({ path }) => unknown.push(path),
    });
    for await (const record of records) expect.fail(record.from);
    expect(unknown).toEqual(["b/below/other", "c/other"]);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
