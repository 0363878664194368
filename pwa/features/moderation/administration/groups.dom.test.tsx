import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { changeAccount } from "#shared/contracts/administration.ts";
import {
  addGroup,
  changeGroup,
  deleteGroup,
  listGroups,
  listRatedCreators,
  rateCreator,
} from "#shared/contracts/groups.ts";
import { ADMINISTRATOR, answerWholeAccount, ownAccount } from "#tests/components/account.ts";
import { api } from "#tests/components/api.ts";
import { choose } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";

const main = page.getByRole("main");
const SITE = { stored: ADMINISTRATOR, site: { access: "members" } } as const;
const children = {
  id: 3,
  name: "Children",
  rating: "everyone" as const,
  services: ["fansly"],
  creators: [{ service: "patreon", id: "7", name: "Ann" }],
  accounts: 2,
};

/** Bodies of the requests that changed something. */
async function sent(pattern: RegExp): Promise<unknown[]> {
  const requests = (await api.requests(pattern)).filter(({ method }) => method !== "GET");
  return requests.map(({ method, body }) => [method, body === "" ? "" : JSON.parse(body)]);
}

test("a group is added with what it does not see", async () => {
  await answerWholeAccount({ role: "administrator" });
  await renderScreen("/account/administrator/groups", SITE);
  await expect.element(main.getByText("No groups: every account sees everything.")).toBeVisible();
  await main.getByRole("button", { name: "Add a group" }).click();
  const form = main.getByRole("form", { name: "Add a group" });
  await userEvent.fill(form.getByLabelText("Name"), "Children");
  await choose("Sees creators for", "Everyone");
  await form.getByRole("checkbox", { name: "Fansly" }).click();
  await userEvent.fill(form.getByLabelText("Address of a creator"), "somewhere");
  await form.getByRole("button", { name: "Hide this creator" }).click();
  await expect.element(form.getByText("This is not the address of a creator.")).toBeVisible();
  await userEvent.fill(form.getByLabelText("Address of a creator"), `${location.origin}/patreon/user/7`);
  await userEvent.keyboard("{Enter}");
  await expect.element(form.getByRole("button", { name: "Stop hiding 7" })).toBeVisible();
  await api.answer(addGroup, { id: 3 });
  await api.answer(listGroups, [children]);
  await form.getByRole("button", { name: "Save" }).click();
  const row = main.getByRole("listitem").filter({ hasText: "Children" });
  await expect
    .element(row)
    .toHaveTextContent("Sees creators for everyone · 1 service hidden, 1 creator · 2 accounts");
  expect(await sent(/groups$/)).toEqual([
    [
      "POST",
      {
        name: "Children",
        rating: "everyone",
        services: ["fansly"],
        creators: [{ service: "patreon", id: "7" }],
      },
    ],
  ]);
});

test("a group is changed; one with accounts is not deleted", async () => {
  await answerWholeAccount({ role: "administrator" });
  await api.answer(listGroups, [children]);
  await renderScreen("/account/administrator/groups", SITE);
  await main.getByRole("button", { name: "Edit Children" }).click();
  const form = main.getByRole("form", { name: "Children" });
  await form.getByRole("button", { name: "Stop hiding Ann" }).click();
  await form.getByRole("checkbox", { name: "Fansly" }).click();
  await api.fail(deleteGroup, 409, "The group still has accounts.");
  await form.getByRole("button", { name: "Delete" }).click();
  await expect
    .element(form.getByRole("alert").filter({ hasText: "Accounts are still in this group." }))
    .toBeVisible();
  await api.answer(changeGroup, true);
  await form.getByRole("button", { name: "Save" }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect((await sent(/groups\/3$/)).at(-1)).toEqual([
    "PUT",
    { name: "Children", rating: "everyone", services: [], creators: [] },
  ]);
});

test("in an open archive groups are explained, not added", async () => {
  await answerWholeAccount({ role: "administrator" });
  await renderScreen("/account/administrator/groups", { stored: ADMINISTRATOR });
  await expect.element(main.getByText("Groups need an archive for members: ACCESS=members.")).toBeVisible();
  await expect.element(main.getByRole("button", { name: "Add a group" })).not.toBeInTheDocument();
});

test("a creator is rated by its address, and listed", async () => {
  await answerWholeAccount({ role: "administrator" });
  await renderScreen("/account/administrator/groups", SITE);
  await expect.element(main.getByText("Everyone sees all creators.")).toBeVisible();
  const form = main.getByRole("form", { name: "Rate" });
  await userEvent.fill(form.getByLabelText("Address of a creator"), "/patreon/user/7");
  await choose("For", "Members");
  await api.answer(rateCreator, true);
  await api.answer(listRatedCreators, {
    count: 1,
    creators: [{ service: "patreon", id: "7", name: "Ann", rating: "members" }],
  });
  await form.getByRole("button", { name: "Rate" }).click();
  await expect.element(main.getByText("Saved.")).toBeVisible();
  await expect.element(main.getByRole("link", { name: "Ann" })).toHaveAttribute("href", "/patreon/user/7");
  expect(await sent(/ratings\/patreon\/7$/)).toEqual([["PUT", { rating: "members" }]]);
});

test("an account is put into a group", async () => {
  await answerWholeAccount({ role: "administrator" });
  await api.answer(listGroups, [children]);
  await renderScreen("/account/administrator/account/9", { stored: ADMINISTRATOR });
  await userEvent.selectOptions(main.getByLabelText("Group"), "Children");
  const account = {
    ...ownAccount({ id: 9, username: "cyd" }),
    is_duplicate: false,
    disabled: false,
    group: 3,
  };
  await api.answer(changeAccount, account);
  await main.getByRole("button", { name: "Save" }).click();
  await expect.element(main.getByText("Saved.")).toBeVisible();
  expect(await sent(/account\/9$/)).toEqual([
    ["PATCH", { role: "consumer", disabled: false, is_duplicate: false, group: 3 }],
  ]);
});
