/** Notices share one place, one at a time, and cover nothing that one came for. */
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { searchAll } from "#shared/contracts/search.ts";
import { NOTHING_FOUND } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { answerEverything } from "#tests/components/archive.ts";
import { setOnline } from "#tests/components/connection.ts";
import { cards, DESKTOP, heading, PHONE } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";
import { endSlowTime, startSlowTime } from "#tests/components/slow-time.ts";
import { watchInstall } from "../../features/library/install/prompt.ts";
import { flash } from "../../lib/toast.ts";
import { announceUpdate, offeredUpdate } from "../start/worker-updates.ts";

const FIRST_VISIT = { media: "" };
const SIZES = [
  ["a phone", PHONE],
  ["a wide screen", DESKTOP],
] as const;

const question = page.getByRole("complementary", { name: "Media is hidden" });
const offline = page.getByText(/^You are offline/);
const offer = page.getByRole("region", { name: "Install" });
const menu = page.getByRole("navigation", { name: "Main" });
const item = menu.getByRole("button", { name: "Install" });
const undo = page.getByRole("button", { name: "Undo" });
const place = () => document.querySelector("[role=status]:not(main *, [aria-label])");

watchInstall();
afterEach(endSlowTime);

/** The browser's own event, which automation does not get. */
function offerInstall(outcome: "accepted" | "dismissed" = "accepted") {
  const prompt = vi.fn(async () => ({ outcome }));
  dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt }));
  onTestFinished(() => void dispatchEvent(new Event("appinstalled")));
  return prompt;
}

/** A visit in a tab of its own. */
async function visit(): Promise<void> {
  sessionStorage.clear();
  await renderScreen("/contact");
  await expect.element(heading).toBeVisible();
  await expect.poll(() => sessionStorage.getItem("install-visit")).not.toBeNull(); // counted
}

test("a finished action, the connection and a question are shown one after the other", async () => {
  await answerEverything();
  await renderScreen("/posts", { stored: FIRST_VISIT });
  await expect.element(question).toBeVisible();
  await expect.poll(place).not.toBeNull();
  setOnline(false);
  await expect.element(offline).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  flash({ text: "Done" });
  await expect.element(page.getByText("Done", { exact: true })).toBeVisible();
  await expect.element(offline).not.toBeInTheDocument();
  await expect.element(question).not.toBeInTheDocument();
  flash(undefined);
  await expect.element(offline).toBeVisible();
  setOnline(true);
  await expect.element(question).toBeVisible();
  await expect.element(offline).not.toBeInTheDocument();
});

test("the line about the connection becomes an icon, which shows it again", async () => {
  startSlowTime();
  await answerEverything();
  await renderScreen("/posts");
  await expect.poll(place).not.toBeNull();
  setOnline(false);
  await expect.element(offline).toBeVisible();
  const opener = page.getByRole("button", { name: /^You are offline/ });
  const width = () => offline.element().getBoundingClientRect().width;
  expect(width()).toBeGreaterThan(100);
  await vi.advanceTimersByTimeAsync(8_000);
  await expect.poll(width).toBe(1);
  await opener.click();
  await expect.poll(width).toBeGreaterThan(100);
});

test("undo can be pressed while a dialog is open, and stays after it has closed", async () => {
  await answerEverything();
  await renderScreen("/contact");
  await expect.element(heading).toBeVisible();
  await expect.poll(place).not.toBeNull(); // the keys come with it
  await userEvent.keyboard("?");
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toBeVisible();
  const first = vi.fn();
  flash({ text: "Done", undo: first });
  await undo.click();
  expect(first).toHaveBeenCalledOnce();
  await expect.element(dialog).toBeVisible();
  const second = vi.fn();
  flash({ text: "Done again", undo: second });
  await expect.element(undo).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await undo.click();
  expect(second).toHaveBeenCalledOnce();
});

/** True if nothing covers the element anywhere. */
function isFree(locator: Locator): boolean {
  const element = locator.element();
  const { left, top, width, height } = element.getBoundingClientRect();
  const hits = [0.1, 0.5, 0.9].map((part) =>
    document.elementFromPoint(left + width / 2, top + height * part),
  );
  return hits.every((hit) => element.contains(hit));
}

test.each(SIZES)("on %s nothing is ever over the button that loads more", async (_, viewport) => {
  await answerEverything({ count: 60 });
  await renderScreen("/posts", { viewport, stored: { ...FIRST_VISIT, "list-mode": "more" } });
  await expect.element(cards).toHaveLength(50);
  await expect.element(question).toBeVisible();
  const button = page.getByRole("button", { name: "Load more" });
  await expect.element(button).toBeInTheDocument();
  for (const undoable of [false, true]) {
    if (undoable) flash({ text: "Done", undo: () => {} });
    if (undoable) await expect.element(undo).toBeVisible();
    const bar = viewport === PHONE ? 64 : 0;
    /** The button's lower edge is as many pixels above the lowest place at which all of it is in view. */
    const scrollAbove = (pixels: number) => {
      const { bottom } = button.element().getBoundingClientRect();
      scrollTo(0, Math.round(scrollY + bottom - (innerHeight - bar) + pixels));
    };
    for (let above = 0; above < 320; above += 20) {
      scrollAbove(above);
      const isFreeThere = () => {
        scrollAbove(above); // again while cards above still grow
        return isFree(button);
      };
      await expect.poll(isFreeThere, { message: `${above} above the lowest place` }).toBe(true);
      if (undoable) await expect.element(undo).toBeVisible();
    }
  }
  flash(undefined);
});

