/** The states of a screen that fetches. */
import { expect } from "vitest";
import { page } from "vitest/browser";
import { listPosts } from "#shared/contracts/posts.ts";
import { api } from "./api.ts";
import { answerEverything } from "./archive.ts";
import { heading } from "./places.ts";
import { renderScreen } from "./screen.tsx";
import type { Screen } from "./screens.ts";
import { watchShifts } from "./shifts.ts";

const LOADING = /^Loading/;
/** Placeholders of what loads. */
export const loading = page.getByRole("status", { name: LOADING });

/** Posts of each list: more than axe.ts looks at, and few to render in each check. */
const COUNT = 5;
/** Lists of several pages; a page fills a wide window, so that everything in view can move. */
const LONG_LISTS = { count: 60, pageSize: 36 };
const NO_POSTS = { count: 0, true_count: 0, posts: [] };

/** Waits until a screen has loaded. @param label what placeholders of what loads are called */
export async function waitForContent(label = LOADING): Promise<void> {
  await expect.element(heading).toBeVisible();
  await expect.element(heading).toHaveLength(1);
  await expect.element(page.getByRole("status", { name: label })).not.toBeInTheDocument();
}

/** Opens a screen with all its answers. */
export async function openScreen({ address, stored = {} }: Screen): Promise<void> {
  await answerEverything({ count: COUNT });
  await api.answer(listPosts, NO_POSTS, { query: { q: "zzzzqqqqxxxx" } });
  await renderScreen(address, { stored });
  await waitForContent();
}

/** First the shape of what comes, then a calm failure, which is not repeated by itself, then, asked again, the content. */
export async function passesThroughStates({ address, waitsFor, stored = {} }: Screen): Promise<void> {
  await answerEverything({ count: COUNT });
  const releases: (() => Promise<void>)[] = [];
  for (const endpoint of waitsFor) releases.push(await api.holdFailure(endpoint, 500, "Held for a test."));
  await renderScreen(address, { stored });
  await expect.element(loading.first()).toBeVisible();
  for (const release of releases) await release();
  const again = page.getByRole("alert").getByRole("button", { name: "Try again" }).first();
  await expect.element(again).toBeVisible();
  await expect.element(heading).toHaveLength(1);
  for (const endpoint of waitsFor) await api.removeLast(endpoint);
  await again.click();
  await waitForContent();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  const content = () => [...document.querySelectorAll("main :is(li, article, dd, p)")];
  await expect.poll(() => content().some((one) => one.checkVisibility())).toBe(true);
}

/** Nothing that was drawn moves until everything in view is there. */
export async function staysWhileLoading(
  { address }: Screen,
  viewport: { width: number; height: number },
  { isLate }: { isLate: boolean },
): Promise<void> {
  await answerEverything(LONG_LISTS);
  const release = isLate ? await api.holdAll() : undefined;
  const shifts = watchShifts();
  await renderScreen(address, { viewport });
  if (isLate) await expect.element(loading.first()).toBeVisible();
  await release?.();
  await waitForContent();
  const inView = (image: HTMLImageElement) => image.getBoundingClientRect().top <= innerHeight;
  await expect.poll(() => [...document.images].filter(inView).every(({ complete }) => complete)).toBe(true);
  expect(await shifts()).toEqual([]);
}
