/** PDF and EPUB attachments of a saved post, read with the server stopped. */
import { expect, type Page, test } from "playwright/test";
import { READERS_CACHE } from "#shared/rules/offline-db.ts";
import { epub, pdf } from "#tests/support/documents.ts";
import { READ_KEY, READ_POST, showMedia, startWithFiles } from "#tests/support/read-files.ts";
import { deferredPartsLoaded, interactive } from "../e2e/page.ts";
import { loadOffline, withWorker } from "./device.ts";
import { savePost } from "./saved.ts";

test.use({ serviceWorkers: "allow" });

const reader = (page: Page) => page.getByRole("dialog");

/** Files of readers on the device. */
const kept = (page: Page) =>
  page.evaluate(
    async (name) =>
      (await caches.has(name)) ? (await (await caches.open(name)).keys()).map(({ url }) => url) : [],
    READERS_CACHE,
  );

/** All that a PDF may need is there, the module that is loaded last too. */
const hasPdfReader = (page: Page) =>
  expect
    .poll(async () => {
      const files = await kept(page);
      const endings = ["reader-pdf-worker", "LiberationSans-Regular", "90ms-RKSJ-H", "openjpeg"];
      return endings.every((part) => files.some((url) => url.includes(part))) && files.length > 180;
    })
    .toBe(true);

const chapter = (name: string) =>
  Array.from(
    { length: 60 },
    (_, at) => `<p>${name}, paragraph ${at + 1}. ${"The harbor is quiet tonight. ".repeat(8)}</p>`,
  ).join("");

test("a saved post's PDF and EPUB open with the server stopped, where they were left", async ({ page }) => {
  const server = await startWithFiles({
    "notes.pdf": pdf(40, (number) => `Harbor notes ${number}`),
    "harbor.epub": epub({ chapters: ["First", "Second", "Third"].map(chapter) }),
  });
  let isStopped = false;
  try {
    const address = server.url + READ_POST;
    await showMedia(page);
    await withWorker(page, address);
    await interactive(page);
    await deferredPartsLoaded(page);
    expect(await kept(page)).toEqual([]); // nobody downloads it who has no PDF
    await savePost(page, READ_KEY, ["Other files"]);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await hasPdfReader(page);

    // The book is opened, left in the middle of a chapter, and opened again.
    await page.getByRole("button", { name: "Read harbor.epub" }).click();
    await reader(page).getByRole("button", { name: "Table of contents" }).click();
    await page.getByRole("button", { name: "Chapter 3" }).click();
    const paragraph = reader(page).getByText("Third, paragraph 25.");
    // Scrolled to again: the reader itself goes to the start of a chapter just after its text is there.
    await expect
      .poll(() =>
        paragraph.evaluate((one) => {
          one.closest("section")?.scrollTo({ top: 0 });
          one.scrollIntoView();
          return localStorage.getItem("book-places") ?? "";
        }),
      )
      .toContain('"at":2,"element":24');
    await server[Symbol.asyncDispose]();
    isStopped = true;

    await loadOffline(page, address);
    await interactive(page);
    await page.getByRole("button", { name: "Read harbor.epub" }).click();
    await expect(reader(page).getByText("Part 3 of 3")).toBeVisible();
    await expect(reader(page).getByText("Third, paragraph 25.")).toBeInViewport();
    await page.keyboard.press("Escape");
    await expect(reader(page)).toHaveCount(0);

    // The PDF was never opened with a connection.
    await page.getByRole("button", { name: "Read notes.pdf" }).click();
    await reader(page).getByLabel("Go to page").fill("12");
    await page.keyboard.press("Enter");
    const twelfth = page.getByRole("figure", { name: "Page 12 of 40", exact: true });
    await expect(twelfth).toContainText("Harbor notes 12");
    await expect(twelfth).toContainText("日本語"); // by a character map of the app
    await loadOffline(page, address);
    await interactive(page);
    await page.getByRole("button", { name: "Read notes.pdf" }).click();
    await expect(twelfth).toContainText("Harbor notes 12");
  } finally {
    if (!isStopped) await server[Symbol.asyncDispose]();
  }
});

test("a PDF that was read online can be read offline after it is saved; files of earlier versions go", async ({
  page,
}) => {
  await using server = await startWithFiles({ "notes.pdf": pdf(3, (number) => `Harbor notes ${number}`) });
  await showMedia(page);
  await withWorker(page, server.url + READ_POST);
  await interactive(page);
  await page.evaluate(async (name) => {
    const cache = await caches.open(name);
    await cache.put("/assets/reader-pdf-old.js", new Response("old"));
  }, READERS_CACHE);
  await page.getByRole("button", { name: "Read notes.pdf" }).click();
  await expect(page.getByRole("figure", { name: "Page 1 of 3" })).toContainText("Harbor notes 1");
  await hasPdfReader(page);
  await expect.poll(async () => (await kept(page)).some((url) => url.includes("reader-pdf-old"))).toBe(false);
});
