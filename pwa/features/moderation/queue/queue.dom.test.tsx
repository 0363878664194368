/** Queues: keys, focus, decisions on several items, undo, and the numbers of waiting items. */
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { decideFlag, getFlagDetails, listFlags } from "#shared/contracts/moderation.ts";
import { answerTakedownRequest, listTakedownRequests } from "#shared/contracts/takedown-requests.ts";
import { getTasks } from "#shared/contracts/tasks.ts";
import { ADMINISTRATOR, answerWholeAccount } from "#tests/components/account.ts";
import { api } from "#tests/components/api.ts";
import { flagDetails, queuedFlag, takedownRequest } from "#tests/components/moderation.ts";
import { alert, heading, main, PHONE } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";
import { shortcutSettings } from "../../../lib/shortcuts.ts";

const MODERATOR = { ...ADMINISTRATOR, role: "moderator" };
const NAMES = ["Anchor", "Buoy", "Canal", "Dyke"];
const FLAGS = NAMES.map((title, at) => queuedFlag({ id: at + 1, post: String(at + 1), title }));
const list = main.getByRole("list", { name: "Flags" });
const row = (title: string) => list.getByRole("button", { name: new RegExp(title) });
const box = (title: string) => list.getByRole("checkbox", { name: `Select: ${title}` });
const details = (title: string) => list.getByRole("article", { name: title });
const bar = page.getByRole("region", { name: "Selected items" });
const waiting = page.getByRole("navigation", { name: "Main" }).getByRole("list", { name: "Moderation" });

/** Answers with these flags from now on. */
const answerFlags = (...ids: number[]) =>
  api.answer(listFlags, { count: ids.length, flags: FLAGS.filter(({ id }) => ids.includes(id)) });
const answerCounts = (flags: number) =>
  api.answer(getTasks, {
    dms: 0,
    moderation: { flags, creator_links: 0, takedown_requests: 0, uploads: 0 },
  });
const decisions = async () =>
  (await api.requests(/moderator\/flags\/\d+$/))
    .filter(({ method }) => method === "POST")
    .map(({ address, body }) => [Number(address.split("/").at(-1)), JSON.parse(body)]);

beforeEach(async () => {
  await answerWholeAccount({ role: "moderator" });
  await answerFlags(1, 2, 3, 4);
  await answerCounts(4);
  for (const flag of FLAGS) {
    const params = { flag: String(flag.id) };
    await api.answer(getFlagDetails, flagDetails(flag), { params });
    await api.answer(decideFlag, flagDetails({ ...flag, version: 2, state: "resolved" }), { params });
  }
});

const open = async () => {
  await renderScreen("/account/moderator/flags", { stored: MODERATOR });
  await expect.element(box("Anchor")).toBeVisible();
};

test("keys go through the list, beside which is what is active", async () => {
  await open();
  await expect.element(details("Anchor").getByText("Words of before")).toBeVisible();
  await userEvent.keyboard("j");
  await expect.element(row("Buoy")).toHaveFocus();
  await expect.element(details("Buoy")).toBeVisible();
  await expect.element(details("Anchor")).not.toBeInTheDocument();
  await userEvent.keyboard("jk");
  await expect.element(row("Buoy")).toHaveFocus();
  await row("Dyke").click();
  await userEvent.keyboard("j");
  await expect.element(row("Dyke")).toHaveFocus();
});

test("one key decides, the next item has the focus, and the sidebar counts one less", async () => {
  await open();
  await expect.element(waiting.getByRole("link", { name: "Flags 4" })).toBeVisible();
  await answerFlags(2, 3, 4);
  await answerCounts(3);
  await userEvent.keyboard("a");
  await expect.element(row("Buoy")).toHaveFocus();
  await expect.element(waiting.getByRole("link", { name: "Flags 3" })).toBeVisible();
  await answerFlags(2, 4);
  await userEvent.keyboard("ja");
  await expect.element(row("Dyke")).toHaveFocus();
  expect(await decisions()).toEqual([
    [1, { version: 1, action: "resolve" }],
    [3, { version: 1, action: "resolve" }],
  ]);
});

test("each button names its key, and its click leads on as well", async () => {
  await open();
  const hide = details("Anchor").getByRole("button", { name: "Hide the post", exact: true });
  await expect.element(hide).toHaveTextContent("Hide the postr");
  await expect.element(hide).toHaveAttribute("aria-keyshortcuts", "r");
  await answerFlags(2, 3, 4);
  await userEvent.fill(details("Anchor").getByLabelText("Note (optional)"), "Not theirs.");
  await hide.click();
  await expect.element(row("Buoy")).toHaveFocus();
  expect(await decisions()).toEqual([[1, { version: 1, action: "hide", reason: "Not theirs." }]]);
  shortcutSettings.set({ isOff: true, keys: {} });
  await expect.element(details("Buoy").getByRole("button", { name: "Resolve" })).not.toHaveTextContent("a");
  await userEvent.keyboard("a");
  expect(await decisions()).toHaveLength(1);
});

