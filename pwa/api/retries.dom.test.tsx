/** Failures that pass with time. A request that was repeated by itself is not for a while: each test has its own address. */
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { listPosts } from "#shared/contracts/posts.ts";
import { api } from "#tests/components/api.ts";
import { answerEverything } from "#tests/components/archive.ts";
import { listPosts as manyPosts } from "#tests/components/examples.ts";
import { alert, cards } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";
import { endSlowTime, startSlowTime } from "#tests/components/slow-time.ts";

const tryAgain = page.getByRole("button", { name: "Try again" });
const ticking = () => document.querySelector("[role=alert] [aria-hidden=true]:not(svg, svg *)")?.textContent;
const secondsLeft = () => Number(/\d+/.exec(ticking() ?? "")?.[0]);
const announced = () => document.querySelector("[role=alert] .sr-only")?.textContent;
/** @param offset pictures of other posts are not in the browser's memory yet */
const posts = (offset = 0) => api.answer(listPosts, { count: 3, true_count: 3, posts: manyPosts(3, offset) });
/** In development the first one may be asked for twice: counted from when its failure is on the screen. */
const asked = async () => (await api.requests(/^\/api\/v1\/posts\?/)).length;

/** Only for tests in which minutes pass. */
const fakeTime = () => startSlowTime(["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"]);
afterEach(endSlowTime);

test("429 with a pause: a countdown, one request more by itself, and no storm", async () => {
  fakeTime();
  await api.fail(listPosts, 429, "Not now.", { headers: { "retry-after": "30" } });
  await renderScreen("/posts", { preloads: true });
  await expect.element(alert.getByRole("heading", { name: "The server is busy" })).toBeVisible();
  await expect.element(alert).toHaveTextContent("Too many requests.");
  await expect.poll(ticking).toMatch(/in \d+ seconds/);
  const [first, said, shown] = [await asked(), announced(), secondsLeft()];
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.poll(secondsLeft).toBeLessThanOrEqual(shown - 5);
  expect(said).toMatch(/in \d+ seconds/);
  expect(announced(), "said once").toBe(said);

  // Nothing else asks meanwhile: coming back to the tab, a link that is pointed at.
  dispatchEvent(new Event("focus"));
  document.dispatchEvent(new Event("visibilitychange"));
  await page.getByRole("link", { name: "All posts", exact: true }).first().hover();
  expect(await asked()).toBe(first);
  await vi.advanceTimersByTimeAsync(26_000);
  await expect.poll(asked).toBe(first + 1);
  await expect.element(alert.getByRole("heading", { name: "The server is busy" })).toBeVisible();
  await expect.poll(ticking).toBeUndefined();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await asked()).toBe(first + 1);

  await posts();
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect.element(cards.first()).toBeVisible();
  expect(await asked()).toBe(first + 2);
});

test("the one repetition by itself is enough when the server is back", async () => {
  await api.fail(listPosts, 503, "Not now.", { headers: { "retry-after": "600" } });
  await renderScreen("/posts?q=one");
  await expect
    .element(alert)
    .toHaveTextContent("The server is down for maintenance or unavailable. Try again later.");
  const first = await asked();
  await posts();
  vi.setSystemTime(Date.now() + 601_000);
  await expect.element(cards.first()).toBeVisible();
  expect(await asked()).toBe(first + 1);
});

test("the visitor need not wait", async () => {
  await api.fail(listPosts, 429, "Not now.", { headers: { "retry-after": "600" } });
  await renderScreen("/posts?q=two");
  await expect.element(alert).toHaveTextContent("Too many requests.");
  const first = await asked();
  await posts();
  await tryAgain.click();
  await expect.element(cards.first()).toBeVisible();
  expect(await asked()).toBe(first + 1);
});

test("an answer that never comes is said after a while, and asked for once more", async () => {
  fakeTime();
  await api.hold(listPosts, { count: 0, true_count: 0, posts: [] });
  await renderScreen("/posts?q=three");
  await expect.poll(asked).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.element(alert).toHaveTextContent("The server took too long to respond.");
  await expect.element(alert).toHaveTextContent(/Retrying in \d+ seconds/);
  const first = await asked();
  await vi.advanceTimersByTimeAsync(11_000);
  await expect.poll(asked).toBe(first + 1);
});

test("the content on the screen stays when a refetch fails", async () => {
  await answerEverything();
  await renderScreen("/posts");
  await expect.element(cards.first()).toBeVisible();
  await api.fail(listPosts, 503, "Not now.");
  vi.setSystemTime(Date.now() + 10 * 60_000); // old enough to be asked for again
  await page.getByRole("link", { name: "All creators", exact: true }).first().click();
  await expect.poll(address).toBe("/artists");
  const before = await asked();
  await page.getByRole("link", { name: "All posts", exact: true }).first().click();
  await expect.poll(asked).toBeGreaterThan(before);
  await expect.element(cards.first()).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test("pictures that do not load leave a calm place, and come when the connection is back", async () => {
  await posts(900);
  await api.missFiles("/thumbnail/");
  await renderScreen("/posts?q=four");
  const picture = () => document.querySelector<HTMLImageElement>("main article img");
  await expect.poll(() => picture()?.checkVisibility({ visibilityProperty: true })).toBe(false);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="360"/>`;
  for (const { src } of document.images)
    await api.file(new URL(src).pathname, svg, { "content-type": "image/svg+xml" });
  dispatchEvent(new Event("offline"));
  dispatchEvent(new Event("online"));
  await expect.poll(() => picture()?.checkVisibility({ visibilityProperty: true })).toBe(true);
  await expect.poll(() => picture()?.naturalWidth).toBeGreaterThan(0);
});
