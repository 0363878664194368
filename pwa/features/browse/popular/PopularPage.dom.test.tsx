import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { listPopularPosts } from "#shared/contracts/popular.ts";
import { listPosts } from "#shared/contracts/posts.ts";
import { type Period, popularPeriodProblem } from "#shared/rules/popular.ts";
import { api } from "#tests/components/api.ts";
import { popular } from "#tests/components/archive.ts";
import { listPost } from "#tests/components/examples.ts";
import { alert, cards, heading } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

const periods = page.getByRole("navigation", { name: "Period" }).getByRole("link");
const steps = page.getByRole("navigation", { name: "Earlier and later" });

/** The window as its address names it. */
const answer = (period: Period, date: string | undefined, size: Parameters<typeof popular>[2] = {}) =>
  api.answer(listPopularPosts, popular(period, date, size), {
    query: { period: period === "recent" ? null : period, date: date ?? null },
  });

test("a month shows its posts under its name, and leads to the months around it", async () => {
  await answer("month", "2026-06-15", { count: 60 });
  await answer("month", "2026-05-01");
  await answer("month", "2026-06-01");
  await renderScreen("/posts/popular?period=month&date=2026-06-15");
  await expect.element(heading).toHaveTextContent("Popular Posts for June 2026");
  await expect.poll(() => document.title).toMatch(/^Popular Posts for June 2026 /);
  await expect.element(cards).toHaveLength(50);
  await expect.element(periods.filter({ hasText: "Month" })).toHaveAttribute("aria-current", "page");
  await steps.getByRole("link", { name: "Previous month" }).click();
  await expect.poll(address).toBe("/posts/popular?period=month&date=2026-05-01");
  await expect.element(heading).toHaveTextContent("Popular Posts for May 2026");
  await steps.getByRole("link", { name: "Next month" }).click();
  await expect.element(heading).toHaveTextContent("Popular Posts for June 2026");
});

test("the periods keep the day, and each has steps of its own", async () => {
  const date = "2026-06-15";
  for (const period of ["month", "week", "day", "recent"] as const) await answer(period, date);
  await renderScreen(`/posts/popular?date=${date}&period=month`);
  for (const [name, step, range] of [
    ["Week", "Previous week", "June 09, 2026 to June 15, 2026"],
    ["Day", "Previous day", "June 15, 2026"],
  ] as const) {
    await periods.filter({ hasText: name }).click();
    await expect.poll(address).toContain(`date=${date}`);
    await expect.element(steps.getByRole("link", { name: step })).toBeVisible();
    await expect.element(heading).toHaveTextContent(`Popular Posts for ${range}`);
  }
});

test("without a date it is the last 24 hours, and there is no later day", async () => {
  await answer("recent", undefined);
  await renderScreen("/posts/popular");
  await expect.element(heading).toHaveTextContent("Popular Posts for the last 24 hours");
  await expect.element(steps.getByText("Next day")).toHaveAttribute("aria-disabled", "true");
});

test("nothing is before the first month", async () => {
  await answer("month", "2022-02-14");
  await renderScreen("/posts/popular?period=month&date=2022-02-14");
  await expect.element(heading).toHaveTextContent("Popular Posts for February 2022");
  await expect.element(steps.getByText("Previous month")).toHaveAttribute("aria-disabled", "true");
});

test("where nothing is new, the newest period with posts stands in, and says so", async () => {
  await answer("recent", undefined, { count: 0 });
  await answer("month", undefined, { count: 0 });
  await answer("week", "2026-06-15");
  await answer("month", "2026-06-15");
  const posts = [listPost({ published: "2026-06-15T12:00:00" })];
  await api.answer(listPosts, { count: 1, true_count: 1, posts });
  await renderScreen("/posts/popular");
  await expect.element(heading).toHaveTextContent("Popular Posts for June 09, 2026 to June 15, 2026");
  await expect.element(page.getByText("Nothing was published in this period yet.")).toBeVisible();
  await expect.element(cards.first()).toBeVisible();
  await periods.filter({ hasText: "Month" }).click();
  await expect.element(heading).toHaveTextContent("Popular Posts for June 2026");
  expect(address()).toBe("/posts/popular?period=month");
});

test("an empty window says so and leads to the month of the newest post", async () => {
  await answer("day", "2022-02-02", { count: 0 });
  await answer("month", "2026-06-15");
  const posts = [listPost({ published: "2026-06-15T12:00:00" })];
  await api.answer(listPosts, { count: 1, true_count: 1, posts });
  await renderScreen("/posts/popular?period=day&date=2022-02-02");
  await expect.element(heading).toHaveTextContent("Popular Posts for February 02, 2022");
  await expect.element(page.getByRole("heading", { name: "Nobody here but us chickens!" })).toBeVisible();
  await expect.element(page.getByText("There are no posts for your query.")).toBeVisible();
  await page.getByRole("link", { name: "Popular posts of June 2026" }).click();
  await expect.element(cards.first()).toBeVisible();
});

test("posts after the first fifty are on the next page", async () => {
  await answer("month", "2026-06-15", { count: 60 });
  await api.answer(listPopularPosts, popular("month", "2026-06-15", { count: 60, shown: 10 }), {
    query: { o: "50" },
  });
  await renderScreen("/posts/popular?period=month&date=2026-06-15");
  const pages = page.getByRole("navigation", { name: "Pages of popular posts" });
  await pages.getByRole("link", { name: "Next page" }).click();
  await expect.poll(address).toContain("o=50");
  await expect.element(cards).toHaveLength(10);
});

test("a period that does not exist is refused in the server's words", async () => {
  await api.fail(listPopularPosts, 400, popularPeriodProblem("year"), { query: { period: "year" } });
  await renderScreen("/posts/popular?period=year");
  await expect.element(alert).toHaveTextContent("Period year is not one of recent, day, week, month.");
});

test("a window that does not load can be tried again", async () => {
  await api.fail(listPopularPosts, 500);
  await renderScreen("/posts/popular?period=week");
  await expect.element(alert).toBeVisible();
  await answer("week", undefined);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(heading).toHaveTextContent(/^Popular Posts for .+ to .+/);
});
