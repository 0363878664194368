import { expect, type Page, test } from "playwright/test";

/** What a worker fetches cannot be answered by a test. */
interface Creator {
  id: string;
  service: string;
  name: string;
}
interface Profile extends Creator {
  public_id: string | null;
  relation_id: number | null;
  has_chats: boolean;
  dm_count: number;
  share_count: number;
}

const api = async <T>(page: Page, path: string): Promise<T> =>
  (await (await page.request.get(`/api/v1${path}`)).json()) as T;

/** The first profile of the sample that is wanted. */
async function profileWith(page: Page, service: string, wanted: (one: Profile) => boolean): Promise<Profile> {
  const list = await api<Creator[]>(page, "/creators");
  for (const creator of list.filter((one) => service === "" || one.service === service)) {
    if (creator.service === "discord") continue;
    const profile = await api<Profile>(page, `/${creator.service}/user/${creator.id}/profile`);
    if (wanted(profile)) return profile;
  }
  throw new Error(`The sample has no such creator of ${service}.`);
}

const any = () => true;
const home = ({ service, id }: Creator) => `/${service}/user/${encodeURIComponent(id)}`;
const tabs = (page: Page) => page.getByRole("navigation", { name: "Creator" }).getByRole("link");
const fail = (page: Page, address: RegExp) =>
  page.route(address, (route) => route.fulfill({ status: 500, json: {} }));

