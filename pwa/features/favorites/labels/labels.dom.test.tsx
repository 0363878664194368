/** Labels, colors and private notes of creators. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { listCreatorPosts } from "#shared/contracts/posts.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import { answerAccount, answerFavorites, favoriteCreator, LOGGED_IN } from "#tests/components/account.ts";
import { answerPrefetches } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { profile } from "#tests/components/examples.ts";
import { main, pressMore } from "#tests/components/places.ts";
import { address, renderScreen, reopen } from "#tests/components/screen.tsx";
import { offlineDb } from "../../../offline/db/db.ts";

const CREATORS = [
  favoriteCreator({ id: "1", name: "Ann" }),
  favoriteCreator({ id: "2", name: "Bo" }),
  favoriteCreator({ id: "3", name: "Cyd" }),
];
const dialog = page.getByRole("dialog", { name: "Ann" });
const labels = main.getByRole("list", { name: "Labels" });
const names = () =>
  main
    .getByRole("article")
    .elements()
    .map((card) => card.querySelector("h2")?.textContent);

async function answer(): Promise<void> {
  await answerPrefetches();
  await answerAccount();
  await answerFavorites({ creators: CREATORS });
  await api.answer(getProfile, profile({ id: "1", name: "Ann" }), { params: { id: "1" } });
  await api.answer(listCreatorPosts, []);
}

test("a label with a color and a note are put on a creator, and favorites are filtered by the label", async () => {
  await answer();
  await renderScreen("/patreon/user/1", { stored: LOGGED_IN });
  await pressMore("Labels and note");
  await dialog.getByLabelText("New label").fill("read later");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect.element(dialog.getByRole("checkbox", { name: "read later" })).toBeChecked();
  await dialog.getByLabelText("Color of read later").selectOptions("Blue");
  await dialog.getByLabelText("Note").fill("Comics on Fridays");
  expect(await violations()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(main.getByText("Comics on Fridays")).toBeVisible();
  await expect.element(labels.getByText("read later")).toHaveAttribute("data-color", "blue");
  expect(await offlineDb().notes.toArray()).toEqual([{ key: "patreon/1", text: "Comics on Fridays" }]);

  await reopen("/account/favorites/artists");
  await expect.poll(names).toHaveLength(3);
  await expect.element(main.getByRole("article").filter({ hasText: "read later" })).toHaveLength(1);
  await main.getByRole("combobox", { name: "Label", exact: true }).selectOptions("read later");
  await expect.poll(names).toEqual(["Ann"]);
  expect(address()).toBe("/account/favorites/artists?label=read+later");
  expect(await violations()).toEqual([]);
  await reopen();
  await expect.poll(names).toEqual(["Ann"]);
  await main.getByRole("combobox", { name: "Label", exact: true }).selectOptions("All labels");
  await expect.poll(names).toHaveLength(3);
});

test("a label that is deleted leaves all creators, and comes back with undo", async () => {
  await offlineDb().labels.put({
    name: "inks",
    color: "green",
    created: 1,
    creators: ["patreon/1", "patreon/2"],
  });
  await answer();
  await renderScreen("/patreon/user/1", { stored: { ...LOGGED_IN, device: "1" } });
  await expect.element(labels).toHaveTextContent("inks");
  await pressMore("Labels and note");
  await dialog.getByRole("button", { name: "Delete label: inks" }).click();
  await expect.element(dialog.getByRole("checkbox")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(dialog.getByRole("checkbox", { name: "inks" })).toBeChecked();
  await dialog.getByRole("checkbox", { name: "inks" }).click();
  await expect.poll(async () => (await offlineDb().labels.get("inks"))?.creators).toEqual(["patreon/2"]);
  await userEvent.keyboard("{Escape}");
  await expect.element(labels).not.toBeInTheDocument();
});
