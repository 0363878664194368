/** PDF and EPUB attachments of a post, read in place. */
import { expect, type Locator, type Page, test } from "playwright/test";
import sharp from "sharp";
import { epub, firstExtra, pdf } from "#tests/support/documents.ts";
import { READ_POST, showMedia, startWithFiles } from "#tests/support/read-files.ts";
import type { TestServer } from "#tests/support/server.ts";
import { violations } from "./axe.ts";
import { deferredPartsLoaded, follow, interactive, watchConsole } from "./page.ts";

const reader = (page: Page) => page.getByRole("dialog");
const pageBox = (page: Page, number: number, total: number) =>
  page.getByRole("figure", { name: `Page ${number} of ${total}`, exact: true });

async function open(page: Page, server: TestServer, name: string): Promise<Locator> {
  await showMedia(page);
  await page.goto(`${server.url}/contact`); // Back has somewhere to go
  await interactive(page);
  await follow(page, READ_POST);
  await deferredPartsLoaded(page);
  await page.getByRole("button", { name: `Read ${name}` }).click();
  return reader(page);
}

test("a PDF is read page by page, searched, zoomed and taken up again", async ({ page }) => {
  const file = pdf(40, (number) => `Harbor notes ${number}${number === 33 ? " lighthouse" : ""}`);
  await using server = await startWithFiles({ "notes.pdf": file });
  const faults = watchConsole(page);
  const shown = await open(page, server, "notes.pdf");
  const position = (number: number) =>
    shown.getByRole("status").getByText(`Page ${number} of 40`, { exact: true });
  await expect(position(1)).toBeVisible();
  await expect(pageBox(page, 1, 40)).toContainText("Harbor notes 1");
  await expect(pageBox(page, 1, 40)).toContainText("日本語"); // by a character map of the app
  await expect(pageBox(page, 1, 40).locator("canvas")).toBeVisible();
  expect(await violations(page, "pdf")).toEqual([]);

  await shown.getByLabel("Go to page").fill("12");
  await page.keyboard.press("Enter");
  await expect(position(12)).toBeVisible();
  await expect(pageBox(page, 12, 40)).toContainText("Harbor notes 12");
  // Few pages are drawn at once.
  await expect.poll(() => shown.locator("canvas").count()).toBeLessThanOrEqual(6);
  await shown.getByRole("region", { name: "Pages" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(position(13)).toBeVisible();
  const width = async () => (await pageBox(page, 13, 40).boundingBox())?.width ?? 0;
  const before = await width();
  await shown.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(width).toBeCloseTo(before * 1.25, -1);
  await expect(position(13)).toBeVisible();

  await shown.getByRole("button", { name: "Find in the text" }).click();
  await shown.getByRole("searchbox").fill("Lighthouse");
  await page.keyboard.press("Enter");
  await expect(shown.getByText("Found on page 33")).toBeVisible();
  await expect(position(33)).toBeVisible();
  await shown.getByRole("searchbox").fill("nowhere");
  await page.keyboard.press("Enter");
  await expect(shown.getByText("Not found in the text")).toBeVisible();

  await page.goBack();
  await expect(reader(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Read notes.pdf" }).click();
  await expect(position(33)).toBeVisible();
  await expect(pageBox(page, 33, 40)).toContainText("lighthouse");
  await page.keyboard.press("Escape");
  await expect(reader(page)).toHaveCount(0);
  expect(faults).toEqual([]);
});

test("a PDF with a password asks for it", async ({ page }) => {
  const file = pdf(3, (number) => `Secret ${number}`, { password: "lantern" });
  await using server = await startWithFiles({ "secret.pdf": file });
  const shown = await open(page, server, "secret.pdf");
  await shown.getByLabel("Password").fill("wrong");
  await shown.getByRole("button", { name: "Open" }).click();
  await expect(shown.getByText("That password is wrong.")).toBeVisible();
  await shown.getByLabel("Password").fill("lantern");
  await shown.getByRole("button", { name: "Open" }).click();
  await expect(pageBox(page, 1, 3)).toContainText("Secret 1");
});

test("hostile PDFs run nothing and end with a message", { tag: "@once" }, async ({ page }) => {
  const script = "/OpenAction << /S /JavaScript /JS (app.alert\\(1\\); fetch\\('https://example.org/'\\)) >>";
  const lines = Buffer.from("0 0 m 400 500 l S ".repeat(4_000_000));
  const form = firstExtra(1);
  await using server = await startWithFiles({
    "script.pdf": pdf(1, () => "With a script", { catalog: script }),
    "huge.pdf": pdf(1, () => "Huge", { page: "/MediaBox [0 0 1000000 4000000]" }),
    "endless.pdf": pdf(2, () => "", {
      content: (number) =>
        number === 1 ? lines : Buffer.from("BT /F2 20 Tf 40 470 Td <93fa967b8cea> Tj ET"),
    }),
    "circle.pdf": pdf(1, () => "", {
      content: () => Buffer.from("/X Do"),
      resources: `/XObject << /X ${form} 0 R >>`,
      extra: [
        {
          entries: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${form} 0 R >> >>`,
          data: Buffer.from("/X Do /X Do"),
        },
      ],
    }),
    "text.pdf": Buffer.from("This is no PDF."),
  });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("dialog", () => asked.push("a dialog"));
  const shown = await open(page, server, "script.pdf");
  await expect(pageBox(page, 1, 1)).toContainText("With a script");
  const close = async () => {
    await page.keyboard.press("Escape");
    await expect(reader(page)).toHaveCount(0);
  };
  await close();
  await page.getByRole("button", { name: "Read huge.pdf" }).click();
  await expect(pageBox(page, 1, 1).locator("canvas")).toBeVisible();
  const pixels = await shown.locator("canvas").evaluate((one: HTMLCanvasElement) => one.width * one.height);
  expect(pixels).toBeLessThanOrEqual(8_000_000);
  await close();
  await page.getByRole("button", { name: "Read text.pdf" }).click();
  await expect(shown.getByRole("alert")).toContainText("This file is damaged");
  await expect(shown.getByRole("link", { name: "Download" })).toHaveAttribute("download", "text.pdf");
  await close();
  await page.getByRole("button", { name: "Read circle.pdf" }).click();
  await expect(shown.locator("[data-drawn]")).toBeVisible(); // pdf.js draws no form inside itself
  await close();
  await page.getByRole("button", { name: "Read endless.pdf" }).click();
  await expect(shown.getByText("This page takes too long to draw.")).toBeVisible();
  // Another worker goes on with the other pages.
  await shown.getByRole("region", { name: "Pages" }).focus();
  await page.keyboard.press("End");
  await expect(pageBox(page, 2, 2)).toContainText("日本語");
  expect(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith("blob:"))).toEqual([]);
});

const paragraphs = (name: string) =>
  Array.from(
    { length: 60 },
    (_, at) =>
      `<p id="p${at + 1}">${name}, paragraph ${at + 1}. ${"The harbor is quiet tonight. ".repeat(8)}</p>`,
  ).join("");

test("an EPUB is read chapter by chapter and taken up again", async ({ page }) => {
  const cover = await sharp({ create: { width: 300, height: 400, channels: 3, background: "#369" } })
    .png()
    .toBuffer();
  const book = epub({
    chapters: [
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="../images/cover%20one.png"/></svg>` +
        `<p>See <a href="c3.xhtml#p40">there</a> and <a href="https://example.org/">elsewhere</a>.&nbsp;End</p>`,
      paragraphs("Second"),
      paragraphs("Third"),
    ],
    files: { "OEBPS/images/cover one.png": cover },
  });
  await using server = await startWithFiles({ "harbor.epub": book });
  const faults = watchConsole(page);
  const shown = await open(page, server, "harbor.epub");
  await expect(shown.getByText("Part 1 of 3")).toBeVisible();
  await expect(shown.locator("img")).toHaveJSProperty("naturalWidth", 300);
  await expect(shown.getByRole("link", { name: "elsewhere" })).toHaveAttribute("rel", /noopener/);
  expect(await violations(page, "epub")).toEqual([]);
  await shown.getByRole("link", { name: "there" }).click();
  await expect(shown.getByText("Part 3 of 3")).toBeVisible();
  await expect(shown.getByText("Third, paragraph 40.")).toBeInViewport();

  await shown.getByRole("button", { name: "Table of contents" }).click();
  await page.getByRole("button", { name: "Chapter 2" }).click();
  await expect(shown.getByText("Second, paragraph 1.")).toBeInViewport();
  await shown.getByRole("button", { name: "Next part" }).first().click();
  await expect(shown.getByText("Third, paragraph 1.")).toBeInViewport();
  await shown.getByText("Third, paragraph 25.").evaluate((one) => one.scrollIntoView());
  const place = () => page.evaluate(() => localStorage.getItem("book-places") ?? "");
  await expect.poll(place).toContain('"at":2,"element":24');
  await page.goBack();
  await expect(reader(page)).toHaveCount(0);
  await page.reload();
  await interactive(page);
  await page.getByRole("button", { name: "Read harbor.epub" }).click();
  await expect(shown.getByText("Third, paragraph 25.")).toBeInViewport();
  await expect(shown.getByText("Third, paragraph 1.", { exact: false }).first()).not.toBeInViewport();
  expect(faults).toEqual([]);
});

test("a hostile EPUB runs nothing, and no request leaves", { tag: "@once" }, async ({ page }) => {
  const evil = "window.ran = true; fetch('https://example.org/ran')";
  const body = [
    `<script>${evil}</script><script src="https://example.org/far.js"/><script src="evil.js"></script>`,
    `<p onclick="${evil}" onmouseover="${evil}" style="background:url(https://example.org/css.png)">Words</p>`,
    `<img src="https://example.org/far.png" onerror="${evil}"/><img src="missing.png" onerror="${evil}"/>`,
    `<img src="../evil.svg"/><img src="//example.org/far2.png" srcset="https://example.org/set.png 2x"/>`,
    `<iframe src="https://example.org/frame"></iframe><object data="../evil.svg"></object><embed src="../evil.svg"/>`,
    `<svg onload="${evil}"><script>${evil}</script><image xlink:href="https://example.org/in-svg.png"/></svg>`,
    `<a href="javascript:${evil}">Script</a><a href="data:text/html,x">Data</a><a href="/account">Own</a>`,
    `<form action="https://example.org/form"><input name="a" autofocus="" onfocus="${evil}"/><button>Send</button></form>`,
    `<link rel="stylesheet" href="https://example.org/far.css"/><style>@import "https://example.org/i.css";</style>`,
    `<meta http-equiv="refresh" content="0;url=https://example.org/moved"/><base href="https://example.org/"/>`,
    `<video src="https://example.org/v.mp4" autoplay=""></video><p id="location">Clobber</p>`,
    `<math><mtext><table><mglyph><style><img src=x onerror="${evil}"></style></mglyph></table></mtext></math>`,
  ].join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>${evil}</script><image href="https://example.org/s.png"/></svg>`;
  await using server = await startWithFiles({
    "evil.epub": epub({ chapters: [body], files: { "OEBPS/evil.svg": svg, "OEBPS/text/evil.js": evil } }),
    "text.epub": Buffer.from("PK\x03\x04 is no book"),
  });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const shown = await open(page, server, "evil.epub");
  await expect(shown.getByText("Words")).toBeVisible();
  await shown.getByText("Words").click();
  await shown.getByText("Script").click();
  await expect(shown.getByRole("link", { name: /Script|Data|Own/ })).toHaveCount(0);
  await expect(
    shown
      .locator("section")
      .locator("script, iframe, object, embed, svg image, form, input, style, link, meta, base, video, math"),
  ).toHaveCount(0);
  await expect(shown.locator("section img[src]")).toHaveCount(0);
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
  expect(await page.evaluate(() => document.getElementById("location"))).toBeNull();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Read text.epub" }).click();
  await expect(shown.getByRole("alert")).toContainText("This file is damaged");
  expect(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith("blob:"))).toEqual([]);
});
