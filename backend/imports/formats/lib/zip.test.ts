import { expect, test } from "vitest";
import { manyEntries, pack } from "#tests/support/archives.ts";
import { withFiles } from "#tests/support/read-downloads.ts";
import { Downloads } from "./folder.ts";
import type { Entry } from "./format.ts";
import { Zip } from "./zip.ts";

const TEXTS = { "a.txt": "a".repeat(300_000), "灯台.txt": "tide", "empty.txt": "" };

/** Texts of the files inside, or the error that reading them gives. */
function readZip(bytes: Uint8Array): Promise<Record<string, string>> {
  return withFiles({ "x.zip": bytes }, async (root) => {
    const { folder } = await Downloads.open(root);
    const zip = await Zip.open(folder, (await folder.find("x.zip")) as Entry);
    const texts: Record<string, string> = {};
    for (const file of zip.files) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of zip.bytes(file)) chunks.push(chunk);
      texts[file.name] = Buffer.concat(chunks).toString();
    }
    return texts;
  });
}

test.each([
  ["stored", "-mx=0"],
  ["deflated", "-mx=5"],
])("%s files", async (_, level) => {
  expect(await readZip(await pack("zip", TEXTS, level, "-mcu=on"))).toEqual(TEXTS);
});

test("a directory of 64 bits, and a comment at the end", async () => {
  const zip = manyEntries(70_000);
  const texts = await withFiles({ "x.zip": zip }, async (root) => {
    const { folder } = await Downloads.open(root);
    return (await Zip.open(folder, (await folder.find("x.zip")) as Entry)).files.length;
  });
  expect(texts).toBe(70_000);
  const commented = Buffer.concat([await pack("zip", TEXTS), Buffer.from("note")]);
  commented.writeUInt16LE(4, commented.length - 6);
  expect(await readZip(commented)).toEqual(TEXTS);
});

test("cut, changed, encrypted and otherwise packed files are faults with a reason", async () => {
  const zip = await pack("zip", TEXTS, "-mx=0");
  await expect(readZip(zip.subarray(0, -30))).rejects.toThrow("is not a whole ZIP");
  const changed = Buffer.from(zip);
  changed.writeUInt8(0, zip.indexOf("aaaa") + 100);
  await expect(readZip(changed)).rejects.toThrow("a.txt is damaged");
  const deflated = await pack("zip", TEXTS, "-mx=9");
  deflated.fill(0xff, 60, 90);
  await expect(readZip(deflated)).rejects.toThrow("a.txt is damaged");
  await expect(readZip(await pack("zip", TEXTS, "-psecret"))).rejects.toThrow("is a ZIP with a password");
  await expect(readZip(await pack("zip", TEXTS, "-mm=BZip2"))).rejects.toThrow(
    "a.txt is packed with method 12, which cannot be read here",
  );
});
