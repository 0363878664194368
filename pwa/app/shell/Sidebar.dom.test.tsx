import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getTasks } from "#shared/contracts/tasks.ts";
import { answerAccount, answerFavorites, LOGGED_IN } from "#tests/components/account.ts";
import { answerCreators, answerPosts, answerPrefetches } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { DESKTOP, isRed } from "#tests/components/places.ts";
import { renderScreen, reopen } from "#tests/components/screen.tsx";
import { nextFrame, watchShifts } from "#tests/components/shifts.ts";

test("the sidebar keeps its state on wide screens and is always retracted on narrow ones", async () => {
  const isOpen = () => document.getElementById("sidebar")?.dataset["open"];
  const toggle = page.getByRole("button", { name: "Sidebar", exact: true });
  const to = (name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
  await answerPrefetches();
  await answerPosts([]);
  await answerCreators([]);
  await renderScreen("/", { viewport: { width: 1021, height: 800 } });
  await expect.poll(isOpen).toBe("true");
  for (const name of ["Find by file", "Saved", "Settings"]) await expect.element(to(name)).toBeVisible();
  await expect
    .element(page.getByRole("banner").getByRole("link", { name: /posts|creators/i }))
    .toHaveLength(0);
  await to("All posts").click();
  await expect.poll(() => location.pathname).toBe("/posts");
  expect(isOpen()).toBe("true");
  await toggle.click();
  await reopen();
  await expect.poll(isOpen).toBe("false");
  await page.viewport(1019, 800);
  await toggle.click();
  await expect.poll(isOpen).toBe("true");
  await to("All creators").click();
  await expect.poll(() => location.pathname).toBe("/artists");
  await expect.poll(isOpen).toBe("false");
});

test("the sidebar of an account leads to its keys, favorites and DMs to review, which is red while some wait", async () => {
  await answerAccount();
  await answerFavorites();
  await api.answer(getTasks, { dms: 3, moderation: null });
  await renderScreen("/contact", { stored: LOGGED_IN });
  const account = page.getByRole("list", { name: "Account" });
  await expect.element(account.getByRole("link", { name: "Log out" })).toBeVisible();
  const links = account.getByRole("link").elements();
  expect(links.map((link) => link.textContent)).toEqual([
    "Saved keys",
    "Favorites",
    "Review DMs",
    "Log out",
    "Settings",
  ]);
  await expect.poll(() => isRed(account.getByRole("link", { name: "Review DMs" }))).toBe(true);
});

test("the queues of a moderator are in view, and nothing moves when their numbers come", async () => {
  await answerAccount({ role: "moderator" });
  await answerFavorites();
  const moderation = { flags: 4, creator_links: 0, takedown_requests: 2, uploads: 11 };
  await api.answer(getTasks, { dms: 0, moderation });
  const stored = { ...LOGGED_IN, role: "moderator" };
  await renderScreen("/contact", { stored, viewport: DESKTOP });
  const queues = page.getByRole("navigation", { name: "Main" }).getByRole("list", { name: "Moderation" });
  await expect.element(queues.getByRole("link", { name: "Flags 4" })).toBeVisible();
  for (const link of queues.getByRole("link").elements())
    expect(link.getBoundingClientRect().bottom).toBeLessThan(innerHeight);
  await expect.poll(() => localStorage.getItem("queues")).toBe("yes");
  // On its first visit the device knows of no queues, and the frame in which they came may still have to be painted.
  await nextFrame();
  await nextFrame();
  const shifts = watchShifts();
  await api.answer(getTasks, { dms: 0, moderation: { ...moderation, flags: 5 } });
  await reopen();
  await expect.element(queues.getByRole("link", { name: "Flags 5" })).toBeVisible();
  expect(await shifts()).toEqual([]);
});
