import { expect, type Page, test } from "playwright/test";
import { watchConsole } from "./page.ts";

/** Answers made up here would else not reach a page the worker answers for. */
/** A page holds 150 messages with their pictures; a busy machine takes its time. */
const LONG = 15_000;

interface Server {
  id: string;
  name: string;
  channels: { id: string; name: string; type: number; post_count: number }[];
}

interface Message {
  id: string;
  seq: number;
  content: string;
  published: string;
  author: { id: string };
  revisions: { content: string }[];
  embeds: { title?: string }[];
}

/** A chat server of the archive with a channel of more than one page. */
async function longChannel(page: Page): Promise<{ server: Server; channel: Server["channels"][number] }> {
  const answer = (await (await page.request.get("/api/v1/creators")).json()) as
    | { service: string; id: string }[]
    | { creators: { service: string; id: string }[] };
  const id = (Array.isArray(answer) ? answer : answer.creators).find(
    ({ service }) => service === "discord",
  )?.id;
  const server = (await (await page.request.get(`/api/v1/discord/server/${id}`)).json()) as Server;
  const channel = server.channels.find(({ post_count }) => post_count > 150);
  if (channel === undefined) throw new Error("The sample has no channel of two pages.");
  return { server, channel };
}

async function messages(page: Page, channel: string, o: number): Promise<Message[]> {
  return (await (await page.request.get(`/api/v1/discord/channel/${channel}?o=${o}`)).json()) as Message[];
}

test("a server shows its channels; a channel opens at its newest messages, without a footer", async ({
  page,
  isMobile,
}) => {
  const faults = watchConsole(page);
  const { server, channel } = await longChannel(page);
  await page.goto(`/discord/server/${server.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(server.name);
  await expect(page.getByRole("link", { name: "Linked Accounts" })).toBeVisible();
  await page.getByRole("navigation", { name: "Channels" }).getByRole("link", { name: channel.name }).click();
  await expect(page).toHaveURL(new RegExp(`/discord/server/${server.id}/${channel.id}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`#${channel.name}`);
  const newest = await messages(page, channel.id, 150);
  await expect(page.locator(`#message-${newest.at(-1)?.id}`)).toBeInViewport({ timeout: LONG });
  await expect(page.locator("main ~ footer")).toBeHidden();
  const toTop = page.getByRole("button", { name: "Back to top" });
  await page.evaluate(() => scrollBy(0, -400));
  await expect(toTop).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(toTop).toBeHidden();
  const other = server.channels.find(({ type, id }) => type !== 4 && id !== channel.id);
  if (isMobile) await page.getByRole("combobox", { name: "Channel" }).selectOption(other?.id ?? "");
  else
    await page
      .getByRole("navigation", { name: "Channels" })
      .getByRole("link", { name: other?.name ?? "" })
      .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`#${other?.name}`);
  expect(faults).toEqual([]);
});

test("Older and Newer step through the pages and are off at the ends", { tag: "@once" }, async ({ page }) => {
  const { server, channel } = await longChannel(page);
  await page.goto(`/discord/server/${server.id}/${channel.id}`);
  const older = page.getByRole("button", { name: "Older" });
  const newer = page.getByRole("button", { name: "Newer" });
  await expect(newer).toBeDisabled();
  await older.click();
  await expect(page).toHaveURL(/\?o=0$/);
  const first = await messages(page, channel.id, 0);
  await expect(page.locator("main [id^=message-]")).toHaveCount(150, { timeout: LONG });
  await expect(page.locator(`#message-${first.at(-1)?.id}`)).toBeInViewport();
  await expect(older).toBeDisabled();
  await newer.click();
  await expect(page).toHaveURL(new RegExp(`/${channel.id}$`));
  await expect(newer).toBeDisabled();
  await expect(page.locator("main [id^=message-]")).toHaveCount(channel.post_count - 150);
});

test("messages of one author stand together while the pauses are short", { tag: "@once" }, async ({
  page,
}) => {
  const { server, channel } = await longChannel(page);
  const page1 = await messages(page, channel.id, 0);
  const groups = page1.filter((message, at) => {
    const before = page1[at - 1];
    if (before === undefined || before.author.id !== message.author.id) return true;
    const [a, b] = [before, message].map(({ published }) => Date.parse(`${published.slice(0, 23)}Z`));
    return (b ?? 0) - (a ?? 0) >= 450_000;
  });
  expect(groups.length).toBeLessThan(page1.length);
  await page.goto(`/discord/server/${server.id}/${channel.id}?o=0`);
  await expect(page.locator("main article")).toHaveCount(groups.length, { timeout: LONG });
});

