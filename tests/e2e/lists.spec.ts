import { expect, type Request, test } from "playwright/test";
import {
  addressOf,
  askedBeforeFirst,
  follow,
  noteFirst,
  painted,
  postWithImages,
  type SomePost,
  visit,
  watchConsole,
} from "./page.ts";

test("each page says which address it has and what it is about", { tag: "@once" }, async ({ page }) => {
  const canonical = page.locator("link[rel=canonical]");
  const description = page.locator("meta[name=description]");
  const at = (path: string) => new RegExp(`^https?://[^/]+${path.replace(/[?.]/g, "\\$&")}$`);
  await page.goto("/posts?o=50&from=somewhere");
  await expect(canonical).toHaveAttribute("href", at("/posts?o=50"));
  await expect(description).toHaveAttribute("content", /^Posts\. A searchable archive/);
  const { posts } = (await (await page.request.get("/api/v1/posts")).json()) as {
    posts: (SomePost & { substring: string })[];
  };
  const post = posts.find(({ substring }) => /^<p>\w{3,} \w{3,}/.test(substring));
  if (post === undefined) throw new Error("The sample has posts with words.");
  await follow(page, "/posts");
  await page.locator(`main article a[href="${addressOf(post)}"]:has(h2)`).click();
  await expect(canonical).toHaveAttribute("href", at(addressOf(post)));
  await expect(description).toHaveAttribute(
    "content",
    new RegExp(`^${/\w+ \w+/.exec(post.substring.slice(3))?.[0]}`),
  );
  const creator = `/${post.service}/user/${encodeURIComponent(post.user)}`;
  await page.locator(`main a[href="${creator}"]`).first().click();
  await expect(canonical).toHaveAttribute("href", at(creator));
  await expect(description).toHaveAttribute("content", /^[\d,]+ posts? by .+, archived and searchable\.$/);
  await expect(canonical).toHaveCount(1);
});

test("a page that has a feed links it, rendered and when navigated to", { tag: "@once" }, async ({
  page,
  playwright,
  baseURL,
}) => {
  const feeds = page.locator("link[rel=alternate]");
  const reader = await playwright.request.newContext({
    baseURL: baseURL ?? "",
    storageState: { cookies: [], origins: [] },
  });
  const { posts } = (await (await page.request.get("/api/v1/posts")).json()) as { posts: SomePost[] };
  const [post] = posts;
  if (post === undefined) throw new Error("The sample has posts.");
  const creator = `/${post.service}/user/${encodeURIComponent(post.user)}`;
  // As the server sends it, for readers that run no scripts.
  const rendered = async (address: string) => (await reader.get(address)).text();
  await expect
    .poll(() => rendered("/"))
    .toContain('<link rel="alternate" type="application/rss+xml" href="/api/v1/posts/feed?format=rss">');
  await expect.poll(() => rendered(creator)).toContain(`href="/api/v1${creator}/feed?format=atom"`);
  await page.goto("/posts");
  await expect(feeds).toHaveCount(3);
  await expect(feeds.first()).toHaveAttribute("href", "/api/v1/posts/feed?format=rss");
  await page.getByRole("combobox", { name: "Search all posts" }).fill("lantern");
  await page.keyboard.press("Enter");
  await expect(feeds.first()).toHaveAttribute("href", "/api/v1/posts/feed?format=rss&q=lantern");
  const answer = await page.request.get((await feeds.first().getAttribute("href")) ?? "");
  expect(answer.headers()["content-type"]).toContain("application/rss+xml");
  await visit(page, creator);
  await expect(feeds.first()).toHaveAttribute("href", `/api/v1${creator}/feed?format=rss`);
  await visit(page, "/artists");
  await expect(feeds).toHaveCount(0);
});

test("pictures of all shapes stand in squares", async ({ page }) => {
  await page.goto("/posts");
  const pictures = page.locator("main article [data-cover]");
  const arePortraits = () =>
    pictures
      .locator("img")
      .evaluateAll((images) =>
        images.map((image) => image instanceof HTMLImageElement && image.naturalHeight > image.naturalWidth),
      );
  await expect.poll(arePortraits).toContain(true);
  const shapes = await pictures.evaluateAll((boxes) =>
    boxes.map((box) => box.clientWidth - box.clientHeight),
  );
  expect(shapes.filter((difference) => Math.abs(difference) > 1)).toEqual([]);
});

