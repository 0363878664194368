/** Seen marks. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { listPosts as postList } from "#shared/contracts/posts.ts";
import { answerPostPages, answerPosts, answerPrefetches, postAddress } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { setOnline } from "#tests/components/connection.ts";
import { listPost, listPosts } from "#tests/components/examples.ts";
import { openMore, pressMore } from "#tests/components/places.ts";
import { renderScreen, reopen } from "#tests/components/screen.tsx";

const POSTS = listPosts(50);
const [FIRST = listPost()] = POSTS;
const cards = page.getByRole("main").getByRole("listitem").getByRole("article");
const seen = cards.filter({ hasText: "Seen" });
const dialog = page.getByRole("dialog");
const undo = page.getByRole("status").getByRole("button", { name: "Undo" });
const marks = () => localStorage.getItem("seen") ?? "";

async function answerAll(): Promise<void> {
  await answerPrefetches();
  await answerPosts(POSTS, {}, 120);
  await answerPostPages(POSTS.slice(0, 1));
}

/** The first cards are above the window, and every IntersectionObserver has been called. */
async function scrollPast(): Promise<void> {
  const [first] = cards.elements();
  const isPast = new Promise<void>((resolve) => {
    const watcher = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting !== false) return;
      watcher.disconnect();
      resolve();
    });
    if (first !== undefined) watcher.observe(first);
  });
  cards.nth(40).element().scrollIntoView();
  await isPast;
}

test("open a post, Back: its card is marked; hidden, counted, shown, unmarked and taken back", async () => {
  await answerAll();
  await renderScreen("/posts");
  const first = cards.first();
  await first.getByRole("link").click();
  await expect.element(page.getByRole("button", { name: "More actions" })).toBeVisible();
  history.back();
  await expect.element(first.getByText("Seen", { exact: true })).toBeVisible();
  await expect.element(seen).toHaveLength(1);
  await expect.element(page.getByText("Seen 1 of 50")).toBeVisible();

  await page.getByRole("button", { name: "Hide seen" }).click();
  await expect.element(cards).toHaveLength(49);
  await expect.element(page.getByText("1 seen post hidden")).toBeVisible();
  await expect.element(page.getByText("1 to 50 of")).toBeVisible(); // the totals stay true
  await reopen();
  await expect.element(cards).toHaveLength(49);
  (page.getByRole("button", { name: "Show: 1 seen post hidden" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(cards).toHaveLength(50);

  await first.getByRole("button", { name: /^More: / }).click();
  await page.getByRole("dialog", { name: "Post 1" }).getByRole("button", { name: "Mark as unseen" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(seen).toHaveLength(0);
  expect(marks()).toBe("");
  await undo.click();
  await expect.element(seen).toHaveLength(1);
  await page.getByRole("button", { name: "Hide seen" }).click();
  await expect.element(cards).toHaveLength(50);
});

test("scrolling past marks only where that is wished; all marks are forgotten after a question", async () => {
  await answerAll();
  await renderScreen("/posts");
  await expect.element(cards).toHaveLength(50);
  await scrollPast();
  await reopen("/settings"); // leaving a list writes its marks down
  expect(marks()).toBe("");

  await page.getByRole("switch", { name: "Also mark posts I scroll past" }).click();
  await reopen("/posts");
  await expect.element(cards).toHaveLength(50);
  await scrollPast();
  await expect.poll(marks).toContain("patreon/10:");

  await reopen("/settings");
  const forget = page.getByRole("button", { name: "Clear seen history" });
  await forget.click();
  await expect.element(dialog).toHaveTextContent(/Clear \d+ seen posts?\?/);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(marks()).not.toBe("");
  await forget.click();
  await dialog.getByRole("button", { name: "Clear seen history" }).click();
  await expect.element(page.getByText("No posts are marked as seen.")).toBeVisible();
  await undo.click();
  await expect.element(page.getByText(/posts? (is|are) marked as seen\./)).toBeVisible();
});

test("offline marks are made and taken away", async () => {
  await answerAll();
  await renderScreen("/posts");
  await expect.element(cards).toHaveLength(50);
  await api.disconnect(postList);
  await cards.first().getByRole("link").click();
  await expect.poll(marks).toContain(`patreon/10:${FIRST.id}`);
  setOnline(false);
  await pressMore("Mark as unseen");
  await openMore();
  await expect.element(page.getByRole("button", { name: "Mark as seen" })).toBeVisible();
  expect(location.pathname).toBe(postAddress(FIRST));
  history.back();
  await expect.element(cards).toHaveLength(50);
  await expect.element(seen).toHaveLength(0);
});
