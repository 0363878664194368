/** Files, text, poll and comments of a post page. */
import { expect, test } from "playwright/test";
import { addressOf, postWithImages } from "./page.ts";
import { changePost, envelopeOf, findPost, postWithManyImages } from "./post-parts.ts";

test("a file held twice is shown once, with its count", { tag: "@once" }, async ({ page }) => {
  const address = await postWithManyImages(page, 2);
  await changePost(page, address, (envelope) => ({
    ...envelope,
    previews: [...envelope.previews, envelope.previews[0], envelope.previews[0]],
  }));
  const { previews } = await envelopeOf(page, address);
  const different = new Set(previews.map(({ path }) => path)).size;
  await page.goto(address);
  const files = page.getByRole("region", { name: /^Files/ });
  await expect(files.getByRole("listitem")).toHaveCount(Math.min(8, different));
  await expect(files.getByRole("listitem").first()).toContainText(/×[3-9]/);
  await expect(files.getByRole("listitem").first()).toContainText(/In this post \d times/);
});

test("eight images, the rest with a click; type and hash on each", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const address = await postWithManyImages(page, 9);
  const { previews } = await envelopeOf(page, address);
  const paths = [...new Set(previews.map(({ path }) => path))];
  await page.goto(address);
  const files = page.getByRole("region", { name: /^Files/ });
  const tiles = files.getByRole("listitem");
  await expect(tiles).toHaveCount(8);
  await files.getByRole("button", { name: `+ ${paths.length - 8} more` }).click();
  await expect(tiles).toHaveCount(paths.length);
  await expect(tiles.first().locator("code").first()).toHaveText(/^[A-Z]+$/);

  const copy = tiles.first().getByRole("button", { name: /^Copy the checksum/ });
  const offFor = await copy.evaluate(
    (button: HTMLButtonElement) =>
      new Promise<number>((resolve) => {
        let start = 0;
        new MutationObserver(() => {
          if (button.disabled) start = performance.now();
          else resolve(performance.now() - start);
        }).observe(button, { attributes: true, attributeFilter: ["disabled"] });
        button.click();
      }),
  );
  expect(offFor).toBeGreaterThan(450); // half a second, less what the timer's clock differs
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(paths[0]?.slice(7, 71));

  await expect(tiles.first().getByRole("link", { name: /^Download / })).toHaveAttribute("download", /./);
  await expect(tiles.first().getByRole("link", { name: /^Open / })).toHaveAttribute("href", /^\/data\//);
  await expect(tiles.first()).toContainText(/\d (byte|kB|MB)/);
});