test("pictures of fifty cards are hardly wider than they are shown, and weigh less than 500 kB", async ({
  page,
}) => {
  const finished: Request[] = [];
  page.on("requestfinished", (request) => {
    if (new URL(request.url()).pathname.startsWith("/thumbnail/")) finished.push(request);
  });
  await page.goto("/posts");
  const cards = page.locator("main article");
  await expect(cards).toHaveCount(50);
  for (const card of await cards.all()) await card.scrollIntoViewIfNeeded();
  const pictures = page.locator("main article img[srcset]");
  await expect.poll(() => pictures.count()).toBeGreaterThan(20);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded(); // what a fast scroll passes by is not loaded
    const hasLoaded = () =>
      picture.evaluate((image: HTMLImageElement) => image.complete && image.currentSrc !== "");
    await expect.poll(hasLoaded).toBe(true);
  }
  const ratios = await pictures.evaluateAll((images) =>
    (images as HTMLImageElement[]).map(({ currentSrc, clientWidth }) => {
      const width = Number(new URL(currentSrc).searchParams.get("w") ?? 800);
      return width / (clientWidth * devicePixelRatio);
    }),
  );
  expect(Math.max(...ratios)).toBeLessThan(1.3);
  expect(Math.min(...ratios)).toBeGreaterThan(0.9);
  const sizes = await Promise.all(finished.map((request) => request.sizes()));
  expect(sizes.length).toBeGreaterThan(20);
  expect(sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)).toBeLessThan(500_000);
});

for (const motion of ["no-preference", "reduce"] as const)
  test(`the picture of a pressed card ${motion === "reduce" ? "does not grow" : "grows"} into that of its post`, async ({
    page,
  }) => {
    const faults = watchConsole(page);
    await page.emulateMedia({ reducedMotion: motion });
    const post = await postWithImages(page);
    await page.goto(`/${post.service}/user/${encodeURIComponent(post.user)}`);
    // The browser skips a transition that waits for the code of the next page for four seconds.
    await visit(page, addressOf(post));
    await expect(page.locator("main [data-image-path]").first()).toBeVisible();
    await page.goBack();
    await expect(page.locator(`main article a[href="${addressOf(post)}"]:has(h2)`)).toBeVisible();
    await page.evaluate(() => {
      const seen: string[] = [];
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const transition = start(update);
        const look = () => {
          for (const { effect } of document.getAnimations())
            if (effect instanceof KeyframeEffect && effect.pseudoElement !== null)
              seen.push(effect.pseudoElement);
        };
        transition.ready.then(look, () => {}); // it may be skipped
        return transition;
      };
      Object.assign(window, { seen });
    });
    await page.locator(`main article a[href="${addressOf(post)}"]:has(h2)`).click();
    await expect(page.locator("main [data-image-path]").first()).toBeVisible();
    const animated = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    const growing = "::view-transition-group(picture)";
    if (motion === "no-preference") await expect.poll(animated).toContain(growing);
    else {
      await painted(page); // a transition would have begun
      expect(await animated()).not.toContain(growing);
    }
    expect(faults).toEqual([]);
  });

test("creators can be looked through before the whole list has come", { tag: "@once" }, async ({ page }) => {
  let bytes = 0;
  page.on("response", (response) => {
    if (!new URL(response.url()).pathname.startsWith("/api/")) return;
    void response.body().then(
      (body) => {
        bytes += body.length;
      },
      () => {}, // of a request that was given up
    );
  });
  // The whole list never comes: however many creators there are, the screen needs one page of them.
  await page.context().route(/\/api\/v1\/creators\b/, () => {});
  await noteFirst(page, "html[data-app] main li article");
  await page.goto("/artists");
  const cards = page.locator("main li article");
  await expect(page.locator("html[data-app] main li article").first()).toBeVisible();
  const asked = (await askedBeforeFirst(page)).filter((path) => path.startsWith("/api/"));
  expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(6);
  await page.getByRole("combobox", { name: "Service" }).selectOption("fanbox");
  await expect(page).toHaveURL(/service=fanbox/);
  await expect(cards.first()).toContainText(/fanbox/i);
  await expect(cards.filter({ hasText: /patreon/i })).toHaveCount(0);
  expect(bytes).toBeLessThan(300_000);
});
