/** Flags, hiding and its undo, as moderators see them. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  decideFlag,
  getFlagDetails,
  hideContent,
  listActions,
  listFlags,
  undoAction,
} from "#shared/contracts/moderation.ts";
import { listComments } from "#shared/contracts/post.ts";
import { ADMINISTRATOR, answerWholeAccount } from "#tests/components/account.ts";
import { answerPostPages } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { listPost } from "#tests/components/examples.ts";
import { action, flagDetails, queuedFlag } from "#tests/components/moderation.ts";
import { accountMenu, alert, choose, heading, main, menuButton } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

const answerOwn = () => answerWholeAccount({ role: "moderator" });
const MODERATOR = { ...ADMINISTRATOR, role: "moderator" };
const bodies = async (path: RegExp) =>
  (await api.requests(path)).filter(({ method }) => method === "POST").map(({ body }) => JSON.parse(body));

test("the queue has open flags and, chosen in the address, resolved ones", async () => {
  await answerOwn();
  await api.answer(listFlags, { count: 0, flags: [] }, { query: { state: "resolved" } });
  await renderScreen("/account/moderator/flags", { stored: MODERATOR });
  const row = main.getByRole("button", { name: /Harbour at dawn/ });
  await expect.element(row).toHaveTextContent(/Harbour at dawn.*Files are missing.*2 flags/);
  await choose("Status", "Resolved");
  await expect.poll(address).toBe("/account/moderator/flags?state=resolved");
  await expect.element(main.getByText("There are no flags here.")).toBeVisible();
});

test("a flag shows the post as it was and takes a decision on the version that is shown", async () => {
  await answerOwn();
  await api.answer(getFlagDetails, flagDetails({ version: 4 }));
  await renderScreen("/account/moderator/flags/3", { stored: MODERATOR });
  await expect.element(heading).toHaveTextContent("Harbour at dawn");
  await expect.element(main.getByText("Words of before")).toBeVisible();
  await userEvent.fill(main.getByLabelText("Note (optional)"), "Complete.");
  await api.answer(decideFlag, flagDetails({ version: 5, state: "resolved" }));
  await api.answer(getFlagDetails, flagDetails({ version: 5, state: "resolved" }));
  await main.getByRole("button", { name: "Resolve" }).click();
  await expect.element(main.getByRole("button", { name: "Reopen" })).toBeVisible();
  expect(await bodies(/flags\/3/)).toEqual([{ version: 4, action: "resolve", reason: "Complete." }]);
});

test("a decision leads on to the next open flag, or says that none is left", async () => {
  await answerOwn();
  for (const id of [3, 8])
    await api.answer(getFlagDetails, flagDetails({ id }), { params: { flag: String(id) } });
  await api.answer(decideFlag, flagDetails({ version: 5, state: "resolved" }));
  await api.answer(listFlags, { count: 1, flags: [queuedFlag({ id: 8 })] });
  await renderScreen("/account/moderator/flags/3", { stored: MODERATOR });
  await main.getByRole("button", { name: "Resolve" }).click();
  const next = main.getByRole("link", { name: "Next flag" });
  await expect.element(next).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(address).toBe("/account/moderator/flags/8");
  await expect.element(next).not.toBeInTheDocument(); // the page before has the same button
  await api.answer(listFlags, { count: 0, flags: [] });
  await main.getByRole("button", { name: "Resolve" }).click();
  await expect.element(main.getByText("No open flags are left.")).toBeVisible();
  await expect.element(next).not.toBeInTheDocument();
});

test("a decision that came second is reported, and the flag is shown as it is now", async () => {
  await answerOwn();
  await renderScreen("/account/moderator/flags/3", { stored: MODERATOR });
  await expect.element(main.getByRole("button", { name: "Hide the post" })).toBeVisible();
  await api.fail(decideFlag, 409, "Another moderator changed this meanwhile. Look at it again.");
  await api.answer(getFlagDetails, flagDetails({ version: 2, hidden: true }));
  await main.getByRole("button", { name: "Hide the post" }).click();
  await expect.element(alert.filter({ hasText: "Another moderator" })).toBeVisible();
  await expect.element(main.getByRole("button", { name: "Show the post" })).toBeVisible();
});

test("addresses are hidden, of one post comments alone, and an unknown address is named", async () => {
  await answerOwn();
  await renderScreen("/account/moderator/actions", { stored: MODERATOR });
  const addresses = main.getByLabelText("Addresses to hide");
  await userEvent.fill(addresses, "https://elsewhere.example/about");
  await expect.element(main.getByText(/not the address of a post.*elsewhere/)).toBeVisible();
  await expect.element(main.getByRole("button", { name: "Hide", exact: true })).toBeDisabled();
  await api.answer(hideContent, { hidden: 2 });
  await userEvent.fill(addresses, `${location.origin}/patreon/user/1\n/share/s1`);
  await main.getByRole("button", { name: "Hide", exact: true }).click();
  await expect.element(main.getByText("Hidden: 2 items")).toBeVisible();
  const comment = {
    parent_id: null,
    commenter: "u1",
    commenter_name: "Cy",
    published: "2024-01-01T00:00:00",
  };
  await api.answer(listComments, [
    { id: "c1", content: "<p>Buy now</p>", ...comment },
    { id: "c2", content: "<p>Lovely</p>", ...comment },
  ]);
  await userEvent.fill(addresses, "/patreon/user/1/post/100");
  await main.getByText("Hide only comments of this post (2)").click();
  await main.getByRole("checkbox", { name: /Buy now/ }).click();
  await main.getByRole("button", { name: "Hide 1 comment" }).click();
  await expect.poll(() => bodies(/moderator\/hidden/)).toHaveLength(2);
  expect(await bodies(/moderator\/hidden/)).toEqual([
    { targets: [{ service: "patreon", user: "1" }, { share: "s1" }] },
    { targets: [{ service: "patreon", user: "1", post: "100", comment: "c1" }] },
  ]);
});

test.each([
  ["/patreon/user/10/post/100", "Hide this post", { service: "patreon", user: "10", post: "100" }],
  ["/patreon/user/10", "Hide this creator", { service: "patreon", user: "10" }],
])("a moderator hides what is on %s, with a reason and an undo", async (screen, name, target) => {
  await answerOwn();
  await answerPostPages([listPost({ id: "100" })]);
  await api.answer(hideContent, { hidden: 1 });
  await renderScreen(screen, { stored: MODERATOR });
  await main.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("dialog").getByRole("button", { name }).click();
  const panel = page.getByRole("dialog", { name });
  await userEvent.fill(panel.getByLabelText("Note (optional)"), "Not theirs.");
  await panel.getByRole("button", { name: "Hide", exact: true }).click();
  await expect.element(page.getByText(/^Hidden: /)).toBeVisible();
  expect(await bodies(/moderator\/hidden/)).toEqual([{ targets: [target], reason: "Not theirs." }]);
  const subject = Object.values(target).join("/");
  await api.answer(listActions, { count: 1, actions: [action({ id: 12, subject })] }, { query: { subject } });
  await api.answer(undoAction, true, { params: { action: "12" } });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByText(/^Shown again: /)).toBeVisible();
});

test("others have no button to hide", async () => {
  await answerWholeAccount();
  await answerPostPages([listPost({ id: "100" })]);
  await renderScreen("/patreon/user/10/post/100", { stored: { ...MODERATOR, role: "consumer" } });
  await main.getByRole("button", { name: "More actions" }).click();
  await expect.element(main.getByRole("button", { name: "Copy link" })).toBeVisible();
  await expect.element(main.getByRole("button", { name: /^Hide this/ })).not.toBeInTheDocument();
});

test("actions that can be undone have an undo button, and it works", async () => {
  await answerOwn();
  await renderScreen("/account/moderator/actions", { stored: MODERATOR });
  const undo = main.getByRole("button", { name: "Undo: patreon/1/100" });
  await expect.element(undo).toBeVisible(); // the list is read before its next answer is registered
  await api.answer(undoAction, true);
  await api.answer(listActions, {
    count: 2,
    actions: [action({ id: 9, kind: "shown", can_undo: false, reverts: 8 }), action({ can_undo: false })],
  });
  await undo.click();
  await expect.element(main.getByText(/^Showed/)).toBeVisible();
  await expect.element(main.getByRole("button", { name: /^Undo/ })).not.toBeInTheDocument();
});

test("each action names what it was on, with a link where that has a page", async () => {
  await answerOwn();
  const actions = [
    action({ id: 1, subject: "patreon/1/100" }),
    action({ id: 2, kind: "flag_resolved", subject: "flag 3" }),
    action({ id: 3, kind: "takedown_request", subject: "takedown request 5", contents: [] }),
    action({
      id: 4,
      subject: "patreon/2/7",
      contents: [{ service: "patreon", user: "2", post: "7", name: null, title: null }],
    }),
  ];
  await api.answer(listActions, { count: 4, actions });
  await renderScreen("/account/moderator/actions", { stored: MODERATOR });
  const rows = main.getByRole("list").last().getByRole("listitem");
  await expect.element(rows.nth(0)).toHaveTextContent(/Harbour at dawn · Ann/);
  await expect
    .element(rows.nth(0).getByRole("link", { name: "Harbour at dawn" }))
    .toHaveAttribute("href", "/patreon/user/1/post/100");
  await expect.element(rows.nth(1)).toHaveTextContent(/flag 3 · Harbour at dawn · Ann/);
  await expect.element(rows.nth(3)).toHaveTextContent(/7 · patreon\/2/);
  await expect
    .element(rows.nth(3).getByRole("link", { name: "7" }))
    .toHaveAttribute("href", "/patreon/user/2/post/7");
  await expect
    .element(main.getByRole("link", { name: "flag 3" }))
    .toHaveAttribute("href", "/account/moderator/flags/3");
  await expect.element(main.getByText(/^Answered takedown request 5/)).toBeVisible();
});

test("the menu and the account page of a moderator have what waits, those of others do not", async () => {
  await answerOwn();
  await renderScreen("/account", { stored: MODERATOR });
  await expect.element(main.getByRole("link", { name: "Flags 2 open" })).toBeVisible();
  await expect.element(main.getByRole("link", { name: "Takedown requests 1 open" })).toBeVisible();
  await expect.element(main.getByRole("link", { name: "Takedowns", exact: true })).not.toBeInTheDocument();
  await menuButton.click();
  await expect.element(accountMenu.getByRole("link", { name: "Flags 2" })).toBeVisible();
});

test("no other account sees them", async () => {
  await answerWholeAccount();
  await renderScreen("/account/moderator/flags", { stored: { ...MODERATOR, role: "consumer" } });
  await expect.element(heading).toHaveTextContent("Account is not moderator.");
  expect(await api.requests(/moderator/)).toEqual([]);
});

test("a queue of one flag counts it once", async () => {
  await answerOwn();
  await api.answer(listFlags, { count: 1, flags: [queuedFlag({ count: 1, hidden: true })] });
  await renderScreen("/account/moderator/flags", { stored: MODERATOR });
  const row = main.getByRole("button", { name: /Harbour at dawn/ });
  await expect.element(row).toHaveTextContent(/Hidden/);
  await expect.element(row).not.toHaveTextContent(/1 flag/);
});