test("an image opens whole in its place and leads to the original; one that fails keeps its preview", async ({
  page,
}) => {
  await page.goto(addressOf(await postWithImages(page)));
  const tile = page
    .getByRole("region", { name: /^Files/ })
    .getByRole("listitem")
    .first();
  await tile.getByRole("button", { name: /^Enlarge/ }).click();
  await expect(tile.getByRole("img")).toHaveAttribute("src", /^\/data\//);
  const original = await tile.getByRole("link", { name: "Open original" }).getAttribute("href");
  expect((await page.request.get(original ?? "")).headers()["content-type"]).toMatch(/^image\//);
  await tile.getByRole("button", { name: /^Shrink/ }).click();
  await expect(tile.getByRole("img")).toHaveAttribute("src", /^\/thumbnail\//);
});

test("archives open in their place, by keyboard; a split work says how to put it together", {
  tag: "@once",
}, async ({ page }) => {
  await page.goto(await findPost(page, (post) => post.attachments.some(({ name }) => name.endsWith(".zip"))));
  const archive = page.getByRole("button", { name: /^View contents of .*\.zip/ }).first();
  await expect(archive).toHaveAttribute("aria-expanded", "false");
  await archive.focus();
  await page.keyboard.press("Enter");
  await expect(archive).toHaveAttribute("aria-expanded", "true");
  const tree = page.getByRole("tree", { name: /^Contents of .*\.zip/ });
  await expect(tree.getByRole("treeitem").first()).toBeVisible();
  const address = page.url();
  await tree.getByRole("treeitem").first().focus();
  await page.keyboard.press("ArrowRight"); // elsewhere it leads to the neighboring post
  await page.keyboard.press("ArrowDown");
  await expect(tree.locator(":focus")).toHaveRole("treeitem");
  expect(page.url()).toBe(address);
  await expect(page.getByRole("link", { name: "Archive details" })).toHaveAttribute(
    "href",
    /^\/file\/[0-9a-f]{64}$/,
  );
  await archive.focus();
  await page.keyboard.press("Enter");
  await expect(tree).toBeHidden();
  await page.goto(
    await findPost(page, (post) => post.attachments.some(({ name }) => /\.part2\.rar$/.test(name)), 40),
  );
  await expect(page.getByText("download all the files and open the .exe to compile them")).toBeVisible();
});

test("addresses in the text are safe links, posts of other platforms are the archive's own", {
  tag: "@once",
}, async ({ page }) => {
  const address = addressOf(await postWithImages(page));
  await changePost(page, address, (envelope) => ({
    ...envelope,
    post: {
      ...envelope.post,
      content:
        "<p>See https://example.org/a. <a href='https://www.patreon.com/posts/some-title-4242'>mine</a>, " +
        "https://www.pixiv.net/fanbox/creator/9017324/post/77 and https://downloads.fanbox.cc/a.zip " +
        "<a href='https://downloads.fanbox.cc/b.zip'>the file</a></p>",
    },
  }));
  await page.goto(address);
  const text = page.getByRole("region", { name: "Content" });
  const link = text.getByRole("link", { name: "https://example.org/a", exact: true });
  await expect(link).toHaveAttribute("href", "https://example.org/a");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(text.getByRole("link", { name: "mine" })).toHaveAttribute("href", "/patreon/post/4242");
  await expect(text.getByRole("link", { name: /9017324/ })).toHaveAttribute("href", "/fanbox/post/77");
  await expect(text).toContainText("https://downloads.fanbox.cc/a.zip");
  await expect(text).toContainText("the file");
  await expect(text.getByRole("link")).toHaveCount(3);
});

test("a link to a known post opens it without leaving the app", { tag: "@once" }, async ({ page }) => {
  const known = await findPost(page, (post) => post.service === "patreon");
  const address = addressOf(await postWithImages(page));
  await changePost(page, address, (envelope) => ({
    ...envelope,
    post: {
      ...envelope.post,
      content: `<p><a href="https://www.patreon.com/posts/${known.split("/").at(-1)}">known</a></p>`,
    },
  }));
  await page.goto(address);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole("link", { name: "known" }).click();
  await expect(page).toHaveURL(new RegExp(`${known}$`));
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});

test("a poll is sorted as asked, by most and by fewest votes, with two decimals", { tag: "@once" }, async ({
  page,
}) => {
  const address = addressOf(await postWithImages(page));
  const choices = [
    { text: "two", votes: 2 },
    { text: "one", votes: 1 },
    { text: "three", votes: 3 },
  ];
  await changePost(page, address, (envelope) => ({
    ...envelope,
    post: {
      ...envelope.post,
      incomplete_rewards: { complete: 1, incomplete: 3 },
      poll: {
        title: "Which?",
        description: null,
        choices,
        created_at: "2024-01-01T00:00:00",
        closes_at: null,
        allow_multiple: false,
      },
    },
  }));
  await page.goto(address);
  await expect(page.getByText("This post is missing paid rewards")).toBeVisible();
  const poll = page.getByRole("region", { name: "Poll" });
  const words = () => poll.getByRole("listitem").allInnerTexts();
  const sort = poll.getByRole("button", { name: /original|votes first/ });
  expect((await words()).map((line) => line.split("\n")[0])).toEqual(["two", "one", "three"]);
  await expect(poll.getByRole("listitem").first()).toContainText("33.33% (2)");
  for (const order of [
    ["three", "two", "one"],
    ["one", "two", "three"],
    ["two", "one", "three"],
  ]) {
    await sort.click();
    expect((await words()).map((line) => line.split("\n")[0])).toEqual(order);
  }
});

const comment = (id: number, parent: number | null, more: object = {}) => ({
  id: String(id),
  parent_id: parent === null ? null : String(parent),
  commenter: `c${id}`,
  commenter_name: `Reader ${id}`,
  content: `<p>Words ${id}</p>`,
  published: "2024-01-01T00:00:00",
  ...more,
});

test("replies sit under their comment and fold by keyboard; earlier versions open", { tag: "@once" }, async ({
  page,
}) => {
  const revisions = [{ id: 1, content: "<p>First words</p>", added: "2023-12-31T00:00:00" }];
  await page.route("**/comments", (route) =>
    route.fulfill({
      json: [comment(1, null, { revisions }), comment(2, null), comment(3, 1), comment(4, 3)],
    }),
  );
  await page.goto(addressOf(await postWithImages(page)));
  const comments = page.getByRole("region", { name: /^Comments/ });
  await comments.scrollIntoViewIfNeeded();
  const first = comments.getByRole("listitem").filter({ hasText: "Words 1" }).first();
  await expect(first.getByRole("listitem").filter({ hasText: "Words 4" }).first()).toBeVisible();
  const fold = first.getByRole("button", { name: "Hide 2 replies" });
  await fold.focus();
  await page.keyboard.press("Enter");
  await expect(comments.getByText("Words 3")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(comments.getByText("Words 4")).toBeVisible();

  const edited = first.getByRole("button", { name: /^Edited/ });
  await edited.click();
  const dialog = page.getByRole("dialog", { name: "Older revisions of this comment" });
  await expect(dialog).toContainText("First words");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(edited).toBeFocused();
});

test("comments: loading, none, failed with a retry, and a filter among many", { tag: "@once" }, async ({
  page,
}) => {
  let answer: { status?: number; json: unknown } = { status: 500, json: { error: "x" } };
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/comments", async (route) => {
    await held;
    await route.fulfill(answer);
  });
  const address = addressOf(await postWithImages(page));
  await page.goto(address);
  const comments = page.getByRole("region", { name: /^Comments/ });
  await comments.scrollIntoViewIfNeeded();
  await expect(comments.getByText("Loading comments...")).toBeVisible();
  release();
  await expect(comments.getByText("Couldn't load comments.")).toBeVisible();
  answer = { status: 404, json: { error: "Not Found" } };
  await comments.getByRole("button", { name: "Retry" }).click();
  await expect(comments.getByText("No comments found for this post.")).toBeVisible();

  answer = { json: Array.from({ length: 500 }, (_, at) => comment(at, at % 5 === 0 ? null : at - 1)) };
  await page.reload();
  await comments.scrollIntoViewIfNeeded();
  await comments.getByRole("searchbox", { name: "Filter comments" }).fill("Words 499");
  await expect(comments.getByRole("article")).toHaveCount(1);
});

test("five hundred comments scroll at fifty frames a second", async ({ page, isMobile }) => {
  test.skip(isMobile, "measured once");
  await page.route("**/comments", (route) =>
    route.fulfill({
      json: Array.from({ length: 500 }, (_, at) => comment(at, at % 5 === 0 ? null : at - 1)),
    }),
  );
  await page.goto(addressOf(await postWithImages(page)));
  await page.getByRole("region", { name: /^Comments/ }).scrollIntoViewIfNeeded();
  await expect(page.getByText("Words 0", { exact: true })).toBeAttached();
  const work = await page.evaluate(async () => {
    const frames: number[] = [];
    for (let frame = 0; frame < 60; frame++) {
      await new Promise(requestAnimationFrame);
      const start = performance.now();
      scrollBy(0, 120);
      void document.body.offsetHeight; // style and layout, which is what a long list costs
      frames.push(performance.now() - start);
    }
    return frames.sort((a, b) => a - b)[Math.floor(frames.length * 0.9)] ?? 0;
  });
  expect(work).toBeLessThan(20);
});
