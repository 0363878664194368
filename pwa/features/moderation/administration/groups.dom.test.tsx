import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { changeAccount } from "#shared/contracts/administration.ts";
import {
  addGroup,
  changeGroup,
  deleteGroup,
  getPostRating,
  listGroups,
  listRatedCreators,
  listRatingRules,
  rateCreator,
  ratePost,
  setRatingRule,
} from "#shared/contracts/groups.ts";
import { ADMINISTRATOR, answerWholeAccount, ownAccount } from "#tests/components/account.ts";
import { answerPostPages, postAddress } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { listPost } from "#tests/components/examples.ts";
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

test("a preview says what a group sees, and what hides a creator", async () => {
  await answerWholeAccount({ role: "administrator" });
  await api.answer(listGroups, [children]);
  await renderScreen("/account/administrator/groups", SITE);
  await main.getByRole("link", { name: "What Children sees" }).click();
  await expect.element(main.getByRole("heading", { name: "What Children sees" })).toBeVisible();
  await expect.element(main.getByText("1,200 seen, 40 hidden")).toBeVisible();
  const row = main.getByRole("listitem").filter({ hasText: "Ann" });
  await expect.element(row).toHaveTextContent("AnnRating");
  await expect.element(row.getByRole("link")).toHaveAttribute("href", "/patreon/user/7");
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
  await form.getByRole("radio", { name: "Members" }).click();
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

test("a rule for a tag is added, and one for a service deleted", async () => {
  await answerWholeAccount({ role: "administrator" });
  await api.answer(listRatingRules, [
    { kind: "service", name: "fansly", rating: "adults", pending: false },
    { kind: "tag", name: "r-18", rating: "members", pending: true },
  ]);
  await renderScreen("/account/administrator/groups", SITE);
  const rows = main.getByRole("region", { name: "Rules for ratings" }).getByRole("listitem");
  await expect.element(rows.nth(0)).toHaveTextContent("Service: FanslyAdults");
  await expect.element(rows.nth(1)).toHaveTextContent("Tag: r-18Members · being applied");
  const form = main.getByRole("form", { name: "Add a rule" });
  await userEvent.fill(form.getByRole("textbox", { name: "Tag" }), "nude");
  await api.answer(setRatingRule, true);
  await form.getByRole("button", { name: "Add a rule" }).click();
  await expect.element(form.getByText("Saved.")).toBeVisible();
  await choose("Rule for", "Service");
  await expect.element(form.getByRole("combobox", { name: "Service" })).toBeVisible();
  await rows.nth(0).getByRole("button", { name: "Delete the rule for Fansly" }).click();
  await expect
    .poll(() => sent(/rating_rules$/))
    .toEqual([
      ["PUT", { kind: "tag", name: "nude", rating: "adults" }],
      ["PUT", { kind: "service", name: "fansly", rating: "everyone" }],
    ]);
});

test("a post is rated from its menu, and a stricter rating of its creator is shown", async () => {
  const post = listPost();
  const params = { service: post.service, id: post.user, post: post.id };
  await answerWholeAccount({ role: "administrator" });
  await answerPostPages([post]);
  await api.answer(getPostRating, { rating: "everyone", effective: "members" }, { params });
  await renderScreen(postAddress(post), SITE);
  await main.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Set rating" }).click();
  const dialog = page.getByRole("dialog", { name: "Set rating" });
  await expect
    .element(dialog.getByText("With its creator and the rules it counts as: members."))
    .toBeVisible();
  await expect.element(dialog.getByRole("radio", { name: "Everyone" })).toBeChecked();
  await choose("For", "Adults");
  await api.answer(ratePost, true);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(await sent(/ratings/)).toEqual([["PUT", { rating: "adults" }]]);
});

test("in an open archive nothing is rated", async () => {
  const post = listPost();
  await answerWholeAccount({ role: "administrator" });
  await answerPostPages([post]);
  await renderScreen(postAddress(post), { stored: ADMINISTRATOR });
  await main.getByRole("button", { name: "More actions" }).click();
  await expect.element(page.getByRole("button", { name: "Hide this post" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Set rating" })).not.toBeInTheDocument();
});

test("an account is put into a group", async () => {
  await answerWholeAccount({ role: "administrator" });
  await api.answer(listGroups, [children]);
  await renderScreen("/account/administrator/account/9", { stored: ADMINISTRATOR });
  await userEvent.selectOptions(main.getByLabelText("Group"), "Children");
  await expect
    .element(main.getByRole("link", { name: "What Children sees" }))
    .toHaveAttribute("href", "/account/administrator/groups/3");
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
