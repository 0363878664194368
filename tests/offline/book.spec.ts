/** A post, or several, as a comic (CBZ) and as a book (EPUB), made on the device. */
import { spawnSync } from "node:child_process";
import { DomUtils, parseDocument } from "htmlparser2";
import { type Download, expect, type Page, test } from "playwright/test";
import { hashOfPath } from "#shared/rules/files.ts";
import { addressOf, pressMore } from "../e2e/page.ts";
import { type ReadEntry, readZip } from "../support/zip-reader.ts";
import { withWorker } from "./device.ts";
import { test as testInstalled } from "./installed.ts";
import { filesOf, isImage, keyOf, type Listed, postWithImages, savePost, somePosts } from "./saved.ts";
import { withoutPicker } from "./zip-dialog.ts";

test.beforeEach(({ page }) => withoutPicker(page));

/** HTML as sites and people write it; no piece is valid in a book as it is. */
const WRITTEN = [
  "<p>Words &amp; <b>bold <div>a block</div><p>a paragraph</p></b> \u0001\u000b\uffff</p>",
  "<ul>text<li>one</li><p>two</p><ul><li>three</li></ul></ul><ol></ol><li>alone</li>",
  "<table>text<tr><td><p>cell</p></td>x</tr><caption>name</caption></table><table></table><td>loose</td>",
  "<h2><ul><li>in a heading</li></ul></h2><span><table><tr><td>in a span</td></tr></table></span>",
  "<ruby>漢<rb>字</rb><rp>(</rp><rt>kanji</rt><rp>)</rp></ruby><ruby>none</ruby><rt>alone</rt>",
  "<details>no summary<p>more</p></details><details><summary>s<div>b</div></summary></details><summary>x</summary>",
  "<figure><img src='https://example.org/far.png'><figcaption>far</figcaption><p>after</p></figure><figcaption>y</figcaption>",
  "<a href='https://example.org/a|b[c]{d}^`\\ e?q=%zz&r=\"x\"'>odd</a> <a href='/patreon/user/1'>own</a> <a href='javascript:x()'>bad</a>",
  "<a href='https://example.org/'>one <a href='mailto:a@example.org'>two</a></a> <a href='http://[bad'>three</a>",
  "<pre>  pre <div>block</div></pre><blockquote>quote<hr><span><hr></span></blockquote><del><p>gone</p></del>",
  "<script>alert(1)</script><svg><path/></svg><iframe src='https://example.org/'></iframe><style>p{}</style><!-- c --><p>5 < 6 > 4 <3",
  "<p lang='x' id='same' class='a' onclick='x()'>attributes</p><p id='same'></p><center>old</center><font color=red>older</font>",
].join("\n");

const dialogs = (page: Page) => page.getByRole("dialog", { name: /^Save .* as an? \w+ file$/ });

async function choose(page: Page, format: "CBZ" | "EPUB", size?: string) {
  await dialogs(page).getByRole("radio", { name: format }).check();
  if (size !== undefined) await dialogs(page).getByRole("radio", { name: size }).check();
}

async function make(
  page: Page,
  format: string,
): Promise<{ download: Download; path: string; entries: ReadEntry[] }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialogs(page)
      .getByRole("button", { name: `Make ${format}` })
      .click(),
  ]);
  await expect(dialogs(page).getByText(`The ${format} is ready`)).toBeVisible();
  const path = test.info().outputPath(`book.${format.toLowerCase()}`);
  await download.saveAs(path);
  return { download, path, entries: await readZip(path) };
}

async function openAs(page: Page, post: Listed): Promise<void> {
  await page.goto(addressOf(post), { waitUntil: "commit" });
  await pressMore(page, "Save as ZIP");
}

