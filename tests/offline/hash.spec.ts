/** The hash lookup: hundreds of files, very large ones, files that change, no connection. */
import { appendFile, readFile, rm } from "node:fs/promises";
import { basename } from "node:path";
import { expect, type Page, test } from "playwright/test";
import { addressOf, newestPosts } from "../e2e/page.ts";
import { rowsOf } from "./device.ts";
import {
  type Folder,
  MIB,
  sha256,
  sparseHashes,
  temporaryFolder,
  watchMemory,
  watchTasks,
} from "./hash-files.ts";
import { filesOf, isImage, keyOf, type Listed, postWithImages, savePost, withWorker } from "./saved.ts";

const GIB = 1024 * MIB;
/** Five gigabytes in all, or with ROOST_HUGE=1 more than eight gibibytes: that takes minutes on a slow machine. */
const LARGEST = (process.env["ROOST_HUGE"] === "1" ? 8 : 4) * GIB;
/** Of four gibibytes of zeros, which take a slow machine half a minute: `head -c 4G /dev/zero | sha256sum`. */
const ZEROS = "8479e43911dc45e89f934fe48d01297e16f51d17aa561d4d1c216b1ae0fcddca";
const row = (page: Page, name: string) => page.getByRole("row", { name });
const result = (page: Page) => page.getByRole("region", { name: "Progress and result" }).getByRole("status");

async function choose(page: Page, files: readonly string[]): Promise<void> {
  await page.getByLabel("Choose files").setInputFiles([...files]);
}

/** What was on its way to the screen when it was paused comes first; then nothing does. */
async function expectStill(page: Page, name: string): Promise<void> {
  await expect(async () => {
    const before = await row(page, name).textContent();
    expect(before).toContain("%");
    await page.waitForTimeout(1_000); // that nothing happens is no condition to wait for
    expect(await row(page, name).textContent()).toBe(before);
  }).toPass({ timeout: 10_000, intervals: [0] });
}

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
  for (let at = 0; at < 270; at++)
    await put(`small-${at}.bin`, Buffer.alloc((at * 977) % 200_000, `file ${at % 260} `));
  await put("empty.txt", new Uint8Array());
  await put("whole.bin", Buffer.alloc(32 * MIB, "whole"));
  await put("pieces.bin", Buffer.alloc(32 * MIB + 1, "pieces"));
  const large = Array.from({ length: 15 }, (_, at) => ({
    size: (at + 3) * 6 * MIB + at,
    tail: `tail ${at}`,
  }));
  for (const [at, { size, tail }] of large.entries()) await folder.sparse(`large-${at}.bin`, size, tail);
  for (const [at, hash] of (await sparseHashes(large)).entries()) expected.set(`large-${at}.bin`, hash);
  await folder.sparse("largest.bin", LARGEST);
  const [computed = ""] = LARGEST === 4 * GIB ? [ZEROS] : await sparseHashes([{ size: LARGEST, tail: "" }]);
  expected.set("largest.bin", computed);
  return expected;
}

