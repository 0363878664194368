/** Menus: at their button on wide screens, a titled sheet at the bottom of phones. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answerAccount, answerFavorites, LOGGED_IN } from "#tests/components/account.ts";
import { answerEverything } from "#tests/components/archive.ts";
import { cards, DESKTOP, main, menuButton, PHONE } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";

const MENUS = [
  {
    of: "a post's card",
    address: "/posts",
    open: () => cards.first().getByRole("button", { name: /^More: / }),
    title: "Post 1",
    command: "Select posts",
  },
  {
    of: "a post",
    address: "/patreon/user/10/post/1",
    open: () => main.getByRole("button", { name: "More actions", exact: true }),
    title: "More actions",
    command: "Mute creator",
  },
  {
    of: "the account",
    address: "/contact",
    open: () => menuButton,
    title: "bea",
    command: "Notifications",
  },
];
const dialog = () => document.querySelector<HTMLElement>("dialog:popover-open");
const title = (menu: HTMLElement) => menu.querySelector<HTMLElement>("p[aria-hidden]");

test.each(MENUS)("the menu of $of is a titled sheet on a phone", async ({ address, open, ...menu }) => {
  await answerEverything({ count: 5 });
  await answerAccount();
  await answerFavorites();
  await renderScreen(address, { stored: LOGGED_IN, viewport: PHONE });
  await open().click();
  await expect.element(page.getByRole("dialog").getByText(menu.command, { exact: true })).toBeVisible();
  const box = dialog()!.getBoundingClientRect();
  expect([box.left, box.width, Math.round(box.bottom)]).toEqual([0, PHONE.width, PHONE.height]);
  expect(title(dialog()!)?.checkVisibility()).toBe(true);
  expect(title(dialog()!)?.textContent).toBe(menu.title);
});

test.each(MENUS)("the menu of $of is at its button on a wide screen", async ({ address, open, command }) => {
  await answerEverything({ count: 5 });
  await answerAccount();
  await answerFavorites();
  await renderScreen(address, { stored: LOGGED_IN, viewport: DESKTOP });
  await open().click();
  await expect.element(page.getByRole("dialog").getByText(command, { exact: true })).toBeVisible();
  const opener = open().element().getBoundingClientRect();
  const box = dialog()!.getBoundingClientRect();
  expect(Math.min(Math.abs(box.top - opener.bottom), Math.abs(box.bottom - opener.top))).toBeLessThan(16);
  expect(box.left).toBeLessThanOrEqual(Math.max(opener.left, DESKTOP.width - box.width));
  expect(title(dialog()!)?.checkVisibility()).toBe(false);
});

test("the keyboard opens the menu of a card, enters it, and comes back to the button", async () => {
  await answerEverything({ count: 5 });
  await renderScreen("/posts", { viewport: DESKTOP });
  const opener = cards.first().getByRole("button", { name: /^More: / });
  await expect.element(opener).toBeInTheDocument();
  (opener.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const menu = page.getByRole("dialog", { name: "Post 1" });
  await expect.element(menu.getByRole("button").first()).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});
