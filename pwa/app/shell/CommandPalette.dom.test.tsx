/** The command palette. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { searchAll } from "#shared/contracts/search.ts";
import {
  answerCreators,
  answerPostPages,
  answerPosts,
  NOTHING_FOUND,
  postAddress,
} from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { setOnline } from "#tests/components/connection.ts";
import { listCreator, listPost, listPosts } from "#tests/components/examples.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";
import { endWorkersBeforeEach } from "#tests/components/workers.ts";

endWorkersBeforeEach();

const main = page.getByRole("main");
const palette = page.getByRole("dialog", { name: "Command palette" });
const input = palette.getByRole("combobox");
const option = palette.getByRole("option");
const recent = palette.getByRole("group", { name: "Recent" });
const heading = page.getByRole("heading", { level: 1 });
const post = listPost({ id: "7", title: "Harbor at night" });
const press = (keys: string) => userEvent.keyboard(keys);
const theme = () => document.documentElement.dataset["theme"];

const keysAreThere = () =>
  expect.poll(() => document.querySelector("[role=status]:not(main *, [aria-label])")).not.toBeNull();

async function openPalette(): Promise<void> {
  await press("{Control>}k{/Control}");
  await expect.element(input).toHaveFocus();
}

/** A post that was opened, so that the palette knows it. */
async function visitPost(): Promise<void> {
  await answerPostPages([post]);
  await renderScreen(postAddress(post));
  await keysAreThere();
  await expect.poll(() => localStorage.getItem("visits")).toContain(postAddress(post));
}

test("a creator by a few letters, pages with typing errors, actions; Escape gives the focus back", async () => {
  const posts = listPosts(3);
  const ann = { service: "patreon", id: "10", name: "Ann Lantern", post_count: 3 } as const;
  await answerPosts(posts);
  await answerPostPages(posts);
  await api.answer(searchAll, NOTHING_FOUND);
  await api.answer(searchAll, { ...NOTHING_FOUND, creators: [ann] }, { query: { q: "Ann L" } });
  await renderScreen("/posts");
  await keysAreThere();
  const first = main.getByRole("article").first().getByRole("link");
  await expect.element(first).toBeVisible();
  (first.element() as HTMLElement).focus();
  await openPalette();
  await press("{Escape}");
  await expect.element(palette).not.toBeInTheDocument();
  await expect.element(first).toHaveFocus();

  await openPalette();
  await press("Ann L");
  await expect
    .element(palette.getByRole("group", { name: "Creators" }).getByRole("option").first())
    .toBeVisible();
  await press("{Enter}");
  await expect.poll(address).toBe("/patreon/user/10");
  await expect.element(heading).toHaveTextContent("Ann Lantern");

  await press("{Meta>}k{/Meta}");
  await press("setings");
  await expect.element(palette.getByRole("option", { name: "Settings" })).toBeVisible();
  await press("{Enter}"); // may come before the search has answered
  await expect.poll(address).toBe("/settings");

  await openPalette();
  await press("theme black");
  await expect.element(option.first()).toHaveTextContent("Theme: black");
  await press("{Enter}");
  await expect.poll(theme).toBe("black");
  await openPalette();
  await press("{Control>}k{/Control}");
  await expect.element(palette).not.toBeInTheDocument();
});

test("the list of recently opened pages can be emptied", async () => {
  await api.answer(searchAll, NOTHING_FOUND);
  await visitPost();
  await openPalette();
  await expect.element(recent.getByRole("option").first()).toBeVisible();
  await press("clear rec{Enter}");
  await expect.element(palette).not.toBeInTheDocument();
  await openPalette();
  await expect.element(palette.getByRole("group", { name: "Pages" })).toBeVisible();
  await expect.element(recent).not.toBeInTheDocument();
});

test("offline: pages, actions, and what was opened last", async () => {
  await visitPost();
  await answerCreators([listCreator()]);
  await page.getByRole("link", { name: "All creators", exact: true }).first().click();
  await expect.poll(address).toBe("/artists");
  await expect.element(main.getByRole("article").first()).toBeVisible();
  await api.disconnect(searchAll);
  setOnline(false);
  await openPalette();
  await expect.element(recent.getByRole("option").first()).toHaveTextContent("Harbor at night");
  await press("Harbor");
  await expect.element(palette.getByText("Search isn't responding.")).toBeVisible();
  await expect.element(recent.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await press("{Enter}");
  await expect.poll(address).toBe(postAddress(post));
  await expect.element(heading).toHaveTextContent("Harbor at night");

  await openPalette();
  await press("dark{Enter}");
  await expect.poll(theme).toBe("dark");
});
