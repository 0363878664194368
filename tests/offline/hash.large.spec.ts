/** The hash lookup of many files and of large ones. */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { expect, type Page, test } from "playwright/test";
import { isSlowRun, sized } from "#tests/support/scale.ts";
import { newestPosts } from "../e2e/page.ts";
import { type Folder, GIB, MIB, sha256, sparseHashes, temporaryFolder, watchMemory } from "./hash-files.ts";
import { filesOf, isImage, type Listed } from "./saved.ts";

/** More than eight gibibytes in all, or some hundred mebibytes. */
const LARGEST = sized(96 * MIB, 8 * GIB);
const SMALL_FILES = sized(40, 270);
const LARGE_FILES = sized(2, 15);
const IN_FOLDER = sized(250, 10_000);
async function choose(page: Page, files: readonly string[]): Promise<void> {
  await page.getByLabel("Choose files").setInputFiles([...files]);
}

const result = (page: Page) => page.getByRole("region", { name: "Progress and result" }).getByRole("status");

interface Exported {
  name: string;
  folder: string;
  size: number;
  sha256: string;
  state: string;
  found_in: string[];
}

async function exported(page: Page): Promise<Exported[]> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as JSON" }).click();
  return JSON.parse(await readFile(await (await download).path(), "utf8")) as Exported[];
}

/** Files of posts, small ones of many sizes, equal ones, an empty one, large ones and a very large one. */
async function mixedFiles(page: Page, folder: Folder): Promise<Map<string, string>> {
  const expected = new Map<string, string>();
  const put = async (name: string, bytes: Uint8Array) => {
    expected.set(basename(await folder.write(name, bytes)), sha256(bytes));
  };
  const posts = (await newestPosts(page)) as unknown as Listed[];
  const known = [
    ...new Set(
      posts
        .flatMap(filesOf)
        .filter(isImage)
        .map(({ path }) => path),
    ),
  ].slice(0, 12);
  for (const [at, path] of known.entries())
    await put(`known-${at}.png`, await (await page.request.get(`/data${path}`)).body());
  for (let at = 0; at < SMALL_FILES; at++)
    await put(`small-${at}.bin`, Buffer.alloc((at * 977) % 200_000, `file ${at % (SMALL_FILES - 10)} `));
  await put("empty.txt", new Uint8Array());
  await put("whole.bin", Buffer.alloc(32 * MIB, "whole"));
  await put("pieces.bin", Buffer.alloc(32 * MIB + 1, "pieces"));
  const large = Array.from({ length: LARGE_FILES }, (_, at) => ({
    size: (at + 3) * 6 * MIB + at,
    tail: `tail ${at}`,
  }));
  for (const [at, { size, tail }] of large.entries()) await folder.sparse(`large-${at}.bin`, size, tail);
  for (const [at, hash] of (await sparseHashes(large)).entries()) expected.set(`large-${at}.bin`, hash);
  await folder.sparse("largest.bin", LARGEST);
  const [computed = ""] = await sparseHashes([{ size: LARGEST, tail: "" }]);
  expected.set("largest.bin", computed);
  return expected;
}

test("mixed files, small and large: every hash is right, memory stays, hashes are all that is sent", async ({
  page,
}) => {
  test.setTimeout(sized(300_000, 900_000)); // all bytes twice: here and in the page
  await using folder = await temporaryFolder();
  await page.goto("/search_hash");
  const expected = await mixedFiles(page, folder);
  expect(expected.size).toBeGreaterThanOrEqual(12 + SMALL_FILES + LARGE_FILES);
  const sent: { url: string; method: string; body: string }[] = [];
  page.on("request", (request) => {
    sent.push({ url: request.url(), method: request.method(), body: request.postData() ?? "" });
  });
  const memory = await watchMemory(page);
  await choose(
    page,
    [...expected.keys()].map((name) => `${folder.path}/${name}`),
  );
  await expect(result(page)).toHaveText(`12 in the archive, ${expected.size - 12} not.`, {
    timeout: sized(90_000, 600_000),
  });
  const grown = memory.stop();
  const files = await exported(page);
  expect(new Map(files.map((file) => [file.name, file.sha256]))).toEqual(expected);
  expect(
    files
      .filter(({ state }) => state === "known")
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...expected.keys()].filter((name) => name.startsWith("known")).sort());
  for (const { found_in } of files.filter(({ state }) => state === "known"))
    expect(found_in[0]).toContain(new URL(page.url()).origin);
  expectOnlyHashes(sent, new Set(expected.values()), new URL(page.url()).origin);
  if (isSlowRun) console.log(`The page grew by ${(grown / MIB).toFixed(0)} MiB.`);
  expect(grown).toBeLessThanOrEqual(256 * MIB);
});

/** Nothing but hashes in bodies, none of them twice, each small, and none to anywhere else. */
function expectOnlyHashes(
  sent: readonly { url: string; method: string; body: string }[],
  hashes: ReadonlySet<string>,
  origin: string,
): void {
  const withBody = sent.filter(({ method, body }) => method !== "GET" || body !== "");
  const asked: string[] = [];
  for (const { url, method, body } of withBody) {
    expect(`${method} ${url}`).toBe(`POST ${origin}/api/v2/search_hash`);
    expect(body.length).toBeLessThan(8_000);
    const { type, data, ...other } = JSON.parse(body) as { type: string; data: { hashes: string[] } };
    expect([type, Object.keys(data), other]).toEqual(["hashes", ["hashes"], {}]);
    expect(data.hashes.length).toBeLessThanOrEqual(100);
    asked.push(...data.hashes);
  }
  expect(asked.sort()).toEqual([...hashes].sort());
  for (const { url } of sent.filter((one) => !one.url.startsWith("blob:")))
    expect(new URL(url).origin).toBe(origin);
}

test("a folder of many files: fifty rows at a time, at most a hundred hashes a request", async ({ page }) => {
  await using folder = await temporaryFolder();
  for (let at = 0; at < IN_FOLDER; at += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => folder.write(`all/${at}/${at + i}.txt`, `number ${at + i}`)),
    );
  await page.goto("/search_hash");
  let requests = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") requests++;
  });
  await page.getByLabel("Choose a folder").setInputFiles(`${folder.path}/all`);
  await expect(result(page)).toHaveText(`0 in the archive, ${IN_FOLDER.toLocaleString("en")} not.`, {
    timeout: sized(90_000, 200_000),
  });
  await expect(page.locator("tbody tr")).toHaveCount(50);
  await expect(page.getByText(`Page 1 of ${IN_FOLDER / 50}`)).toBeVisible();
  await page
    .getByRole("navigation", { name: "Pages of the table" })
    .getByRole("button", { name: "Next" })
    .click();
  await expect(page.getByText(`Page 2 of ${IN_FOLDER / 50}`)).toBeVisible();
  const files = await exported(page);
  expect(files).toHaveLength(IN_FOLDER);
  const one = files.find(({ name }) => name === "123.txt");
  expect([one?.sha256, one?.folder, one?.state]).toEqual([sha256("number 123"), "all/100/", "unknown"]);
  expect(requests).toBeGreaterThanOrEqual(Math.ceil(IN_FOLDER / 100));
  expect(requests).toBeLessThan(IN_FOLDER / 10); // some are not full where hashing takes long
});
