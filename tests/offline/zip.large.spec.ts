/** A ZIP of a post with a large file: nothing of it is held in memory. */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chromium, expect, test } from "playwright/test";
import { filePath } from "#shared/rules/files.ts";
import { isSlowRun, sized } from "#tests/support/scale.ts";
import { addressOf } from "../e2e/page.ts";
import { browserMemory, canMeasureMemory } from "../support/browser-memory.ts";
import { type Listed, postWithImages } from "./saved.ts";
import { made, openDialog, withoutPicker } from "./zip-dialog.ts";

/** Size of the large file: more than ZIP counts in 32 bits, or several requests for parts of it. */
const BYTES = sized(64 * 1024 ** 2, 5 * 1024 ** 3) + 12_345;

test("a large file goes through little memory", async ({ baseURL }, { project }) => {
  const data = process.env["ROOST_E2E_DATA"];
  test.skip(data === undefined, "needs the archive's own folder");
  test.skip(!canMeasureMemory, "reads /proc");
  test.setTimeout(sized(300_000, 900_000));
  const hash = hashOfZeros(BYTES);
  const path = filePath(hash, ".mp4");
  const place = join(data ?? "", "files", path);
  await mkdir(dirname(place), { recursive: true });
  const sparse = await open(place, "w");
  await sparse.truncate(BYTES);
  await sparse.close();
  // The contexts of other specs keep all files in memory, as a private window does.
  const profile = await mkdtemp(join(tmpdir(), "roost-zip-"));
  const context = await chromium.launchPersistentContext(profile, {
    ...project.use.launchOptions,
    baseURL: baseURL ?? "",
    acceptDownloads: true,
    serviceWorkers: "block",
  });
  // The post comes from the API, where the large file is added.
  await context.addCookies([{ name: "ssr", value: "0", url: baseURL ?? "" }]);
  try {
    const page = await context.newPage();
    await withoutPicker(page);
    const post = await postWithImages(page, 2);
    await page.route(`**/api/v1${addressOf(post)}`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { post: Listed };
      body.post.attachments.push({ name: "large.mp4", path });
      await route.fulfill({ response: answer, json: body });
    });
    await openDialog(page, post);
    const before = await browserMemory(profile);
    let most = before;
    const watching = setInterval(async () => {
      most = Math.max(most, await browserMemory(profile));
    }, 500);
    const { entries } = await made(page).finally(() => clearInterval(watching));
    const grown = (most - before) / 1e6;
    if (isSlowRun) console.log(`${BYTES} bytes, memory +${grown.toFixed(0)} MB`);
    expect(entries.find(({ name }) => name === "large.mp4")).toMatchObject({ size: BYTES, sha256: hash });
    expect(before).toBeGreaterThan(0);
    expect(grown).toBeLessThan(300);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
    await rm(place, { force: true });
  }
});

function hashOfZeros(bytes: number): string {
  const hash = createHash("sha256");
  const chunk = Buffer.alloc(8 * 1024 * 1024);
  for (let left = bytes; left > 0; left -= chunk.length)
    hash.update(chunk.subarray(0, Math.min(left, chunk.length)));
  return hash.digest("hex");
}