/** Has the post contain the HTML, between two of its images. @returns these */
async function write(page: Page, post: Listed, html: string): Promise<string[]> {
  const images = filesOf(post).filter(isImage);
  await page.route(`**/api/v1${addressOf(post)}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { post: { title: string; content: string } };
    body.post.title = `<A> & "title" ]]>`;
    body.post.content = `<img src="${images[1]?.path}" alt="a &quot;b&quot; &lt;c&gt;">${html}<p><img src="${images[0]?.path}"></p>`;
    await route.fulfill({ response: answer, json: body });
  });
  return images.map(({ path }) => path);
}

/** Reads XML; what is not well formed is a failure. */
function parse(entries: readonly ReadEntry[], name: string) {
  const text = entries.find((entry) => entry.name === name)?.text ?? "";
  const document = parseDocument(text, { xmlMode: true });
  const all = (tag: string) => DomUtils.getElementsByTagName(tag, document);
  return { text, all, textOf: (tag: string) => all(tag).map((one) => DomUtils.textContent(one)) };
}

/** EPUBCheck as its own program, or as Debian has it. */
const CHECKER = [["epubcheck"], ["java", "-jar", "/usr/share/java/epubcheck.jar"]].find(
  ([program = "", ...args]) => `${spawnSync(program, [...args, "--version"]).stdout}`.includes("EPUBCheck v"),
);

/** Checks a book with EPUBCheck, where it is installed. */
function expectValid(path: string): void {
  const [program, ...args] = CHECKER ?? [];
  if (program === undefined) return;
  const { stdout, stderr } = spawnSync(program, [...args, path], { encoding: "utf8" });
  const faults = stderr.split("\n").filter((line) => /^(FATAL|ERROR|WARNING)/.test(line));
  expect(faults).toEqual([]);
  expect(stdout).toContain("No errors or warnings detected.");
}

test("an EPUB has the text as XHTML and the images, and nothing from elsewhere", async ({ page }) => {
  const post = await postWithImages(page, 3);
  const images = await write(page, post, WRITTEN);
  const comment = {
    id: "1",
    parent_id: null,
    commenter: "7",
    commenter_name: "Ito",
    content: "<p>Nice!<br>So</p>",
  };
  await page.route("**/comments", (route) =>
    route.fulfill({ json: [{ ...comment, published: "2024-01-02T03:04:05" }] }),
  );
  await openAs(page, post);
  await choose(page, "EPUB");
  const { download, path, entries } = await make(page, "EPUB");
  expect(download.suggestedFilename()).toMatch(/\.epub$/);
  expect([entries[0]?.name, entries[0]?.text]).toEqual(["mimetype", "application/epub+zip"]);
  expect(parse(entries, "META-INF/container.xml").all("rootfile")[0]?.attribs["full-path"]).toBe(
    "EPUB/package.opf",
  );
  const opf = parse(entries, "EPUB/package.opf");
  expect(opf.textOf("dc:title")).toEqual([`<A> & "title" ]]>`]);
  expect(opf.textOf("dc:creator")).toHaveLength(1);
  expect(opf.textOf("dc:source")[0]).toBe(page.url());
  const items = opf.all("item").map(({ attribs }) => `EPUB/${attribs["href"]}`);
  const packed = entries
    .map(({ name }) => name)
    .filter((name) => !["mimetype", "META-INF/container.xml"].includes(name));
  expect([...items, "EPUB/package.opf"].sort()).toEqual(packed.sort());
  expect(opf.all("item").filter(({ attribs }) => attribs["properties"] === "cover-image")).toHaveLength(1);
  const chapter = parse(entries, "EPUB/post-0001.xhtml");
  const shown = chapter.all("img").map(({ attribs }) => attribs);
  expect(shown).toHaveLength(new Set(images).size);
  expect(shown[0]).toEqual({ src: expect.stringMatching(/^images\/0002\.\w+$/), alt: 'a "b" <c>' });
  const stored = (name: string) => entries.find((entry) => entry.name === `EPUB/images/${name}`)?.sha256;
  const kept = images.filter((image) => /\.(png|jpg|gif)$/.test(image));
  for (const image of kept) {
    const number = String(images.indexOf(image) + 1).padStart(4, "0");
    expect(stored(`${number}${image.slice(image.lastIndexOf("."))}`)).toBe(hashOfPath(image));
  }
  for (const tag of ["script", "svg", "iframe", "style", "table"])
    expect(chapter.all(tag), tag).toHaveLength(tag === "table" ? 1 : 0);
  expect(chapter.text).toContain("5 &lt; 6 &gt; 4 &lt;3");
  expect(chapter.text).toContain("Nice!<br");
  const addresses = chapter.all("a").map(({ attribs }) => attribs["href"] ?? "");
  expect(addresses).toContain(`${new URL(page.url()).origin}/patreon/user/1`);
  expect(addresses.every((address) => /^(https?|mailto):/.test(address))).toBe(true);
  expectValid(path);
});

test("EPUBCheck finds no fault in it", async ({ page }) => {
  test.skip(CHECKER === undefined, "EPUBCheck is not installed.");
  const post = await postWithImages(page, 3);
  await write(page, post, WRITTEN);
  await openAs(page, post);
  await choose(page, "EPUB", "1,280 px");
  expectValid((await make(page, "EPUB")).path);
});

test("images of a smaller size are JPEGs, numbered in reading order", async ({ page }) => {
  const post = await postWithImages(page, 3);
  await openAs(page, post);
  await choose(page, "CBZ", "1,280 px");
  await expect(dialogs(page).getByRole("checkbox", { name: "Comments" })).toHaveCount(0);
  const { download, entries } = await make(page, "CBZ");
  expect(download.suggestedFilename()).toMatch(/\.cbz$/);
  const images = entries.filter(({ name }) => name !== "ComicInfo.xml");
  expect(images.map(({ name }) => name)).toEqual(
    filesOf(post)
      .filter(isImage)
      .map(({ path }, at) => `${String(at + 1).padStart(4, "0")}${path.endsWith(".gif") ? ".gif" : ".jpg"}`),
  );
  for (const { name, text } of images) if (name.endsWith(".jpg")) expect(text.charCodeAt(0)).toBe(0xfffd); // the first byte of a JPEG is no text
  const info = parse(entries, "ComicInfo.xml");
  expect(info.textOf("Title")).toEqual([post.title.trim()]);
  expect(info.textOf("PageCount")).toEqual([String(images.length)]);
  expect(info.all("Page").map(({ attribs }) => attribs["Image"])).toEqual(images.map((_, at) => String(at)));
});

test("selected posts are the chapters of one book, in their order", async ({ page }) => {
  await page.goto("/posts");
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(50);
  await cards.first().hover();
  await cards
    .first()
    .getByRole("button", { name: /^More: / })
    .click();
  await page.getByRole("button", { name: "Select posts" }).click();
  const boxes = page.getByRole("checkbox", { name: /^Select: / });
  await expect(boxes).toHaveCount(50); // they do not come all at once
  await boxes.nth(2).click({ modifiers: ["Shift"] });
  const titles = await Promise.all(
    [0, 1, 2].map(async (at) => (await boxes.nth(at).getAttribute("aria-label"))?.replace("Select: ", "")),
  );
  await page.getByRole("button", { name: "Save as ZIP" }).click();
  await choose(page, "EPUB");
  const { path, entries } = await make(page, "EPUB");
  const nav = parse(entries, "EPUB/nav.xhtml");
  expect(nav.textOf("a")).toEqual(titles);
  for (const { attribs } of nav.all("a"))
    expect(entries.map(({ name }) => name)).toContain(`EPUB/${attribs["href"]}`);
  expectValid(path);
});

test("all posts of a creator are a book that begins with the oldest", async ({ page }) => {
  const posts = await somePosts(page, 400);
  const count = ({ service, user }: Listed) =>
    posts.filter((post) => post.service === service && post.user === user).length;
  const one = posts.find((post) => count(post) > 2 && count(post) < 12);
  if (one === undefined) throw new Error("no creator with a few posts");
  const path = `/${one.service}/user/${one.user}`;
  const listed = (await (await page.request.get(`/api/v1${path}/posts`)).json()) as Listed[];
  await page.goto(path);
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("button", { name: "Save as ZIP" }).click();
  await choose(page, "EPUB", "1,280 px");
  const { download, path: file, entries } = await make(page, "EPUB");
  const [name = ""] = parse(entries, "EPUB/package.opf").textOf("dc:creator");
  expect(download.suggestedFilename()).toBe(`${name}.epub`);
  const sources = parse(entries, "EPUB/package.opf").textOf("dc:source");
  const { origin } = new URL(page.url());
  expect(sources).toEqual([
    `${origin}${path}`,
    ...listed.map(({ id }) => `${origin}${path}/post/${id}`).reverse(),
  ]);
  expectValid(file);
});

testInstalled("a saved post becomes a book offline", async ({ page, context }) => {
  await withoutPicker(page);
  const post = await postWithImages(page, 3);
  await withWorker(page, addressOf(post));
  await savePost(page, keyOf(post));
  await context.setOffline(true);
  await openAs(page, post);
  await choose(page, "EPUB");
  const { entries } = await make(page, "EPUB");
  const images = entries.filter(({ name }) => name.startsWith("EPUB/images/"));
  expect(images).toHaveLength(filesOf(post).filter(isImage).length);
});
