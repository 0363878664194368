/** Flags, takedowns and requests, each from one role to the next, in the running archive. */
import { type Browser, type BrowserContextOptions, expect, type Page, test } from "playwright/test";
import type { Role } from "#shared/rules/roles.ts";
import { register, someone } from "#tests/support/someone.ts";
import { pressMore, visit } from "./page.ts";

/** A page of its own of somebody with a role. */
async function pageOf(
  browser: Browser,
  options: BrowserContextOptions,
  role?: Role,
  at = "/account/notifications",
): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  if (role === undefined) return page;
  await register(page, someone(), at, role);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return page;
}

interface Found {
  service: string;
  user: string;
  id: string;
  title: string;
}

/**
 * A post far from those that other specs look at, and from those of another offset, however many posts others import
 * meanwhile.
 * @param offset below 160
 */
async function somePost(page: Page, offset: number): Promise<Found> {
  const answer = await page.request.get(`/api/v1/posts?o=${offset}`);
  const { posts } = (await answer.json()) as { posts: Found[] };
  const found = posts.find(({ title }) => title.trim() !== "");
  if (found === undefined) throw new Error("The sample has too few posts.");
  return found;
}
const addressOf = ({ service, user, id }: Found) => `/${service}/user/${user}/post/${id}`;

test("a flag goes from a visitor to a moderator, who hides the post, shows it again and resolves the flag", {
  tag: "@once",
}, async ({ browser, contextOptions }) => {
  const [visitor, moderator, second] = [
    await pageOf(browser, contextOptions, "consumer"),
    await pageOf(browser, contextOptions, "moderator"),
    await pageOf(browser, contextOptions, "moderator"),
  ];
  const post = await somePost(visitor, 100);
  await visit(visitor, addressOf(post));
  await pressMore(visitor, "Flag");
  await visitor.getByRole("dialog").getByRole("radio").first().check({ force: true });
  await visitor.getByRole("dialog").getByRole("button", { name: "Submit" }).click();
  await expect(visitor.getByText("Post flagged.")).toBeVisible();

  await moderator.getByRole("button", { name: /^Account/ }).click();
  await moderator
    .getByRole("navigation", { name: "Account menu" })
    .getByRole("link", { name: /^Flags/ })
    .click();
  const main = moderator.getByRole("main");
  await main.getByRole("button").filter({ hasText: post.title }).first().click();
  await main.getByRole("heading", { level: 2, name: post.title }).getByRole("link").click();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(post.title);
  await visit(second, new URL(moderator.url()).pathname);
  await expect(second.getByRole("button", { name: "Resolve" })).toBeVisible();

  await main.getByRole("button", { name: "Hide the post" }).click();
  await expect(main.getByRole("button", { name: "Show the post" })).toBeVisible();
  await expect.poll(async () => (await visitor.request.get(`/api/v1${addressOf(post)}`)).status()).toBe(404);
  // The other one saw the flag before that.
  await second.getByRole("button", { name: "Resolve" }).click();
  await expect(second.getByRole("alert").filter({ hasText: "Another moderator" })).toBeVisible();
  await expect(second.getByRole("button", { name: "Show the post" })).toBeVisible();

  await main.getByRole("button", { name: /^Undo/ }).click();
  await expect(main.getByRole("button", { name: "Hide the post" })).toBeVisible();
  await expect.poll(async () => (await visitor.request.get(`/api/v1${addressOf(post)}`)).status()).toBe(200);
  await main.getByRole("button", { name: "Resolve" }).click();
  await expect(main.getByRole("button", { name: "Reopen" })).toBeVisible();
  await visit(visitor, "/account/notifications");
  await expect(visitor.getByRole("main").getByText(/A flag of yours was decided/)).toBeVisible();
});

test("a takedown reaches an open app within ten seconds, and is restored", { tag: "@once" }, async ({
  browser,
  contextOptions,
}) => {
  const admin = await pageOf(browser, contextOptions, "administrator", "/account/administrator/takedowns");
  const reader = await pageOf(browser, contextOptions);
  const post = await somePost(reader, 150);
  await reader.clock.install();
  const followed = reader.waitForResponse(/\/v1\/removed\?/);
  await reader.goto(addressOf(post));
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText(post.title);
  const main = admin.getByRole("main");
  await main.getByLabel("Address or SHA-256").fill(new URL(addressOf(post), admin.url()).href);
  await main.getByRole("button", { name: "Preview" }).click();
  await expect(main.getByText(/^1 post, /)).toBeVisible();
  await main.getByLabel("Reason").fill("A notice.");
  await followed; // the check at its start is not the one that finds the takedown
  await main.getByRole("button", { name: "Take down" }).click();
  await expect(main.getByText(/^Taken down, with /)).toBeVisible();
  await reader.clock.fastForward(10_000);
  await expect(reader.getByText(/This post was taken down/)).toBeVisible();
  await expect(reader.getByText(post.title)).toHaveCount(0);
  await expect.poll(async () => (await reader.request.get(`/api/v1${addressOf(post)}`)).status()).toBe(451);
  const name = `Restore ${post.service}/${post.user}/${post.id}`;
  await main.getByRole("button", { name, exact: true }).click();
  await expect(main.getByRole("button", { name, exact: true })).toHaveCount(0);
  await reader.reload();
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText(post.title);
});

test("a person affected sends a request, a moderator answers it, and the link shows the answer", {
  tag: "@once",
}, async ({ browser, contextOptions }) => {
  const person = await pageOf(browser, contextOptions);
  const moderator = await pageOf(browser, contextOptions, "moderator", "/account");
  const { name } = someone();
  await person.goto("/dmca");
  const form = person.getByRole("main").locator("form");
  await form.getByRole("radio", { name: "I am the person shown" }).check();
  await form.getByLabel(/^Addresses/).fill("https://archive.example/patreon/user/1/post/2");
  await form.getByLabel(/^What shows you/).fill("The second picture.");
  await form.getByLabel("Your full name").fill(name);
  await form.getByLabel("Contact details").fill("me@example.org");
  for (const box of await form.getByRole("checkbox").all()) await box.check();
  await form.getByRole("button", { name: "Send" }).click();
  const link = person.getByRole("main").getByRole("link", { name: /dmca\/status#/ });
  await link.click();
  await expect(person.getByRole("heading", { level: 1 })).toHaveText("Status of a request");
  await expect(person.getByRole("main").getByText("Open", { exact: true })).toBeVisible();

  await moderator
    .getByRole("main")
    .getByRole("link", { name: /^Takedown requests/ })
    .click();
  const request = moderator.getByRole("article", { name });
  await expect(request.getByText("The second picture.")).toBeVisible();
  await request.getByLabel("Answer").fill("It is gone.");
  await request.getByRole("button", { name: "Accept" }).click();
  await expect(request).toHaveCount(0);
  await person.reload();
  await expect(person.getByRole("main").getByText("It is gone.")).toBeVisible();
  await expect(person.getByRole("main").getByText("Accepted", { exact: true })).toBeVisible();
});