test("on a phone the way to the top is above notices", async () => {
  await answerEverything({ count: 50 });
  await renderScreen("/posts", { viewport: PHONE, stored: FIRST_VISIT });
  await expect.element(cards).toHaveLength(50);
  scrollTo(0, innerHeight + 100);
  await expect.element(question).toBeVisible();
  const rise = page.getByRole("button", { name: "Back to top" });
  await expect.element(rise).toBeVisible();
  await expect.poll(() => isFree(rise)).toBe(true);
});

test("a notice with the focus keeps it while the button that loads more is behind it", async () => {
  await answerEverything({ count: 60 });
  await renderScreen("/posts", { viewport: PHONE, stored: { ...FIRST_VISIT, "list-mode": "more" } });
  const more = page.getByRole("button", { name: "Load more" });
  await expect.element(more).toBeInTheDocument();
  const keep = question.getByRole("button", { name: "Keep hidden" });
  await expect.element(keep).toBeVisible();
  (keep.element() as HTMLElement).focus();
  await expect.element(cards).toHaveLength(50);
  await expect
    .poll(() => {
      more.element().scrollIntoView({ block: "end" }); // again while cards above still grow
      scrollBy(0, -60);
      return question.element().closest("[data-over]");
    })
    .not.toBeNull();
  await expect.element(keep).toHaveFocus();
  expect(isFree(more)).toBe(true);
  expect(isFree(keep)).toBe(true);
  (keep.element() as HTMLElement).blur();
  await expect.element(question).not.toBeInTheDocument(); // hidden: without a role
});

test.each(SIZES)("on %s the drop-down of the search is over notices", async (_, viewport) => {
  const hit = {
    service: "patreon" as const,
    user: "10",
    title: "Lantern",
    creator: "Ann",
    snippet: "lantern",
  };
  await answerEverything();
  await api.answer(searchAll, {
    ...NOTHING_FOUND,
    posts: ["1", "2", "3", "4", "5"].map((id) => ({ ...hit, id })),
  });
  await renderScreen("/posts", { viewport: { ...viewport, height: 480 }, stored: FIRST_VISIT });
  await expect.element(question).toBeVisible();
  await page.getByRole("combobox").first().fill("lantern");
  const options = page.getByRole("group", { name: "Posts" }).getByRole("option");
  await expect.element(options).toHaveLength(5);
  const { left, width, top, bottom } = question.element().getBoundingClientRect();
  const end = document.querySelector("[role=listbox]")?.getBoundingClientRect().bottom ?? 0;
  expect(viewport === PHONE || end > top).toBe(true); // they overlap
  const y = viewport === PHONE ? (top + bottom) / 2 : (top + Math.min(bottom, end)) / 2;
  expect(document.elementFromPoint(left + width / 2, y)?.closest("header")).not.toBeNull();
});

test("installing is offered at the second visit; later is much later", async () => {
  await answerEverything();
  await visit();
  offerInstall();
  await renderScreen("/contact", { viewport: DESKTOP }); // the same visit
  await expect.poll(place).not.toBeNull();
  await expect.element(item).toBeVisible(); // it could be
  await expect.element(offer).not.toBeInTheDocument();
  await visit();
  await expect.element(offer).toBeVisible();
  await offer.getByRole("button", { name: "Later" }).click();
  await expect.element(offer).not.toBeInTheDocument();
  for (let count = 1; count < 10; count++) await visit();
  await expect.element(offer).not.toBeInTheDocument();
  await visit();
  await offer.getByRole("button", { name: "Don't ask again" }).click();
  await visit();
  await expect.element(offer).not.toBeInTheDocument();
  expect(localStorage.getItem("install")).toBe("no");
});

test("the menu installs the app, from the first visit on", async () => {
  await answerEverything();
  await visit();
  await expect.element(menu).toBeVisible();
  await expect.element(item).not.toBeInTheDocument();
  const prompt = offerInstall();
  await item.click();
  expect(prompt).toHaveBeenCalledOnce();
  await expect.element(item).not.toBeInTheDocument();
});

test("a question that stays unanswered holds up no update", async () => {
  await answerEverything();
  await renderScreen("/posts", { stored: FIRST_VISIT });
  await expect.element(question).toBeVisible();
  announceUpdate();
  onTestFinished(() => offeredUpdate.set(undefined));
  await expect.element(page.getByRole("button", { name: "Update" })).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
});
