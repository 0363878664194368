import { expect, test } from "playwright/test";
import { addressOf, type SomePost } from "./page.ts";

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
  await page.goto("/posts");
  await page.locator(`main article a[href="${addressOf(post)}"]:has(h2)`).click();
  await expect(canonical).toHaveAttribute("href", at(addressOf(post)));
  await expect(description).toHaveAttribute(
    "content",
    new RegExp(`^${/\w+ \w+/.exec(post.substring.slice(3))?.[0]}`),
  );
  await page.getByRole("main").getByRole("link").first().click(); // its creator
  await expect(canonical).toHaveAttribute(
    "href",
    at(`/${post.service}/user/${encodeURIComponent(post.user)}`),
  );
  await expect(description).toHaveAttribute("content", /^[\d,]+ posts? by .+, archived and searchable\.$/);
  await expect(canonical).toHaveCount(1);
});
