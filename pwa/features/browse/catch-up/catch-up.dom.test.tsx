/** New posts of favorites since the last visit: what is in them, what is left out, and the ways it can fail. */
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { listNewPosts } from "#shared/contracts/favorites.ts";
import { listPosts } from "#shared/contracts/posts.ts";
import {
  answerAccount,
  answerFavorites,
  answerNewPosts,
  LOGGED_IN,
  newPost,
} from "#tests/components/account.ts";
import { answerPrefetches } from "#tests/components/answers.ts";
import { api, NOT_SOON } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { setOnline } from "#tests/components/connection.ts";
import { fullPost } from "#tests/components/examples.ts";
import { renderScreen, reopen } from "#tests/components/screen.tsx";
import { saveSearch } from "../../../offline/searches/searches.ts";

const PAGE = "/account/favorites/new";
const main = page.getByRole("main");
const heading = main.getByRole("heading", { level: 1 });
const titles = () =>
  main
    .getByRole("article")
    .elements()
    .map((one) => one.querySelector("h2")?.textContent);
const creators = () =>
  [...document.querySelectorAll("main section > header h2")].map((one) => one.textContent);

beforeEach(async () => {
  await answerPrefetches();
  await answerAccount();
  await answerFavorites();
});

const POSTS = [
  newPost({ id: "1", user: "10" }),
  newPost({ id: "2", user: "20", service: "fanbox", tags: ["rain"] }),
  newPost({ id: "3", user: "10", tags: ["snow"] }),
  newPost({ id: "4", user: "30" }),
];

test("new posts stand by their creators, the newest first, with figures", async () => {
  await answerNewPosts(POSTS);
  await renderScreen(PAGE, { stored: LOGGED_IN });
  await expect.element(main.getByText("4 new posts by 3 creators")).toBeVisible();
  await expect.element(heading).toHaveTextContent("New in the last 7 days");
  expect(creators()).toEqual(["Creator 10", "Creator 20", "Creator 30"]);
  expect(titles()).toEqual(["Post 1", "Post 3", "Post 2", "Post 4"]);
  await expect.element(main.getByText("2 new posts", { exact: true })).toBeVisible();
});

test("muted creators and tags are left out of posts and figures, whatever is done with them elsewhere", async () => {
  await answerNewPosts(POSTS);
  const mutes = {
    mode: "blur",
    creators: [{ service: "patreon", id: "30", name: "Creator 30" }],
    tags: ["Rain"],
    words: [],
    services: [],
  };
  await renderScreen(PAGE, { stored: { ...LOGGED_IN, mutes: JSON.stringify(mutes) } });
  await expect.element(main.getByText("2 new posts by 1 creator")).toBeVisible();
  await expect.element(main.getByText("2 hidden by mutes")).toBeVisible();
  expect(creators()).toEqual(["Creator 10"]);
  expect(titles()).toEqual(["Post 1", "Post 3"]);
});

const NOW = new Date().toISOString().slice(0, 19);
/** Added just now. */
const hit = (part: Parameters<typeof fullPost>[0]) => ({
  ...fullPost({ added: NOW, ...part }),
  substring: "Some words",
  creator_name: `Creator ${part?.user}`,
});

async function answerSearch(q: string, posts: ReturnType<typeof hit>[], exact = posts.length): Promise<void> {
  const { length: count } = posts;
  for (let o = 0; o === 0 || o < count; o += 50)
    await api.answer(
      listPosts,
      { count, true_count: count, exact, posts: posts.slice(o, o + 50) },
      { query: { q, o: o === 0 ? null : String(o) } },
    );
}

test("new posts of saved searches follow, each post once, without old, muted and merely similar ones", async () => {
  await answerNewPosts(POSTS);
  await saveSearch("lantern sort:newest", 0);
  await saveSearch("tag:snow", 0);
  await saveSearch("nothing", 0);
  const old = { added: "2020-01-01T00:00:00" };
  await answerSearch(
    "lantern sort:added",
    [
      hit({ id: "1", user: "10" }), // of a favorite
      hit({ id: "5", user: "50" }),
      hit({ id: "6", user: "60", tags: ["rain"] }), // muted
      hit({ id: "7", user: "70" }), // only similar
    ],
    3,
  );
  await answerSearch("tag:snow sort:added", [
    hit({ id: "5", user: "50" }), // in the other search
    hit({ id: "8", user: "80" }),
    hit({ id: "9", user: "90", ...old }),
  ]);
  await answerSearch("nothing sort:added", []);
  const mutes = { mode: "collapse", creators: [], tags: ["rain"], words: [], services: [] };
  await renderScreen(PAGE, { stored: { ...LOGGED_IN, device: "1", mutes: JSON.stringify(mutes) } });
  await expect.element(main.getByText("5 new posts by 2 creators and in 2 saved searches")).toBeVisible();
  await expect.element(main.getByText("2 hidden by mutes")).toBeVisible();
  expect(creators()).toEqual(["Creator 10", "Creator 30", "lantern sort:newest", "tag:snow"]);
  expect(titles()).toEqual(["Post 1", "Post 3", "Post 4", "Post 5", "Post 8"]);
  expect(await violations()).toEqual([]);
  await main.getByRole("button", { name: "Mark all as seen" }).click();
  await expect.poll(() => localStorage.getItem("seen")).toContain("patreon/80:8");
  const link = main.getByRole("link", { name: "tag:snow" });
  await expect.element(link).toHaveAttribute("href", "/posts?q=tag%3Asnow");
});

