/** Actions on a post, placement of its images, revisions and neighbors. */
import { expect, test, vi } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { getPost, getRevision, listComments } from "#shared/contracts/post.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import { ADMINISTRATOR, answerWholeAccount } from "#tests/components/account.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { filePath, fullPost, postPage, profile } from "#tests/components/examples.ts";
import {
  DESKTOP,
  deferredPartsLoaded,
  fits,
  heading,
  main,
  openMore,
  PHONE,
  pressMore,
} from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";

const ADDRESS = "/patreon/user/10/post/1";
const params = (post: string) => ({ service: "patreon", id: "10", post });
const thumbnails = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    type: "thumbnail" as const,
    server: "http://localhost",
    name: `${at}.png`,
    path: filePath(String(at)),
  }));

async function answer(part: Parameters<typeof postPage>[0] = {}, images = 0): Promise<void> {
  await api.answer(getProfile, profile());
  await api.fail(listComments, 404, "Not Found");
  await api.answer(getPost, postPage(part, { previews: thumbnails(images) }), { params: params("1") });
}

const titles = () =>
  main
    .getByRole("heading", { level: 2 })
    .elements()
    .map((one) => one.textContent ?? "");

test("images stand above a short text and below a long one", async () => {
  await answer({ content: "<p>A few words.</p>" }, 4);
  await renderScreen(ADDRESS, { viewport: PHONE });
  await expect.poll(titles).toEqual(["Files4 images", "Content", expect.stringMatching(/^Comments/)]);
  expect(main.getByRole("img").first().element().getBoundingClientRect().top).toBeLessThan(PHONE.height / 2);
  await answer({ content: `<p>${"A long chapter. ".repeat(500)}</p>` }, 4);
  await renderScreen(ADDRESS);
  await expect
    .poll(titles)
    .toEqual(["Content7 minutes", "Files4 images", expect.stringMatching(/^Comments/)]);
});

test.each([PHONE, DESKTOP])("$width px: save, share and the rest in one menu", async (viewport) => {
  await answer({ tags: ["rain"] });
  await renderScreen(ADDRESS, { viewport });
  await expect.element(heading).toBeVisible();
  for (const name of ["Favorite", "Save offline", "Share", "More actions"])
    await expect.element(main.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 0.99 });
  await openMore();
  const menu = page.getByRole("dialog", { name: "More actions" });
  const names = () =>
    menu
      .getByRole("button")
      .elements()
      .map((one) => one.textContent);
  await expect
    .poll(names)
    .toEqual([
      "Copy link",
      "Save as ZIP or e-book",
      "Add to collection",
      "Mark as unseen",
      "Flag",
      "Mute creator",
      "Mute a tag…",
    ]);
  await expect
    .element(menu.getByRole("link", { name: "Open on Patreon" }))
    .toHaveAttribute("href", "https://www.patreon.com/posts/1");
  expect(fits()).toBe(true);
  // On a phone the panel lies over parts of the page.
  if (viewport === DESKTOP) expect(await violations()).toEqual([]);
});

test("the link of the post in view is copied, or handed to the system's way to share", async () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await answer();
  await renderScreen(ADDRESS);
  await pressMore("Copy link");
  await expect.element(page.getByText("Link copied")).toBeVisible();
  expect(copied).toHaveBeenLastCalledWith(location.origin + ADDRESS);
  const share = vi.fn().mockRejectedValueOnce(new DOMException("closed", "AbortError"));
  // On the object itself: a copy of it throws where a component reads another property.
  Object.defineProperty(navigator, "share", { configurable: true, value: share });
  await main.getByRole("button", { name: "Share" }).click();
  await expect.poll(() => share.mock.calls).toEqual([[{ title: "Post 1", url: location.origin + ADDRESS }]]);
  expect(copied).toHaveBeenCalledTimes(1);
  Reflect.deleteProperty(navigator, "share");
});

