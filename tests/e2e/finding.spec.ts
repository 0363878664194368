/** Tests the searches of a new visitor, one after the other, with posts in four scripts. */
import { DomUtils, parseDocument } from "htmlparser2";
import { expect, test } from "playwright/test";
import { importPosts, newCreatorId } from "./imported.ts";

test("misspelt names, words of every script, a phrase, a condition taken out, a saved search and its feed", {
  tag: "@once",
}, async ({ page }) => {
  const id = newCreatorId();
  const [name, tag] = [`Quillmarsh ${id}`, `thistledown ${id}`];
  const tagged = `tag:"${tag}"`;
  const posts = [
    { title: "春風の手紙", content: "窓辺で読む。", tags: [tag] },
    { title: "夏祭りの夜", content: "提灯と金魚。", tags: [tag] },
    { title: "고양이 산책", content: "골목에서 만났다.", tags: [tag] },
    { title: "Northern harbour", content: "The amber kettle sang twice.", tags: [tag] },
    { title: "Southern harbour", content: "A kettle, amber or not, sang once.", tags: [tag] },
  ];
  await importPosts({ id, name }, posts);
  const main = page.getByRole("main");
  const titles = main.locator("article h2");
  const search = async (q: string) => {
    const field = page.getByRole("combobox", { name: "Search all posts" });
    await field.fill(q);
    await field.press("Enter");
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(q);
  };

  // The indexer has its own pace.
  await expect
    .poll(
      async () =>
        (
          (await (await page.request.get(`/api/v1/posts?tag=${encodeURIComponent(tag)}`)).json()) as {
            count: number;
          }
        ).count,
    )
    .toBe(posts.length);
  for (const [list, one] of [
    ["creators", name],
    ["posts/tags", tag],
  ] as const)
    await expect.poll(async () => (await page.request.get(`/api/v1/${list}`)).text()).toContain(one);
  await page.goto(`/artists?q=Quillmrash+${id}`);
  await expect(page.getByText("No exact matches. Similar:")).toBeVisible();
  await expect(main.locator("article").first()).toContainText(name);

  await page.goto(`/posts?q=tag:"thistledwon ${id}"`);
  await page
    .getByRole("link", { name: new RegExp(`^Did you mean ${tagged}\\? – ${posts.length} posts$`) })
    .click();
  await expect(titles).toHaveCount(posts.length);

  for (const [word, title] of [
    ["春風", "春風の手紙"],
    ["夏祭り", "夏祭りの夜"],
    ["고양이", "고양이 산책"],
  ] as const) {
    await search(`${word} ${tagged}`);
    await expect(titles.first()).toHaveText(title);
    await expect(titles.first().locator("mark")).toHaveText(word);
  }
  await search(`"amber kettle" ${tagged}`);
  await expect(titles).toHaveText(["Northern harbour"]);
  await search(`kettle ${tagged} has:poll`);
  await expect(titles).toHaveCount(0);
  await page.getByRole("link", { name: "Remove has:poll", exact: true }).click();
  await expect(titles).toHaveCount(2);

  await page.getByRole("button", { name: "Save search" }).click();
  await expect(page.getByRole("button", { name: "Saved search" })).toBeVisible();
  await importPosts(
    { id, name },
    [{ title: "Western harbour", content: "Another kettle.", tags: [tag] }],
    posts.length + 1,
  );
  const saved = page.getByRole("region", { name: "Saved searches" });
  await expect
    .poll(async () => {
      const query = new URLSearchParams({ format: "json", q: `kettle ${tagged}` });
      const answer = await page.request.get(`/api/v1/posts/feed?${query}`);
      return ((await answer.json()) as { items: unknown[] }).items;
    })
    .toHaveLength(3);
  await page.goto("/posts");
  await page.getByRole("combobox", { name: "Search creators, posts, messages and tags" }).click();
  await expect(saved.getByRole("link", { name: `kettle ${tagged} 1 new` })).toBeVisible();
  await saved.getByRole("link").click();
  await expect(titles).toHaveCount(3);

  const href = (await page.getByRole("link", { name: "RSS feed" }).getAttribute("href")) ?? "";
  const feed = await page.request.get(href);
  expect(feed.headers()["content-type"]).toBe("application/rss+xml; charset=utf-8");
  // What these feeds must be by the rules of their formats: tests/contract/feeds.pg.test.ts.
  const xml = parseDocument(await feed.text(), { xmlMode: true });
  const textIn = (item: ReturnType<typeof DomUtils.getElementsByTagName>[number], name: string) =>
    DomUtils.textContent(DomUtils.getElementsByTagName(name, item));
  const items = DomUtils.getElementsByTagName("item", xml).map((item) => ({
    title: textIn(item, "title"),
    isOwn: textIn(item, "guid") === textIn(item, "link"),
  }));
  expect(items[0]).toEqual({ title: "Western harbour", isOwn: true });
  expect(items).toHaveLength(3);
  const again = await page.request.get(href, {
    headers: { "if-none-match": feed.headers()["etag"] ?? "" },
  });
  expect(again.status()).toBe(304);
});