test("a linked message is found on its page, scrolled to and marked; a missing one is said to be", async ({
  page,
}) => {
  const { server, channel } = await longChannel(page);
  const linked = (await messages(page, channel.id, 0))[40];
  await page.goto(`/discord/server/${server.id}/${channel.id}/${linked?.id}`);
  const message = page.locator(`#message-${linked?.id}`);
  await expect(message).toBeInViewport({ timeout: LONG });
  await expect(message).toHaveAttribute("aria-current", "location");
  await expect(page.getByRole("button", { name: "Older" })).toBeDisabled();
  await page.goto(`/discord/server/${server.id}/${channel.id}/404404404`);
  await expect(page.getByText("The linked message isn't in the archive.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Newer" })).toBeDisabled();
});

test("edits unfold, embeds have their color, archives can be looked into", { tag: "@once" }, async ({
  page,
}) => {
  const { server, channel } = await longChannel(page);
  const all = await messages(page, channel.id, 0);
  const edited = all.find(({ revisions }) => revisions.length > 0);
  const carded = all.find(({ embeds }) => embeds.length > 0);
  await page.goto(`/discord/server/${server.id}/${channel.id}/${edited?.id}`);
  const message = page.locator(`#message-${edited?.id}`);
  await expect(message.locator("details li").first()).toBeHidden();
  await message.getByText(/Edited/).click();
  await expect(message.locator("details li").first()).toContainText(edited?.revisions[0]?.content ?? "");
  const card = page.locator(`#message-${carded?.id}`);
  await expect(card.getByText(carded?.embeds[0]?.title ?? "")).toBeVisible();
  await expect(card.locator("rect")).toHaveAttribute("fill", "#a63b36");
  await page.getByRole("link", { name: "View contents" }).first().click();
  await expect(page).toHaveURL(/\/file\/[0-9a-f]{64}$/);
});

test("text stays text: addresses become links, marks become names", { tag: "@once" }, async ({ page }) => {
  const { server, channel } = await longChannel(page);
  await page.route(`**/api/v1/discord/channel/${channel.id}?*`, async (route) => {
    const list = (await (await route.fetch()).json()) as Message[];
    list[0]!.content = `<b>bold</b> https://example.org/a\n<#${channel.id}> <@1> <:kettle:12>`;
    await route.fulfill({ json: list.slice(0, 1) });
  });
  await page.goto(`/discord/server/${server.id}/${channel.id}`);
  const message = page.locator("main [id^=message-]");
  await expect(message).toContainText("<b>bold</b>");
  await expect(message).toContainText("@unknown user :kettle:");
  await expect(message.getByRole("link", { name: "https://example.org/a" })).toHaveAttribute(
    "rel",
    "noopener noreferrer nofollow",
  );
  await expect(message.getByRole("link", { name: `#${channel.name}` })).toBeVisible();
});

test("no channels, unknown servers and channels, a failure with a way to try again", {
  tag: "@once",
}, async ({ page }) => {
  const { server, channel } = await longChannel(page);
  const address = `**/api/v1/discord/server/${server.id}`;
  await page.route(address, (route) => route.fulfill({ json: { ...server, channels: [] } }));
  await page.goto(`/discord/server/${server.id}`);
  await expect(page.getByText("No channels found")).toBeVisible();
  await page.unroute(address);
  for (const missing of ["/discord/server/404", `/discord/server/${server.id}/404`]) {
    await page.goto(missing);
    await expect(page.getByText("The page you are looking for does not exist.")).toBeVisible();
  }
  let isBroken = true;
  await page.route(`**/api/v1/discord/channel/${channel.id}?*`, async (route) => {
    if (isBroken) await route.fulfill({ status: 418, json: {} });
    else await route.continue();
  });
  await page.goto(`/discord/server/${server.id}/${channel.id}`);
  await expect(page.getByRole("alert")).toContainText("Something went wrong.");
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator("main article").first()).toBeVisible();
});

test("back returns to the place in the channel one left", async ({ page }) => {
  const { server, channel } = await longChannel(page);
  await page.goto(`/discord/server/${server.id}/${channel.id}?o=0`);
  await expect(page.locator("main [id^=message-]")).toHaveCount(150, { timeout: LONG });
  await page.waitForTimeout(300);
  await page.evaluate(() => scrollTo(0, 2_000));
  await page.waitForTimeout(300);
  const before = await page.evaluate(() => scrollY);
  await page.evaluate((name) => {
    const links = [...document.querySelectorAll<HTMLElement>("header a, main a")];
    links.find((link) => link.textContent === name)?.click();
  }, server.name);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(server.name);
  await page.goBack();
  await expect(page.locator("main [id^=message-]")).toHaveCount(150, { timeout: LONG });
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});
