/** Review of imported DMs: approval, ignoring and deletion. */
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { movePendingDms, reviewDms } from "#shared/contracts/dms.ts";
import { answerAccount, answerFavorites, LOGGED_IN } from "#tests/components/account.ts";
import { api } from "#tests/components/api.ts";
import { answerPendingDms, pendingDm } from "#tests/components/dm-review.ts";
import { alert, heading, main, PHONE, submit } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";

const DMS = [
  pendingDm({ hash: "a", content: "About lanterns" }),
  pendingDm({ hash: "b", content: "About rivers", files: ["river.png"] }),
  pendingDm({ hash: "c", content: "About bridges" }),
];
const list = main.getByRole("list", { name: "Review DMs" });
const row = (text: string) => list.getByRole("button", { name: `Ann Lantern ${text}` });
const box = (text: string) => list.getByRole("checkbox", { name: new RegExp(text) });
const details = list.getByRole("article");
const bar = page.getByRole("region", { name: "Selected items" });
const act = (name: string) => details.getByRole("button", { name: new RegExp(`^${name}`) });
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
  await expect.element(row("About lanterns")).toHaveTextContent(/Ann.*About lanterns/);
  await row("About rivers").click();
  await expect.element(details).toHaveTextContent(/About rivers.*river\.png/);
  expect(document.querySelector("main img[src*='/data/'], main a[href*='/data/']")).toBeNull();
});

test("on a phone each message is whole, with its actions", async () => {
  await renderScreen("/account/review_dms", { stored: LOGGED_IN, viewport: PHONE });
  await expect.element(details).toHaveLength(3);
  await expect.element(details.nth(1)).toHaveTextContent(/About rivers.*river\.png/);
  await list.getByRole("button", { name: "Ignore Ann Lantern: About rivers" }).click();
  await expect.poll(() => sent("PATCH")).toEqual([{ hashes: ["b"], status: "ignored" }]);
});

test("without messages the page says so", async () => {
  await answerPendingDms([]);
  await open();
  await expect.element(main.getByText("There are no DMs waiting for approval.")).toBeVisible();
});

test("one key approves, only what is active, and the next message has the focus", async () => {
  await open();
  await expect.element(row("About lanterns")).toBeVisible();
  await userEvent.keyboard("j");
  await expect.element(row("About rivers")).toHaveFocus();
  await answerPendingDms(DMS.filter(({ hash }) => hash !== "b"));
  await userEvent.keyboard("a");
  await expect.element(row("About bridges")).toHaveFocus();
  await expect.element(page.getByText("1 DM approved.")).toBeVisible();
  expect(await sent("POST")).toEqual([{ approved_hashes: ["b"], ignored_hashes: [], delete_ignored: false }]);
});

test("all that are selected are approved with one request", async () => {
  await open();
  await main.getByRole("checkbox", { name: "Select all 3 items" }).click();
  await answerPendingDms([]);
  await bar.getByRole("button", { name: "Approve" }).click();
  await expect.element(main.getByText("There are no DMs waiting for approval.")).toBeVisible();
  await expect.element(heading).toHaveFocus();
  await expect.element(page.getByText("3 DMs approved.")).toBeVisible();
  expect(await sent("POST")).toEqual([
    { approved_hashes: ["a", "b", "c"], ignored_hashes: [], delete_ignored: false },
  ]);
});

test("a message whose creator is not in the archive is not approved", async () => {
  await answerPendingDms([pendingDm({ hash: "x", artist: null, user: "unknown" }), ...DMS]);
  await open();
  await expect.element(main.getByText(/The creator of this message is not in the archive/)).toBeVisible();
  await act("Approve").click();
  await expect.element(alert).toHaveTextContent("At least one DM must be provided for approval.");
  expect(await sent("POST")).toEqual([]);
  await expect.element(list).toHaveAttribute("aria-busy", "false"); // a key does nothing while the list is read again
  await main.getByRole("checkbox", { name: "Select all 4 items" }).click();
  await userEvent.keyboard("a");
  await expect.element(page.getByText("3 DMs approved.")).toBeVisible();
  expect((await sent("POST")).map(({ approved_hashes: hashes }) => hashes)).toEqual([["a", "b", "c"]]);
});

test("words narrow down the list, and only what is shown is decided on", async () => {
  await open();
  await main.getByRole("checkbox", { name: "Select all 3 items" }).click();
  await main.getByRole("searchbox", { name: "Search these DMs" }).fill("RIVER");
  await expect.element(row("About lanterns")).not.toBeInTheDocument();
  await expect.element(bar.getByText("1 selected")).toBeVisible();
  await bar.getByRole("button", { name: "Approve" }).click();
  await expect.poll(async () => (await sent("POST"))[0]?.approved_hashes).toEqual(["b"]);
  await main.getByRole("searchbox", { name: "Search these DMs" }).fill("ocean");
  await expect.element(main.getByText("No DMs match these words.")).toBeVisible();
});

test("ignoring a range can be undone", async () => {
  await open();
  await box("lanterns").click();
  await box("bridges").click({ modifiers: ["Shift"] });
  await userEvent.keyboard("r");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(() => sent("PATCH"))
    .toEqual([
      { hashes: ["a", "b", "c"], status: "ignored" },
      { hashes: ["a", "b", "c"], status: "pending" },
    ]);
});

test("ignored messages are taken back, or deleted after a question", async () => {
  await open("/account/review_dms?status=ignored");
  await expect.element(row("Ignored one")).toBeVisible();
  await act("Move Ann Lantern: Ignored one to pending").click();
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
  await box("lanterns").click();
  await bar.getByRole("button", { name: "Approve" }).click();
  await expect.element(alert).toHaveTextContent(/The server is down for maintenance/);
  await expect.element(box("lanterns")).toBeChecked();
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
  await expect.element(row("About lanterns")).toBeVisible();
  await expect.poll(everythingStored).toContain("bea");
  expect(await everythingStored()).not.toContain("lanterns");
});
