import { expect, type Page, test } from "playwright/test";
import { watchConsole } from "./page.ts";

/** Answers made up here would else not reach a page the worker answers for. */
interface Channel {
  channel_id: string;
  name: string;
  post_count: number;
}

interface Message {
  message_id: string;
  deleted_at: string | null;
  replies: unknown[];
  original_json: { text: string; user: { name: string; role: string } };
}

interface Host {
  id: string;
  channels: Channel[];
}

/** Creators of the archive that have community channels. */
async function hosts(page: Page): Promise<Host[]> {
  const answer = (await (await page.request.get("/api/v1/creators")).json()) as
    | { service: string; id: string }[]
    | { creators: { service: string; id: string }[] };
  const found: Host[] = [];
  for (const { service, id } of Array.isArray(answer) ? answer : answer.creators) {
    if (service !== "patreon") continue;
    const channels = (await (
      await page.request.get(`/api/v1/patreon/user/${id}/community`)
    ).json()) as Channel[];
    if (channels.length > 0) found.push({ id, channels });
  }
  return found;
}

async function messages(page: Page, channel: string): Promise<Message[]> {
  const answer = await page.request.get(`/api/v1/patreon/user/${channel}/community/messages`);
  return (await answer.json()) as Message[];
}

test("channels are listed; a creator's only channel opens at once", async ({ page }) => {
  const faults = watchConsole(page);
  const all = await hosts(page);
  const many = all.find(({ channels }) => channels.length > 1);
  const single = all.find(({ channels }) => channels.length === 1);
  await page.goto(`/patreon/user/${many?.id}/community`);
  for (const { name } of many?.channels ?? [])
    await expect(page.locator("main").getByRole("heading", { name })).toBeVisible();
  await page
    .locator("main")
    .getByRole("link", { name: many?.channels[0]?.name ?? "" })
    .click();
  await expect(page).toHaveURL(new RegExp(`/community/${many?.channels[0]?.channel_id}$`));
  await page.goto(`/patreon/user/${single?.id}/community`);
  await expect(page).toHaveURL(new RegExp(`/community/${single?.channels[0]?.channel_id}$`));
  await expect(page.locator("main article").first()).toBeVisible();
  expect(faults).toEqual([]);
});

test("messages show replies, badges and what was deleted, 150 a page", async ({ page }) => {
  const channel = (await hosts(page)).flatMap((host) =>
    host.channels.map((one) => ({ ...one, host: host.id })),
  );
  const long = channel.find(({ post_count }) => post_count > 150);
  const list = await messages(page, long?.channel_id ?? "");
  await page.goto(`/patreon/user/${long?.host}/community/${long?.channel_id}`);
  const items = page.locator("main section > ol > li");
  await expect(items).toHaveCount(150, { timeout: 15_000 });
  await expect(items.first()).toContainText(list[0]?.original_json.user.name ?? "");
  const deleted = list.findIndex(({ deleted_at }) => deleted_at !== null);
  await expect(items.nth(deleted)).toContainText("Message deleted");
  for (const [role, badge] of [
    ["creator", "Creator"],
    ["admin", "Admin"],
    ["platform_admin", "Platform admin"],
  ] as const) {
    const at = list.findIndex(({ original_json }) => original_json.user.role === role);
    await expect(items.nth(at).locator("header").first().getByText(badge, { exact: true })).toBeVisible();
  }
  const answered = list.findIndex(({ replies }) => replies.length > 0);
  await expect(items.nth(answered).locator("ol article")).toHaveCount(list[answered]?.replies.length ?? 0);
  await expect(page.getByRole("button", { name: "Newer" }).first()).toBeDisabled();
  await page.getByRole("button", { name: "Older" }).first().click();
  await expect(page).toHaveURL(/\?o=150$/);
  await expect(items).toHaveCount((long?.post_count ?? 0) - 150);
  await expect(page.getByRole("button", { name: "Older" }).first()).toBeDisabled();
});

test("a wrong channel, no channels, and a failure with a way to try again", async ({ page }) => {
  const [host] = await hosts(page);
  await page.goto(`/patreon/user/${host?.id}/community/nothing`);
  await expect(page.getByText("Invalid channel ID")).toBeVisible();
  const address = `**/api/v1/patreon/user/${host?.id}/community`;
  await page.route(address, (route) => route.fulfill({ json: [] }));
  await page.goto(`/patreon/user/${host?.id}/community`);
  await expect(page.getByText("There are no items found.")).toBeVisible();
  await page.unroute(address);
  let isBroken = true;
  await page.route("**/community/messages*", async (route) => {
    if (isBroken) await route.fulfill({ status: 418, json: {} });
    else await route.continue();
  });
  await page.goto(`/patreon/user/${host?.id}/community/${host?.channels[0]?.channel_id}`);
  await expect(page.getByRole("alert")).toContainText("Something went wrong.");
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator("main article").first()).toBeVisible();
});