test("a saved search is asked for until its posts are older, and alone is enough", async () => {
  await answerNewPosts([]);
  await saveSearch("lantern", 0);
  const fresh = Array.from({ length: 70 }, (_, at) => hit({ id: String(at), user: "50" }));
  const old = Array.from({ length: 90 }, (_, at) =>
    hit({ id: String(1_000 + at), added: "2020-01-01T00:00:00" }),
  );
  await answerSearch("lantern sort:added", [...fresh, ...old]);
  await renderScreen(PAGE, { stored: { ...LOGGED_IN, device: "1" } });
  await expect.element(main.getByText("70 new posts in 1 saved search")).toBeVisible();
  expect(await api.requests(/v1\/posts\?/)).toHaveLength(2);
});

test("where a saved search fails the other posts are there, and it can be tried again", async () => {
  await answerNewPosts(POSTS);
  await saveSearch("lantern", 0);
  await api.fail(listPosts, 503, "Search is not available right now.", NOT_SOON);
  await renderScreen(PAGE, { stored: { ...LOGGED_IN, device: "1" } });
  await expect.element(main.getByText("4 new posts by 3 creators")).toBeVisible();
  await answerSearch("lantern sort:added", [hit({ id: "5", user: "50" })]);
  await main.getByRole("button", { name: "Try again" }).click();
  await expect.element(main.getByText("5 new posts by 3 creators and in 1 saved search")).toBeVisible();
});

test("a visit clears the number on the app's icon and closes the notification", async () => {
  const clear = vi.spyOn(navigator, "clearAppBadge").mockResolvedValue();
  const close = vi.fn();
  vi.spyOn(Notification, "permission", "get").mockReturnValue("granted");
  const registration = { getNotifications: async () => [{ close }] };
  vi.spyOn(navigator.serviceWorker, "getRegistration").mockResolvedValue(registration as never);
  await answerNewPosts(POSTS);
  await renderScreen(PAGE, { stored: { ...LOGGED_IN, fav_news: "3 2026-01-01T00:00:00" } });
  await expect.element(main.getByText("4 new posts by 3 creators")).toBeVisible();
  await expect.poll(() => clear.mock.calls.length).toBeGreaterThan(0);
  await expect.poll(() => close.mock.calls.length).toBeGreaterThan(0);
  await expect.poll(() => localStorage.getItem("fav_news")).toMatch(/^0 /);
});

test("the figures of many pages are there when all of them are", async () => {
  const posts = Array.from({ length: 120 }, (_, at) => newPost({ id: String(at), user: String(at % 4) }));
  await answerNewPosts(posts);
  await renderScreen(PAGE, { stored: LOGGED_IN });
  await expect.element(main.getByText("120 new posts by 4 creators")).toBeVisible();
  expect(titles()).toHaveLength(24);
  await main.getByRole("button", { name: "Show all 30" }).first().click();
  await expect.poll(titles).toHaveLength(48);
});

test("all are marked as seen with one press, and unmarked with another", async () => {
  await answerNewPosts(POSTS);
  await renderScreen(PAGE, { stored: { ...LOGGED_IN, seen: "patreon/10:1" } });
  await main.getByRole("button", { name: "Mark all as seen" }).click();
  await expect.element(page.getByText("3 posts marked as seen.")).toBeVisible();
  await expect
    .poll(() => localStorage.getItem("seen"))
    .toBe("patreon/10:1\nfanbox/20:2\npatreon/10:3\npatreon/30:4");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => localStorage.getItem("seen")).toBe("patreon/10:1");
});

test("the next visit begins where the last one ended; a reload is the same visit", async () => {
  await answerNewPosts(POSTS);
  const at = new Date(Date.now() - 3 * 24 * 60 * 60_000).toISOString().slice(0, 19);
  await renderScreen(PAGE, { stored: { ...LOGGED_IN, "catch-up": `${at} ` } });
  const day = new Intl.DateTimeFormat("en", { weekday: "long" }).format(new Date(`${at}Z`));
  await expect.element(heading).toHaveTextContent(`New since ${day}`);
  const asked = async () =>
    (await api.requests(/favorites\/new/)).map(({ address }) => decodeURIComponent(address));
  expect((await asked()).every((address) => address.includes(`since=${at}`))).toBe(true);
  await expect.poll(() => localStorage.getItem("catch-up")).toMatch(new RegExp(` ${at}$`));
  const now = new Date().toISOString().slice(0, 19);
  localStorage.setItem("catch-up", `${now} ${at}`);
  await reopen();
  await expect.element(heading).toHaveTextContent(`New since ${day}`);
  await main.getByRole("radio", { name: "30 days" }).click();
  await expect.element(heading).toHaveTextContent("New in the last 30 days");
});

test("without new posts it says so", async () => {
  await answerNewPosts([]);
  await renderScreen(PAGE, { stored: LOGGED_IN });
  await expect.element(main.getByText("You are up to date.")).toBeVisible();
  await expect.element(main.getByRole("button", { name: "Mark all as seen" })).not.toBeInTheDocument();
});

test("a visit that fails, or is without a connection, says why and does not count", async () => {
  await api.fail(listNewPosts, 503, "Busy");
  await renderScreen(PAGE, { stored: LOGGED_IN });
  await expect.element(main.getByRole("button", { name: "Try again" })).toBeVisible();
  setOnline(false);
  await api.disconnect(listNewPosts);
  await main.getByRole("button", { name: "Try again" }).click();
  await expect.element(main.getByText("You are offline")).toBeVisible();
  expect(localStorage.getItem("catch-up")).toBeNull();
});
