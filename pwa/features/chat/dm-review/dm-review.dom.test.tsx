/** Review of imported DMs: selection, approval, ignoring and deletion. */
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { movePendingDms, reviewDms } from "#shared/contracts/dms.ts";
import { answerAccount, answerFavorites, LOGGED_IN } from "#tests/components/account.ts";
import { api } from "#tests/components/api.ts";
import { answerPendingDms, pendingDm } from "#tests/components/dm-review.ts";
import { alert, heading, main, submit } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";

const DMS = [
  pendingDm({ hash: "a", content: "About lanterns" }),
  pendingDm({ hash: "b", content: "About rivers", files: ["river.png"] }),
  pendingDm({ hash: "c", content: "About bridges" }),
];
const items = main.getByRole("list", { name: "Review DMs" }).getByRole("listitem");
const box = (at: number) => main.getByRole("list", { name: "Review DMs" }).getByRole("checkbox").nth(at);
const isChecked = () =>
  main
    .getByRole("list", { name: "Review DMs" })
    .getByRole("checkbox")
    .elements()
    .map((one) => (one as HTMLInputElement).checked);
const sent = async (method: string) =>
  (await api.requests(/\/account\/review_dms$/))
    .filter((one) => one.method === method)
    .map(({ body }) => JSON.parse(body));

const open = async (address = "/account/review_dms") => {
  await renderScreen(address, { stored: LOGGED_IN });
  await expect.element(heading).toHaveTextContent("Review DMs");
};

beforeEach(async () => {
  await answerAccount();
  await answerFavorites();
  await answerPendingDms(DMS);
  await answerPendingDms([pendingDm({ hash: "d", content: "Ignored one" })], "ignored");
  await api.answer(reviewDms, true);
  await api.answer(movePendingDms, true);
});

test("each message has its creator, text and the names of its files, and no picture of them", async () => {
  await open();
  await expect.element(items.first()).toHaveTextContent(/Ann.*About lanterns/);
  await expect.element(main.getByText("river.png")).toBeVisible();
  expect(document.querySelector("main img[src*='/data/'], main a[href*='/data/']")).toBeNull();
});

test("without messages the page says so", async () => {
  await answerPendingDms([]);
  await open();
  await expect.element(main.getByText("There are no DMs waiting for approval.")).toBeVisible();
});

test("at least one has to be selected", async () => {
  await open();
  await submit("Approve selected").click();
  await expect.element(alert).toHaveTextContent("At least one DM must be provided for approval.");
  expect(await sent("POST")).toEqual([]);
});

test("the selected are approved and the others ignored", async () => {
  await open();
  await box(1).click();
  await expect.element(main.getByRole("checkbox", { name: "Ignore the other 2" })).toBeChecked();
  await answerPendingDms([]);
  await submit("Approve 1").click();
  await expect.element(main.getByText("There are no DMs waiting for approval.")).toBeVisible();
  expect(await sent("POST")).toEqual([
    { approved_hashes: ["b"], ignored_hashes: ["a", "c"], delete_ignored: false },
  ]);
  await expect.element(page.getByText("1 DM approved. 2 ignored.")).toBeVisible();
});

test("the others may stay pending", async () => {
  await open();
  await box(0).click();
  await main.getByRole("checkbox", { name: "Ignore the other 2" }).click();
  await submit("Approve 1").click();
  await expect
    .poll(() => sent("POST"))
    .toEqual([{ approved_hashes: ["a"], ignored_hashes: [], delete_ignored: false }]);
});

test("a message whose creator is not in the archive is not approved", async () => {
  await answerPendingDms([pendingDm({ hash: "x", artist: null, user: "unknown" })]);
  await open();
  await expect.element(main.getByText(/The creator of this message is not in the archive/)).toBeVisible();
  await box(0).click();
  await submit("Approve selected").click();
  await expect.element(alert).toHaveTextContent("At least one DM must be provided for approval.");
});

test("words narrow down the list, and only what is shown is selected", async () => {
  await open();
  await main.getByRole("checkbox", { name: "Select all 3 DMs" }).click();
  expect(isChecked()).toEqual([true, true, true]);
  await main.getByRole("searchbox", { name: "Search these DMs" }).fill("RIVER");
  await expect.poll(() => items.elements().length).toBe(2); // the message and the name of its file
  await expect.element(main.getByText("1 of 3 selected")).toBeVisible();
  await submit("Approve 1").click();
  await expect.poll(async () => (await sent("POST"))[0]?.approved_hashes).toEqual(["b"]);
});

test("the keyboard moves between the messages, selects them, and selects on the way with Shift", async () => {
  await open();
  await expect.element(box(0)).toBeVisible();
  (box(0).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(box(1)).toHaveFocus();
  await userEvent.keyboard(" ");
  expect(isChecked()).toEqual([false, true, false]);
  await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}");
  expect(isChecked()).toEqual([false, true, true]);
  await userEvent.keyboard("{Home}");
  await expect.element(box(0)).toHaveFocus();
  await userEvent.keyboard("{End}");
  await expect.element(box(2)).toHaveFocus();
});

test("a click with Shift selects the range", async () => {
  await open();
  await box(0).click();
  await box(2).click({ modifiers: ["Shift"] });
  expect(isChecked()).toEqual([true, true, true]);
});

test("ignoring can be undone", async () => {
  await open();
  await box(0).click();
  await submit("Ignore selected").click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(() => sent("PATCH"))
    .toEqual([
      { hashes: ["a"], status: "ignored" },
      { hashes: ["a"], status: "pending" },
    ]);
});

test("ignored messages are taken back, or deleted after a question", async () => {
  await open("/account/review_dms?status=ignored");
  await expect.element(items.first()).toHaveTextContent("Ignored one");
  await box(0).click();
  await submit("Move to pending").click();
  await expect.poll(() => sent("PATCH")).toEqual([{ hashes: ["d"], status: "pending" }]);
  await submit("Delete all ignored DMs").click();
  const dialog = page.getByRole("dialog", { name: "Delete all ignored DMs" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await sent("POST")).toEqual([]);
  await submit("Delete all ignored DMs").click();
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect
    .poll(() => sent("POST"))
    .toEqual([{ approved_hashes: [], ignored_hashes: [], delete_ignored: true }]);
});

test("a review that fails is said, and nothing is lost", async () => {
  await api.fail(reviewDms, 503, "Down.");
  await open();
  await box(0).click();
  await submit("Approve 1").click();
  await expect.element(alert).toHaveTextContent(/The server is down for maintenance/);
  expect(isChecked()).toEqual([true, false, false]);
});

async function everythingStored(): Promise<string> {
  const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
  for (const { name = "" } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    for (const store of db.objectStoreNames)
      found.push(
        await new Promise((resolve) => {
          const reading = db.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
        }),
      );
    db.close();
  }
  return JSON.stringify(found);
}

test("no message is stored on the device", async () => {
  await open();
  await expect.element(items.first()).toHaveTextContent("About lanterns");
  await expect.poll(everythingStored).toContain("bea");
  expect(await everythingStored()).not.toContain("lanterns");
});
