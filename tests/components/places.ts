/** Words that tests of many screens share. */
import { expect } from "vitest";
import { type Locator, page } from "vitest/browser";

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

export const heading = page.getByRole("heading", { level: 1 });
export const alert = page.getByRole("alert");
export const cards = page.getByRole("main").getByRole("article");

/** Waits for what loads after the first screen (app/shell/DeferredParts): shortcuts, and the place of notices. */
export const deferredPartsLoaded = () =>
  expect.poll(() => document.querySelector("[role=status]:not(main *, [aria-label])")).not.toBeNull();

/** Checks that everything is within the window's width. */
export const fits = () => document.documentElement.scrollWidth <= innerWidth;

/** Checks a radio button of a group. */
export const choose = (group: string, option: string) =>
  page
    .getByRole("group", { name: group, exact: true })
    .getByRole("radio", { name: option, exact: true })
    .click();

export const main = page.getByRole("main");
export const field = (label: string) => main.getByLabelText(label, { exact: true });
export const submit = (name: string) => main.getByRole("button", { name, exact: true });
export const menuButton = page.getByRole("banner").getByRole("button", { name: /^Account menu/ });
export const accountMenu = page.getByRole("navigation", { name: "Account menu" });

/** Opens "…" of a post or creator, and presses a command in it. */
export async function pressMore(name: string): Promise<void> {
  await openMore();
  await page.getByRole("dialog", { name: "More actions" }).getByRole("button", { name, exact: true }).click();
}
export const openMore = () => main.getByRole("button", { name: "More actions", exact: true }).click();

/** True if the icon of a link is red. */
export function isRed(link: Locator): boolean {
  const { color } = getComputedStyle(link.element().querySelector("svg")!);
  const [red = 0, green = 0, blue = 0] = color.match(/\d+/g)?.map(Number) ?? [];
  return red > 2 * Math.max(green, blue);
}