test("an older revision says so and leads back", async () => {
  const old = { ...fullPost({ title: "Old title" }), next: null, prev: null, revision_id: 7 };
  const current = { ...postPage().post };
  const revisions = [
    [0, current],
    [1, old],
  ];
  const props = { flagged: null, revisions } as never;
  await api.answer(getProfile, profile());
  await api.fail(listComments, 404, "Not Found");
  await api.answer(getPost, postPage({}, { props }));
  await api.answer(getRevision, {
    ...postPage(),
    post: { ...old, incomplete_rewards: null },
    props,
  } as never);
  await renderScreen(`${ADDRESS}/revision/7`);
  await expect.element(heading).toHaveTextContent("Old title");
  await expect.element(main.getByText("You are viewing an older revision.")).toBeVisible();
  expect(await violations()).toEqual([]);
  await main.getByRole("link", { name: "View the current revision" }).click();
  await expect.element(heading).toHaveTextContent("Post 1");
  await expect.element(main.getByText("You are viewing an older revision.")).not.toBeInTheDocument();
  await expect.element(main.getByLabelText("Revision")).toHaveValue("");
});

test("two revisions: added and removed words are marked, a file was removed and one replaced", async () => {
  const [one, two, three, four] = ["1", "2", "3", "4"].map((id) => ({
    name: `${id}.png`,
    path: filePath(id),
  }));
  const current = {
    ...postPage({
      title: "A green harbor",
      content: "<p>New lines.</p>",
      file: one,
      attachments: [two],
    } as never).post,
  };
  const before = { title: "A grey harbor", content: "<p>Old lines.</p>", file: one };
  const attachments = [{ ...three, name: "2.png" }, four];
  const old = (revision_id: number) =>
    ({ ...fullPost({ ...before, attachments } as never), next: null, prev: null, revision_id }) as never;
  const revisions = [
    [2, current],
    [1, old(8)],
    [0, old(7)],
  ];
  await api.answer(getProfile, profile());
  await api.fail(listComments, 404, "Not Found");
  await api.answer(getPost, postPage(current as never, { props: { flagged: null, revisions } as never }));
  await renderScreen(ADDRESS, { viewport: PHONE });
  await main.getByRole("button", { name: "Compare" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare revisions" });
  await expect.element(dialog.getByLabelText("From")).toHaveTextContent(/\(2 identical\)/);
  const texts = (tag: string) => [...dialog.element().querySelectorAll(tag)].map((part) => part.textContent);
  await expect.poll(() => texts("del")).toEqual(["grey", "Old"]);
  await expect.poll(() => texts("ins")).toEqual(["green", "New"]);
  const row = (name: string) => dialog.getByRole("listitem").filter({ hasText: name }).first();
  await expect.element(dialog.getByText("Replaced: 1")).toBeVisible();
  await expect.element(row("4.png")).toHaveTextContent(/^Removed/);
  await expect.element(row("2.png")).toHaveTextContent(/^Replaced/);
  await expect.element(row("1.png")).toHaveTextContent(/^Kept/);
  await expect.element(dialog.getByText("All files ever posted: 4")).toBeVisible();
  expect(fits()).toBe(true);
  expect(await violations()).toEqual([]);
});

test("the neighbors are named, above and below", async () => {
  await answer({ prev: "2", next: "3" });
  await api.answer(getPost, postPage({ id: "2", title: "Newer" }), { params: params("2") });
  await api.answer(getPost, postPage({ id: "3", title: "Older" }), { params: params("3") });
  await renderScreen(ADDRESS);
  const signs = main.getByRole("navigation", { name: "Previous and next post" });
  await expect.element(signs.getByRole("link", { name: "Previous: Newer" })).toBeVisible();
  const links = main.getByRole("navigation", { name: "Posts by this creator" });
  await expect.element(links.getByRole("link", { name: "Next Older" })).toBeVisible();
  await signs.getByRole("link", { name: "Next: Older" }).click();
  await expect.element(heading).toHaveTextContent("Older");
});

test("Back closes the viewer and leaves the post in view", async () => {
  const other = ADDRESS.replace(/1$/, "2");
  await answer({ content: `<p><a href="${other}">Another one</a></p>` });
  const second = postPage({ id: "2", title: "Post 2" }, { previews: thumbnails(1) });
  await api.answer(getPost, second, { params: params("2") });
  await renderScreen(ADDRESS, { viewport: PHONE });
  await main.getByRole("link", { name: "Another one" }).click();
  await expect.element(heading).toHaveTextContent("Post 2");
  await main.getByRole("img").first().click();
  const viewer = page.getByRole("dialog", { name: "Image viewer" });
  await expect.element(viewer).toBeVisible();
  history.back();
  await expect.element(viewer).not.toBeInTheDocument();
  await expect.poll(() => location.pathname).toBe(other);
  await expect.element(heading).toHaveTextContent("Post 2");
  history.back();
  await expect.poll(() => location.pathname).toBe(ADDRESS);
});

test("on paper there is the post without what can be pressed", async () => {
  await answer({ content: "<p>Words to read on paper.</p>" }, 1);
  await renderScreen(ADDRESS);
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Save offline" })).toBeVisible();
  await commands.emulateMedia({ media: "print" });
  for (const name of ["Save offline", "Sidebar"])
    await expect.element(page.getByRole("button", { name, exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByRole("banner")).not.toBeInTheDocument();
  await expect.element(main.getByText("Words to read on paper.")).toBeVisible();
  await expect.element(main.getByRole("img").first()).toBeVisible();
  await commands.emulateMedia({ media: "screen" });
});

test("a file held twice is shown once, with its count", async () => {
  const [first, second] = thumbnails(2);
  if (first === undefined || second === undefined) throw new Error("two files");
  await answer();
  await api.answer(getPost, postPage({}, { previews: [first, second, first, first] }), {
    params: params("1"),
  });
  await renderScreen(ADDRESS);
  const tiles = main.getByRole("region", { name: /^Files/ }).getByRole("listitem");
  await expect.element(tiles.first()).toHaveTextContent(/×3/);
  await expect.element(tiles.first()).toHaveTextContent(/In this post 3 times/);
  expect(tiles.elements()).toHaveLength(2);
});

test("smaller copies of an image are in its menu, and neither in the gallery nor the viewer", async () => {
  const [large, small, other] = thumbnails(3);
  if (large === undefined || small === undefined || other === undefined) throw new Error("three files");
  const previews = [
    { ...small, width: 900, height: 1200, copy_of: large.path },
    { ...large, width: 3000, height: 4000 },
    other,
  ];
  await answer();
  await api.answer(getPost, postPage({}, { previews }), { params: params("1") });
  await renderScreen(ADDRESS, { viewport: PHONE });
  const tiles = main.getByRole("region", { name: /^Files/ }).getByRole("listitem");
  await expect.element(tiles.first()).toHaveTextContent(/2 sizes/);
  expect(tiles.elements()).toHaveLength(2);
  await expect.element(tiles.nth(1)).not.toHaveTextContent(/sizes/);
  await tiles.first().getByRole("button", { name: "Options: 0.png" }).click();
  const menu = page.getByRole("dialog", { name: "Options: 0.png" });
  await expect
    .element(menu.getByRole("link", { name: "900 × 1,200, PNG" }))
    .toHaveAttribute("href", expect.stringContaining(small.path));
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "View 0.png" }).click();
  await expect
    .element(page.getByRole("dialog", { name: "Image viewer" }).getByText(/Image 1 of 2/))
    .toBeInTheDocument();
});

test("a document of a drawing program is a download, and its picture stands in the gallery and the viewer", async () => {
  const path = filePath("a").replace(/\.\w+$/, ".psd");
  const attachment = {
    server: "http://localhost",
    name: "poster.psd",
    extension: ".psd",
    name_extension: ".psd",
    stem: "poster",
    path,
  };
  await api.answer(getProfile, profile());
  await api.fail(listComments, 404, "Not Found");
  await api.answer(getPost, postPage({}, { attachments: [attachment] }));
  await renderScreen(ADDRESS);
  await expect.element(main.getByRole("link", { name: /^poster\.psd/ })).toBeVisible();
  await main.getByRole("button", { name: "View poster.psd" }).click();
  const viewer = page.getByRole("dialog", { name: "Image viewer" });
  const sources = () => [...viewer.element().querySelectorAll("img")].map(({ src }) => new URL(src).pathname);
  await expect.poll(sources).toContain(`/thumbnail/data${path}`);
  expect(sources()).not.toContain(`/data${path}`);
});

test("addresses in the text are safe links, posts of other platforms are the archive's own", async () => {
  await answer({
    content:
      "<p>See https://example.org/a. <a href='https://www.patreon.com/posts/some-title-4242'>mine</a>, " +
      "https://www.pixiv.net/fanbox/creator/9017324/post/77 and https://downloads.fanbox.cc/a.zip " +
      "<a href='https://downloads.fanbox.cc/b.zip'>the file</a></p>",
  });
  await renderScreen(ADDRESS);
  const text = main.getByRole("region", { name: "Content" });
  const link = text.getByRole("link", { name: "https://example.org/a", exact: true });
  await expect.element(link).toHaveAttribute("href", "https://example.org/a");
  await expect.element(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
  await expect.element(link).toHaveAttribute("target", "_blank");
  await expect
    .element(text.getByRole("link", { name: "mine" }))
    .toHaveAttribute("href", "/patreon/post/4242");
  await expect
    .element(text.getByRole("link", { name: /9017324/ }))
    .toHaveAttribute("href", "/fanbox/post/77");
  await expect.element(text).toHaveTextContent("https://downloads.fanbox.cc/a.zip");
  await expect.element(text).toHaveTextContent("the file");
  expect(text.getByRole("link").elements()).toHaveLength(3);
});

test("a poll is sorted as asked, by most and by fewest votes, with two decimals", async () => {
  await answer({
    incomplete_rewards: { complete: 1, incomplete: 3 },
    poll: {
      title: "Which?",
      description: null,
      choices: [
        { text: "two", votes: 2 },
        { text: "one", votes: 1 },
        { text: "three", votes: 3 },
      ],
      created_at: "2024-01-01T00:00:00",
      closes_at: null,
      allow_multiple: false,
    },
  });
  await renderScreen(ADDRESS);
  await expect.element(page.getByText("This post is missing paid rewards")).toBeVisible();
  const choices = main.getByRole("region", { name: "Poll" }).getByRole("listitem");
  const order = () => choices.elements().map((one) => /^[a-z]+/.exec(one.textContent ?? "")?.[0]);
  await expect.element(choices.first()).toHaveTextContent("33.33% (2)");
  expect(order()).toEqual(["two", "one", "three"]);
  for (const expected of [
    ["three", "two", "one"],
    ["one", "two", "three"],
    ["two", "one", "three"],
  ]) {
    await main.getByRole("button", { name: /original|votes first/ }).click();
    await expect.poll(order).toEqual(expected);
  }
});

test("on a phone images are as wide as the window, in their own shape, which is reserved; two columns are kept", async () => {
  const sized = thumbnails(3).map((one) => ({ ...one, width: 400, height: 300 }));
  await answer();
  await api.answer(getPost, postPage({ content: "" }, { previews: sized }), { params: params("1") });
  await renderScreen(ADDRESS, { viewport: PHONE });
  const files = main.getByRole("region", { name: /^Files/ });
  const boxes = () =>
    files
      .getByRole("img")
      .elements()
      .map((image) => image.getBoundingClientRect())
      .map(({ width, height }) => [width, height]);
  await expect.poll(boxes).toEqual(sized.map(() => [PHONE.width, PHONE.width * 0.75]));
  const [first] = files.getByRole("img").elements() as HTMLImageElement[];
  expect([first?.getAttribute("width"), first?.getAttribute("height")]).toEqual(["400", "300"]);
  await files.getByRole("button", { name: "Two columns" }).click();
  await expect.poll(() => boxes()[0]?.[0]).toBeLessThan(PHONE.width / 2);
  await renderScreen(ADDRESS, { viewport: PHONE });
  await expect.element(files.getByRole("button", { name: "One column" })).toBeVisible();
});

test("a long press opens the menu of an image; a mouse keeps the browser's own", async () => {
  await answer({ content: "" }, 2);
  await renderScreen(ADDRESS, { viewport: PHONE });
  const image = main.getByRole("button", { name: /^View 1\.png/ });
  await expect.element(image).toBeVisible();
  const press = (pointerType: string) => {
    const event = new PointerEvent("contextmenu", { bubbles: true, cancelable: true, pointerType });
    image.element().dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(press("mouse")).toBe(false);
  expect(press("touch")).toBe(true);
  const menu = page.getByRole("dialog", { name: "Options: 1.png" });
  await expect.element(menu.getByRole("link", { name: "Download" })).toHaveAttribute("download", "1.png");
  await expect.element(menu.getByRole("button", { name: "Copy checksum" })).toBeVisible();
  const similar = menu.getByRole("link", { name: "Find similar" }).element().getAttribute("href");
  expect(similar).toMatch(/^\/search_hash\?hash=[0-9a-f]{64}&similar=1$/);
});

test("on a phone a button of the bars that comes into view or is focused does not scroll the page", async () => {
  await answer({ content: `<p>${"A long chapter. ".repeat(500)}</p>` });
  await renderScreen(ADDRESS, { viewport: PHONE });
  const bars = [
    main.getByRole("button", { name: "More actions", exact: true }),
    page.getByRole("navigation", { name: "Bottom" }).getByRole("link").first(),
  ];
  for (const button of bars) {
    await expect.element(button).toBeInViewport({ ratio: 0.9 });
    button.element().scrollIntoView({ block: "nearest", behavior: "instant" });
    expect(scrollY).toBe(0);
    (button.element() as HTMLElement).focus();
    expect(scrollY).toBe(0);
  }
});

test("on a phone the bars leave while reading on and come back on the way up, or with the focus", async () => {
  await answer({ content: `<p>${"A long chapter. ".repeat(900)}</p>` });
  await renderScreen(ADDRESS, { viewport: PHONE });
  const favorite = main.getByRole("button", { name: "Favorite", exact: true });
  const bars = [page.getByRole("banner"), page.getByRole("navigation", { name: "Bottom" }), favorite];
  await expect.element(favorite).toBeInViewport({ ratio: 0.99 });
  await deferredPartsLoaded(); // they move the bars
  scrollTo({ top: 1_500 });
  for (const bar of bars) await expect.element(bar).not.toBeInViewport();
  scrollBy({ top: -200 });
  for (const bar of bars) await expect.element(bar).toBeInViewport({ ratio: 0.9 });
  scrollBy({ top: 400 });
  await expect.element(favorite).not.toBeInViewport();
  (favorite.element() as HTMLElement).focus({ preventScroll: true });
  await expect.element(favorite).toBeInViewport({ ratio: 0.99 });
});

test("a long text says its minutes, has its chapters, and offers the place where it was left", async () => {
  const chapters = ["One", "Two", "Three"];
  const content = chapters.map((name) => `<h2>${name}</h2><p>${"A long chapter. ".repeat(400)}</p>`).join("");
  await answer({ content });
  await renderScreen(ADDRESS, { viewport: PHONE });
  const text = main.getByRole("region", { name: /^Content/ });
  await expect.element(text).toHaveTextContent("16 minutes");
  await text.getByRole("button", { name: "Chapters" }).click();
  await page.getByRole("dialog", { name: "Chapters" }).getByRole("button", { name: "Two" }).click();
  await expect.element(main.getByRole("heading", { name: "Two" })).toHaveFocus();
  await expect.poll(() => scrollY).toBeGreaterThan(1_000);
  const left = scrollY;
  await expect.poll(() => localStorage.getItem("visits")).toContain('"part"');

  scrollTo({ top: 0 });
  await renderScreen(ADDRESS, { viewport: PHONE });
  const resume = main.getByRole("button", { name: /^Continue reading, \d+ min left$/ });
  await expect.element(resume).toBeVisible();
  await resume.click();
  await expect.poll(() => Math.abs(scrollY - left)).toBeLessThan(100);
  await expect.element(resume).not.toBeInTheDocument();
});

test("an administrator's menu leads to the preview of a takedown", async () => {
  await answerWholeAccount({ role: "administrator" });
  await answer();
  await renderScreen(ADDRESS, { stored: ADMINISTRATOR });
  await openMore();
  await expect
    .element(page.getByRole("link", { name: "Take down…" }))
    .toHaveAttribute("href", "/account/administrator/takedowns?address=%2Fpatreon%2Fuser%2F10%2Fpost%2F1");
});