test("300 mixed files of 5 GB in all: every hash is right, memory stays, hashes are all that is sent", {
  tag: "@alone",
}, async ({ page }) => {
  test.setTimeout(400_000); // gigabytes, twice: here and in the page
  await using folder = await temporaryFolder();
  await page.goto("/search_hash");
  const expected = await mixedFiles(page, folder);
  expect(expected.size).toBeGreaterThanOrEqual(300);
  const sent: { url: string; method: string; body: string }[] = [];
  page.on("request", (request) => {
    sent.push({ url: request.url(), method: request.method(), body: request.postData() ?? "" });
  });
  const tasks = await watchTasks(page);
  const memory = await watchMemory(page);
  await choose(
    page,
    [...expected.keys()].map((name) => `${folder.path}/${name}`),
  );
  await expect(result(page)).toHaveText(`12 in the archive, ${expected.size - 12} not.`, {
    timeout: 350_000,
  });
  const grown = memory.stop();
  const busy = await tasks();
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
  const report = `grew by ${(grown / MIB).toFixed(0)} MiB; tasks over 50 ms: ${busy.join(" ") || "none"}`;
  test.info().annotations.push({ type: "measured", description: report });
  expect(grown, report).toBeLessThanOrEqual(256 * MIB);
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

test("pause, cancel within 200 ms, files that change or go, and an empty one", { tag: "@alone" }, async ({
  page,
}) => {
  test.setTimeout(120_000);
  await using folder = await temporaryFolder();
  const changing = await folder.sparse("changing.bin", 1 * GIB);
  const going = await folder.sparse("going.bin", 1 * GIB + 1);
  const staying = await folder.sparse("staying.bin", 64 * MIB, "last");
  const empty = await folder.write("empty.txt", "");
  await page.goto("/search_hash");
  await choose(page, [going, changing, staying, empty]);
  await expect(row(page, "changing.bin")).toContainText("%", { timeout: 30_000 });
  await page.getByRole("button", { name: "Pause" }).click();
  await expectStill(page, "changing.bin");
  await appendFile(changing, "more");
  await rm(going);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(row(page, "changing.bin")).toContainText("The file changed while it was read.", {
    timeout: 60_000,
  });
  await expect(row(page, "going.bin")).toContainText("It no longer exists.", { timeout: 60_000 });
  const [hash = ""] = await sparseHashes([{ size: 64 * MIB, tail: "last" }]);
  await expect(row(page, "staying.bin")).toContainText(hash);
  await expect(row(page, "empty.txt")).toContainText(sha256(""));
  await expect(row(page, "empty.txt")).toContainText("Not in the archive");

  await page.getByRole("button", { name: "Clear the list" }).click();
  await choose(page, [await folder.sparse("endless.bin", 64 * GIB)]);
  await expect(row(page, "endless.bin")).toContainText("%", { timeout: 30_000 });
  const ms = await page.evaluate(async () => {
    const cancel = [...document.querySelectorAll("button")].find(
      ({ textContent }) => textContent === "Cancel",
    );
    const begun = performance.now();
    cancel?.click();
    while (!document.querySelector("tbody tr")?.textContent?.includes("Canceled"))
      await new Promise((resolve) => setTimeout(resolve));
    return performance.now() - begun;
  });
  test.info().annotations.push({ type: "measured", description: `cancelled in ${ms.toFixed(0)} ms` });
  expect(ms).toBeLessThan(200);
  await expect.poll(() => page.workers().length).toBe(0);
});

test("a folder of 10,000 files: fifty rows at a time, a hundred hashes a request, the page stays free", {
  tag: "@alone",
}, async ({ page }) => {
  test.setTimeout(180_000);
  await using folder = await temporaryFolder();
  for (let at = 0; at < 10_000; at += 200)
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => folder.write(`all/${at}/${at + i}.txt`, `number ${at + i}`)),
    );
  await page.goto("/search_hash");
  let requests = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") requests++;
  });
  await page.getByLabel("Choose a folder").setInputFiles(`${folder.path}/all`);
  const tasks = await watchTasks(page); // the browser itself takes seconds to make the list
  await expect(result(page)).toHaveText("0 in the archive, 10,000 not.", { timeout: 150_000 });
  const busy = await tasks();
  await expect(page.locator("tbody tr")).toHaveCount(50);
  await expect(page.getByText("Page 1 of 200")).toBeVisible();
  await page
    .getByRole("navigation", { name: "Pages of the table" })
    .getByRole("button", { name: "Next" })
    .click();
  await expect(page.getByText("Page 2 of 200")).toBeVisible();
  const files = await exported(page);
  expect(files).toHaveLength(10_000);
  const one = files.find(({ name }) => name === "1234.txt");
  expect([one?.sha256, one?.folder, one?.state]).toEqual([sha256("number 1234"), "all/1200/", "unknown"]);
  test.info().annotations.push({
    type: "measured",
    description: `${requests} requests; tasks over 50 ms: ${busy.join(" ") || "none"}`,
  });
  expect(requests).toBeGreaterThanOrEqual(100);
  expect(requests).toBeLessThan(200); // some are not full where hashing takes long
});

test.describe("without a line", () => {
  test.use({ serviceWorkers: "allow" });

  test("a saved post is known at once, the rest waits over a reload and is looked up when the line is back", async ({
    page,
    context,
    isMobile,
  }) => {
    test.skip(isMobile, "the same code");
    test.setTimeout(90_000);
    await using folder = await temporaryFolder();
    const post = await postWithImages(page, 2);
    const [image, other] = filesOf(post).filter(isImage);
    const bytes = await (await page.request.get(`/data${image?.path}`)).body();
    const saved = await folder.write("saved.png", bytes);
    const unknown = await folder.write("unknown.txt", "nobody has this");
    expect(other).toBeDefined();
    await withWorker(page, addressOf(post as never));
    await savePost(page, keyOf(post));
    await page.evaluate(() => localStorage.setItem("ledger", "on"));
    await page.goto("/search_hash");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await context.setOffline(true);
    await choose(page, [saved, unknown]);
    await expect(row(page, "saved.png")).toContainText("In the archive");
    await expect(
      row(page, "saved.png").getByRole("link", { name: "In your saved post" }).first(),
    ).toBeVisible();
    await expect(row(page, "unknown.txt")).toContainText("Waiting for connection");
    await expect
      .poll(async () => (await rowsOf<{ hash: string }>(page, "lookups")).map(({ hash }) => hash))
      .toEqual([sha256("nobody has this")]);
    await page.reload();
    await expect(row(page, "unknown.txt")).toContainText("Waiting for connection");
    await context.setOffline(false);
    await expect(row(page, "unknown.txt")).toContainText("Not in the archive");
    await expect.poll(() => rowsOf(page, "lookups")).toEqual([]);
    // Of the files that the person has, the ledger notes those of the archive.
    const owned = (await rowsOf<{ hash: string }>(page, "owned")).map(({ hash }) => hash);
    expect(owned).toEqual([sha256(bytes)]);
  });
});