test("the tabs are those of the service, with counts, and each opens its page", async ({ page }) => {
  const fanbox = await profileWith(page, "fanbox", (one) => one.dm_count > 0);
  await page.goto(home(fanbox));
  await expect(tabs(page).filter({ hasText: /^Fancards$/ })).toBeVisible();
  const names = (await tabs(page).allTextContents()).map((text) => text.replace(/[\d,()].*$/, ""));
  expect(names.filter((name) => !["DMs", "Uploads"].includes(name))).toEqual([
    "Posts",
    "Fancards",
    "Announcements",
    "Tags",
    "Linked Accounts",
    "Similar",
  ]);
  await expect(tabs(page).filter({ hasText: "DMs" })).toHaveText(`DMs${fanbox.dm_count}`);
  for (const [name, end] of [
    ["Fancards", "/fancards"],
    ["Announcements", "/announcements"],
    ["Tags", "/tags"],
    ["DMs", "/dms"],
    ["Linked Accounts", "/links"],
    ["Similar", "/recommended"],
  ] as const) {
    await tabs(page).filter({ hasText: name }).click();
    await expect(page).toHaveURL(`${home(fanbox)}${end}`);
    await expect(tabs(page).filter({ hasText: name })).toHaveAttribute("aria-current", "page");
    await expect(page.locator("[role=status][aria-label^=Loading]")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(fanbox.name);
  }
  await page.goBack();
  await expect(page).toHaveURL(`${home(fanbox)}/links`);
});

test("a creator of a service without tags and announcements has neither tab", async ({ page }) => {
  const other = await profileWith(page, "gumroad", any);
  await page.goto(home(other));
  await expect(tabs(page).filter({ hasText: "Similar" })).toBeVisible();
  for (const name of ["Fancards", "Announcements", "Tags", "Community"])
    await expect(tabs(page).filter({ hasText: name })).toHaveCount(0);
  await page.goto(`${home(other)}/fancards`);
  await expect(page.getByText("The page you are looking for does not exist.")).toBeVisible();
});

test("fancards, announcements and DMs show what there is", async ({ page }) => {
  const fanbox = await profileWith(page, "fanbox", (one) => one.dm_count > 0);
  await page.goto(`${home(fanbox)}/fancards`);
  await expect(page.getByRole("link", { name: /^Fancard of \d{4}-/ }).first()).toHaveAttribute(
    "href",
    /^\/data\//,
  );
  await page.goto(`${home(fanbox)}/announcements`);
  await expect(page.locator("main article").first().locator("time")).toHaveText(/^\d{4}-\d\d-\d\d$/);
  await expect(page).toHaveTitle(/^Announcements of /);
  await page.goto(`${home(fanbox)}/dms`);
  await expect(page.locator("main article")).toHaveCount(fanbox.dm_count);
});

test("a tag of the creator leads to the creator's posts with it", async ({ page }) => {
  const patreon = await profileWith(page, "patreon", any);
  const all = await api<{ tag: string; post_count: number }[]>(page, `${home(patreon)}/tags`);
  const tag = all[0]?.tag ?? "";
  await page.goto(`${home(patreon)}/tags`);
  await page.getByRole("main").getByRole("list").getByRole("link", { name: tag }).first().click();
  await expect(page).toHaveURL(`${home(patreon)}?${new URLSearchParams({ tag })}`);
  await expect(page.getByRole("link", { name: `Remove tag ${tag}` })).toBeVisible();
});

test("uploads of a creator lead to their files", async ({ page }) => {
  const giver = await profileWith(page, "", (one) => one.share_count > 0);
  await page.goto(`${home(giver)}/shares`);
  await expect(page.locator("main article")).toHaveCount(giver.share_count);
  await page.locator("main article a").first().click();
  await expect(page).toHaveURL(/\/share\/[^/]+$/);
});

test("linked accounts are listed and marked; without any it says so", async ({ page }) => {
  const linked = await profileWith(page, "fantia", (one) => one.relation_id !== null);
  await page.goto(`${home(linked)}/links`);
  await expect(tabs(page).filter({ hasText: "Linked Accounts" }).locator("svg")).toBeVisible();
  await expect(page.locator("main article").first()).toBeVisible();
  const alone = await profileWith(page, "", (one) => one.relation_id === null);
  await page.goto(`${home(alone)}/links`);
  await expect(page.getByText("No linked accounts found.")).toBeVisible();
  await expect(tabs(page).filter({ hasText: "Linked Accounts" }).locator("svg")).toHaveCount(0);
  await expect(page.getByText("Requires an account.")).toBeVisible();
  await page.getByRole("link", { name: "Link another account" }).click();
  await expect(page).toHaveURL(`${home(alone)}/links/new`);
  await expect(page.getByText(/requires an account. Accounts aren't available yet/)).toBeVisible();
});

test("lists without anything use the agreed words", async ({ page }) => {
  const patreon = await profileWith(page, "patreon", any);
  await page.route(/\/api\/v1\/patreon\/user\/[^/]+\/(announcements|recommended|dms)$/, (route) =>
    route.fulfill({ json: [] }),
  );
  await page.route(/api\/v1\/patreon\/user\/[^/]+\/shares$/, (route) =>
    route.fulfill({ json: { shares: [], total: 0 } }),
  );
  for (const [end, words] of [
    ["announcements", "There are no Announcements for your query."],
    ["recommended", "No similar artists found."],
    ["dms", "There are no DMs."],
    ["shares", "There are no uploads."],
  ] as const) {
    await page.goto(`${home(patreon)}/${end}`);
    await expect(page.getByRole("heading", { name: "Nobody here but us chickens!" })).toBeVisible();
    await expect(page.getByText(words)).toBeVisible();
  }
});

test("a tab that does not load can be tried again, and the creator stays", async ({ page }) => {
  const patreon = await profileWith(page, "patreon", any);
  await fail(page, /api\/v1\/.*\/announcements$/);
  await page.goto(home(patreon));
  await tabs(page).filter({ hasText: "Announcements" }).click();
  await expect(page.getByRole("alert")).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(patreon.name);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator("main article").first()).toBeVisible();
});

test("a chat server's creator page is the chat page, a public name becomes the id", async ({ page }) => {
  await page.goto("/discord/user/123456");
  await expect(page).toHaveURL("/discord/server/123456");
  const named = await profileWith(page, "", (one) => one.public_id !== null && one.public_id !== one.id);
  await page.goto(`/${named.service}/user/${named.public_id}/links?x=1`);
  await expect(page).toHaveURL(new RegExp(`/${named.service}/user/${named.id}/links`), { timeout: 15_000 });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(named.name);
  await page.goto(`/${named.service}/user/${named.public_id}?q=night`);
  await expect(page).toHaveURL(`/${named.service}/user/${named.id}?q=night`);
});

test("the creators updated last come in pages, newest first", async ({ page }) => {
  await page.goto("/artists/updated");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Recently updated creators");
  await expect(page.locator("main article").first()).toBeVisible();
  const dates = await page
    .locator("main article")
    .evaluateAll((cards) => cards.map((card) => /\d{4}-\d\d-\d\d/.exec(card.textContent ?? "")?.[0] ?? ""));
  expect(dates).toEqual([...dates].sort().reverse());
  await page.goto("/artists/updated?o=7");
  await expect(page.getByRole("alert")).toContainText("Offset 7 is not a multiple of 50.");
});

test("random leads somewhere, without a stop in the history", async ({ page }) => {
  for (const [from, to] of [
    ["/artists/random", /\/[a-z]+\/user\/[^/]+$/],
    ["/posts/random", /\/[a-z]+\/user\/[^/]+\/post\/[^/]+$/],
  ] as const) {
    await page.goto("/posts/tags");
    await page.goto(from);
    await expect(page).toHaveURL(to);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/posts\/tags$/);
  }
});

test("a random pick that fails says so and can be tried again", async ({ page }) => {
  await fail(page, /api\/v1\/artists\/random$/);
  await page.goto("/artists/random");
  await expect(page.getByRole("alert")).toBeVisible({ timeout: 15_000 });
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page).toHaveURL(/\/user\//);
});

test("a post known by service and id alone is found with its creator", async ({ page }) => {
  const { posts } = await api<{ posts: { id: string; user: string; service: string }[] }>(page, "/posts");
  const post = posts[0];
  await page.goto(`/${post?.service}/post/${post?.id}`);
  await expect(page).toHaveURL(`/${post?.service}/user/${post?.user}/post/${post?.id}`);
  await page.goto("/patreon/post/nothing-here");
  await expect(page.getByText("The page you are looking for does not exist.")).toBeVisible();
  await page.goto("/nosuchservice/post/1");
  await expect(page.getByText("The page you are looking for does not exist.")).toBeVisible();
  await page.goto("/patreon/post");
  await expect(page.getByText("Post ID is required.")).toBeVisible();
  await page.goto("/%20/post/1");
  await expect(page.getByText("Service is required.")).toBeVisible();
});