test("keys do nothing in a field or while a dialog is open", async () => {
  await open();
  await userEvent.type(details("Anchor").getByLabelText("Note (optional)"), "jar");
  await expect.element(details("Anchor").getByLabelText("Note (optional)")).toHaveValue("jar");
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect.element(help.getByText("Queue: approve or resolve")).toBeVisible();
  await userEvent.keyboard("aj");
  await userEvent.keyboard("{Escape}");
  await expect.element(help).not.toBeInTheDocument();
  await expect.element(details("Anchor")).toBeVisible();
  expect(await decisions()).toEqual([]);
});

test("a range is decided at once, and undone from the notice", async () => {
  await open();
  await box("Anchor").click();
  await box("Canal").click({ modifiers: ["Shift"] });
  await expect.element(bar.getByText("3 selected")).toBeVisible();
  await answerFlags(4);
  await userEvent.keyboard("a"); // the check box has the focus
  await expect.element(row("Dyke")).toHaveFocus();
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(page.getByText("3 flags resolved.")).toBeVisible();
  await answerFlags(1, 2, 3, 4);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(row("Anchor")).toBeVisible();
  expect(await decisions()).toEqual([
    ...[1, 2, 3].map((id) => [id, { version: 1, action: "resolve" }]),
    ...[1, 2, 3].map((id) => [id, { version: 2, action: "reopen" }]),
  ]);
});

test("of several decisions one fails: it stays selected and the reason is said", async () => {
  await open();
  await api.fail(decideFlag, 409, "Another moderator changed this meanwhile. Look at it again.", {
    params: { flag: "2" },
  });
  await main.getByRole("checkbox", { name: "Select all 4 items" }).click();
  await answerFlags(2);
  await bar.getByRole("button", { name: "Resolve" }).click();
  await expect.element(alert.filter({ hasText: "Another moderator" })).toBeVisible();
  await expect.element(box("Buoy")).toBeChecked();
  await expect.element(page.getByText("3 flags resolved.")).toBeVisible();
  expect((await decisions()).map(([id]) => id)).toEqual([1, 2, 3, 4]);
});

test("x selects, and the last decision leaves the heading with the focus", async () => {
  await answerFlags(1);
  await open();
  await userEvent.keyboard("x");
  await expect.element(box("Anchor")).toBeChecked();
  await userEvent.keyboard("x");
  await expect.element(box("Anchor")).not.toBeChecked();
  await answerFlags();
  await userEvent.keyboard("a");
  await expect.element(main.getByRole("heading", { name: "All caught up" })).toBeVisible();
  await expect.element(heading).toHaveFocus();
});

test("on a phone each item has its actions at hand, and keys act only on the one with the focus", async () => {
  await renderScreen("/account/moderator/flags", { stored: MODERATOR, viewport: PHONE });
  await expect.element(main.getByRole("article")).toHaveLength(4);
  await expect
    .element(list.getByRole("link", { name: "Buoy" }))
    .toHaveAttribute("href", "/account/moderator/flags/2");
  await userEvent.keyboard("a");
  await answerFlags(1, 3, 4);
  await details("Buoy").getByRole("button", { name: "Resolve" }).click();
  await expect.element(details("Buoy")).not.toBeInTheDocument();
  expect(await decisions()).toEqual([[2, { version: 1, action: "resolve" }]]);
});

test("an answered takedown request is opened again by its undo", async () => {
  await answerWholeAccount({ role: "moderator" });
  await renderScreen("/account/moderator/takedown_requests", { stored: MODERATOR });
  await expect.element(main.getByText("The second picture shows me.")).toBeVisible();
  await api.answer(answerTakedownRequest, takedownRequest({ state: "rejected", version: 2 }));
  await api.answer(listTakedownRequests, { count: 0, requests: [] });
  await userEvent.keyboard("r");
  await expect.element(page.getByText("1 request rejected.")).toBeVisible();
  await api.answer(listTakedownRequests, { count: 1, requests: [takedownRequest({ version: 3 })] });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(main.getByText("The second picture shows me.")).toBeVisible();
  const sent = (await api.requests(/takedown_requests\/6$/)).map(({ body }) => JSON.parse(body));
  expect(sent).toEqual([
    { version: 1, state: "rejected", answer: "" },
    { version: 2, state: "open", answer: "" },
  ]);
});
