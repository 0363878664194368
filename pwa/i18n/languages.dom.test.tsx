/** The languages of the app: what is written, chosen and asked for by an address. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { listTags } from "#shared/contracts/post.ts";
import { listPosts } from "#shared/contracts/posts.ts";
import { searchAll } from "#shared/contracts/search.ts";
import { api } from "#tests/components/api.ts";
import { answerEverything } from "#tests/components/archive.ts";
import { listPosts as manyPosts } from "#tests/components/examples.ts";
import { alert, cards, DESKTOP, heading, PHONE } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";
import { plainWords } from "#tests/components/words.ts";

const root = document.documentElement;
const select = page.getByRole("combobox", { name: /Language$/ });

test("counts are written as the language writes them", async () => {
  await answerEverything({ count: 12_345 });
  await renderScreen("/", { locale: "ja" });
  await expect.element(page.getByText("投稿12,345件")).toBeVisible();
});

test("simplified Chinese is shown, also for what is not there", async () => {
  await api.answer(listPosts, { count: 0, true_count: 0, posts: [] });
  await api.answer(listTags, []);
  await renderScreen("/posts?q=zzzzqqqqxxxx", { locale: "zh-Hans" });
  expect(root.lang).toBe("zh-Hans");
  await expect.element(page.getByText("这里只有我们几只小鸡！")).toBeVisible();
  await expect.element(heading).toHaveTextContent("“zzzzqqqqxxxx”的帖子");
});

test.each([
  { name: "a wide screen", viewport: DESKTOP },
  { name: "a phone", viewport: PHONE },
])("on $name a language is chosen in the sidebar, keeps the focus, and is kept", async ({ viewport }) => {
  const isPhone = viewport === PHONE;
  const open = () => {
    if (isPhone) document.querySelector<HTMLElement>("nav [aria-controls=sidebar]")?.click();
  };
  await api.answer(listPosts, { count: 60, true_count: 60, posts: manyPosts(50) });
  await renderScreen("/posts", { viewport });
  await expect.element(heading).toHaveTextContent("Posts");
  expect(root.lang).toBe("en");
  open();
  await select.selectOptions("日本語");
  await expect.element(heading).toHaveTextContent("投稿");
  if (isPhone) await expect.element(heading).toHaveFocus();
  else await expect.element(select).toHaveFocus();
  await expect.poll(() => document.title).toBe("投稿 · Roost");
  await expect.element(cards).toHaveLength(50);
  await renderScreen("/posts");
  await expect.element(heading).toHaveTextContent("投稿");
  expect(root.lang).toBe("ja");
  expect(await cookieStore.get("locale")).toMatchObject({ value: "ja" });
  open();
  await select.selectOptions("English");
  await expect.element(heading).toHaveTextContent("Posts");
  expect(root.lang).toBe("en");
});

test("words that are not from a catalog would be found", async () => {
  await renderScreen("/saved");
  await expect.element(heading).toBeVisible();
  expect(plainWords()).toContain("H1 “Saved”");
});

test("an address can ask for a language", async () => {
  await answerEverything();
  await renderScreen("/artists?lang=zh-Hans");
  await expect.element(heading).toHaveTextContent("创作者");
  await renderScreen("/artists?lang=nonsense");
  await expect.element(heading).toHaveTextContent("Creators");
});

test("neither the search nor a failure has words that are not in the catalogs", async () => {
  await answerEverything();
  await api.answer(searchAll, {
    creators: [{ service: "patreon", id: "10", name: "Ann Lantern", post_count: 3 }],
    posts: [
      { service: "patreon", user: "10", id: "1", title: "A night", creator: "Ann Lantern", snippet: "Words" },
    ],
    dms: [{ hash: "d1", service: "patreon", user: "10", creator: "Ann Lantern", snippet: "Thank you" }],
    tags: [{ tag: "lantern", marked: "lantern", post_count: 2 }],
  });
  await renderScreen("/", { locale: "en-XA" });
  await page.getByRole("combobox").first().fill("lantern");
  await expect.element(page.getByRole("option").nth(1)).toBeVisible();
  expect(plainWords()).toEqual([]);
  await api.fail(listPosts, 400, "No.");
  await renderScreen("/posts?q=broken");
  await expect.element(alert).toBeVisible();
  expect(plainWords()).toEqual([]);
});
