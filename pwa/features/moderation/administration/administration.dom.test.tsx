/** Accounts, as administrators see and change them. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getRegistration } from "#shared/contracts/accounts.ts";
import {
  ACCESS_IS_FIXED,
  allowInvitations,
  changeAccess,
  changeAccount,
  changeRegistration,
  DATA_SERVERS_ARE_OPEN,
  getAccess,
  getManagedAccount,
  listAccounts,
  listAudit,
  listDamagedFiles,
  removeSample,
} from "#shared/contracts/administration.ts";
import { getArchiveState } from "#shared/contracts/archive.ts";
import { listDuplicates } from "#shared/contracts/duplicates.ts";
import {
  invite,
  inviteAsMember,
  listInvitations,
  listOwnInvitations,
  revokeInvitation,
  TOO_MANY_INVITATIONS,
} from "#shared/contracts/invitations.ts";
import { confirmPassword } from "#shared/contracts/own-account.ts";
import {
  ADMINISTRATOR,
  answerWholeAccount,
  damagedFiles,
  LOGGED_IN,
  ownAccount,
} from "#tests/components/account.ts";
import { api } from "#tests/components/api.ts";
import { DAY } from "#tests/components/examples.ts";
import { choose, heading } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

const main = page.getByRole("main");
const rows = main.getByRole("listitem");
const answerOwn = () => answerWholeAccount({ role: "administrator" });
const cyd = (part = {}) => ({
  ...ownAccount({ id: 9, username: "cyd" }),
  is_duplicate: false,
  disabled: false,
  group: null,
  ...part,
});

const invitation = (part = {}) => ({
  id: 2,
  created_at: DAY,
  expires_at: DAY,
  created_by: "bea",
  state: "open" as const,
  used_by: null,
  ...part,
});

test("accounts have pages and filters, which the address has", async () => {
  await answerOwn();
  const other = ownAccount({ id: 10, username: "dee", role: "moderator" });
  await api.answer(listAccounts, { count: 30, accounts: [other] }, { query: { page: "2" } });
  await api.answer(listAccounts, { count: 1, accounts: [other] }, { query: { role: "moderator" } });
  await api.answer(listAccounts, { count: 0, accounts: [] }, { query: { name: "nobody" } });
  await renderScreen("/account/administrator/accounts", { stored: ADMINISTRATOR });
  await expect.poll(address).toBe("/account/administrator/accounts/1");
  await expect.element(main.getByText("30 accounts")).toBeVisible();
  await expect.element(rows).toHaveTextContent("cyd");
  await main.getByRole("link", { name: "Next page" }).click();
  await expect.poll(address).toBe("/account/administrator/accounts/2");
  await expect.element(rows).toHaveTextContent("dee");
  await userEvent.selectOptions(main.getByLabelText("Role"), "Moderator");
  await expect.poll(address).toBe("/account/administrator/accounts/1?role=moderator");
  await expect.element(main.getByText("1 account", { exact: true })).toBeVisible();
  await userEvent.fill(main.getByLabelText("Name"), "nobody");
  await expect.element(main.getByText("No accounts found.")).toBeVisible();
});

test("a role is changed once the password was confirmed", async () => {
  await answerOwn();
  await renderScreen("/account/administrator/account/9", { stored: ADMINISTRATOR });
  await expect.element(heading).toHaveTextContent("cyd");
  await choose("Role", "Moderator");
  await api.fail(changeAccount, 403, "Confirm your password first.", { times: 1 });
  await main.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm your password" });
  await expect.element(dialog).toBeVisible();
  await api.answer(confirmPassword, true);
  await api.answer(changeAccount, cyd({ role: "moderator" }));
  await api.answer(getManagedAccount, cyd({ role: "moderator" }));
  await userEvent.fill(dialog.getByLabelText("Password"), "12345");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect.element(main.getByText("Saved.")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  const sent = await api.requests(/administrator\/account\/9/);
  const bodies = sent.filter(({ method }) => method === "PATCH").map(({ body }) => JSON.parse(body));
  expect(bodies).toEqual(
    Array(2).fill({ role: "moderator", disabled: false, is_duplicate: false, group: null }),
  );
});

test("giving up the confirmation changes nothing", async () => {
  await answerOwn();
  await renderScreen("/account/administrator/account/9", { stored: ADMINISTRATOR });
  await main.getByRole("checkbox", { name: /Disabled/ }).click();
  await api.fail(changeAccount, 403, "Confirm your password first.");
  await main.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(main.getByRole("button", { name: "Save" })).toBeEnabled();
  await expect.element(main.getByText("Saved.")).not.toBeInTheDocument();
});

test("an administrator's role is not changed here", async () => {
  await answerOwn();
  await api.answer(getManagedAccount, cyd({ role: "administrator" }));
  await renderScreen("/account/administrator/account/9", { stored: ADMINISTRATOR });
  await expect.element(main.getByText(/roost account role/)).toBeVisible();
  await expect.element(main.getByRole("button", { name: "Save" })).not.toBeInTheDocument();
});

test("who may register is chosen here; invitations are made, listed and revoked", async () => {
  await answerOwn();
  await renderScreen("/account/administrator/accounts/1", { stored: ADMINISTRATOR });
  await api.answer(changeRegistration, true);
  await expect.element(main.getByRole("group", { name: "Who may register" })).toBeVisible();
  await api.answer(getRegistration, { registration: "invite", set_up: true });
  await api.answer(listInvitations, []);
  await choose("Who may register", "By invitation");
  const link = new RegExp(`${location.origin}/authentication/register#token$`);
  const seen = main.getByRole("group", { name: "Who may see this archive" });
  await expect.element(seen.getByRole("radio", { name: "Everyone" })).toBeChecked();
  await choose("Valid for", "30 days");
  await api.answer(invite, { invitation: "token" });
  await api.answer(listInvitations, [invitation(), invitation({ id: 3, state: "used", used_by: "dee" })]);
  await main.getByRole("button", { name: "Create an invitation" }).click();
  await expect.element(main.getByText(link)).toBeVisible();
  await expect.element(main.getByRole("img", { name: "QR code of the invitation" })).toBeVisible();
  await expect.element(main.getByRole("button", { name: "Copy link" })).toBeVisible();
  const listed = main.getByRole("listitem").filter({ hasText: /By bea/ });
  await expect.element(listed.nth(0)).toHaveTextContent(/^Open.*Expires/);
  await expect.element(listed.nth(1)).toHaveTextContent(/^Used.*Used by dee$/);
  await api.answer(listInvitations, []);
  await api.answer(revokeInvitation, true);
  await main.getByRole("button", { name: "Revoke" }).click();
  await expect.element(listed).not.toBeInTheDocument();
  const sent = (await api.requests(/invitations/)).filter(({ method }) => method !== "GET");
  expect(sent.map(({ method, body }) => `${method} ${body}`)).toEqual(['POST {"days":30}', "DELETE "]);
});

test("members may invite if an administrator allows it", async () => {
  await answerOwn();
  await api.answer(getRegistration, { registration: "invite", set_up: true });
  await api.answer(listInvitations, []);
  await renderScreen("/account/administrator/accounts/1", { stored: ADMINISTRATOR });
  const allowed = main.getByRole("checkbox", { name: /^All members may invite/ });
  await expect.element(allowed).not.toBeChecked();
  await api.answer(allowInvitations, true);
  await api.answer(listOwnInvitations, { allowed: true, invitations: [] });
  await allowed.click();
  await expect.element(allowed).toBeChecked();
  const [sent] = (await api.requests(/invitations$/)).filter(({ method }) => method === "PATCH");
  expect(sent?.body).toBe('{"members_invite":true}');
});

test("a member who may invite finds it in the account, within the limit", async () => {
  await answerWholeAccount();
  await api.answer(listOwnInvitations, { allowed: true, invitations: [invitation()] });
  await renderScreen("/account", { stored: LOGGED_IN });
  await main.getByRole("link", { name: "Invitations" }).click();
  await expect.element(main.getByText("They see what you see.")).toBeVisible();
  await expect.element(rows.nth(0)).toHaveTextContent(/^Open/);
  await api.answer(inviteAsMember, { invitation: "token" });
  await main.getByRole("button", { name: "Create an invitation" }).click();
  await expect.element(main.getByText(/authentication\/register#token$/)).toBeVisible();
  await api.fail(inviteAsMember, 409, TOO_MANY_INVITATIONS);
  await main.getByRole("button", { name: "Create an invitation" }).click();
  await expect
    .element(main.getByRole("alert").filter({ hasText: "You can have 5 open invitations at most." }))
    .toBeVisible();
});

test("a member who may not invite is told so, and finds no way to it", async () => {
  await answerWholeAccount();
  await renderScreen("/account", { stored: LOGGED_IN });
  await expect.element(main.getByRole("link", { name: "Links for friends" })).toBeVisible();
  await expect.element(main.getByRole("link", { name: "Invitations" })).not.toBeInTheDocument();
  await renderScreen("/account/invitations", { stored: LOGGED_IN });
  await expect.element(main.getByText("Only administrators may invite.")).toBeVisible();
});

test("who may see the archive cannot be changed where the operator has set it", async () => {
  await answerOwn();
  await renderScreen("/account/administrator/accounts/1", { stored: ADMINISTRATOR });
  await api.fail(changeAccess, 409, DATA_SERVERS_ARE_OPEN);
  await choose("Who may see this archive", "Members only");
  const alert = main.getByRole("alert");
  await expect.element(alert.filter({ hasText: /^Its file servers send files to everyone/ })).toBeVisible();
  const reads = async () =>
    (await api.requests(/administrator\/access$/)).filter(({ method }) => method === "GET").length;
  await expect.poll(reads).toBe(2); // after the refusal too; its answer still offers the choice
  await api.answer(getAccess, { access: "open", fixed: true });
  await api.fail(changeAccess, 409, ACCESS_IS_FIXED);
  await choose("Who may see this archive", "Members only");
  await expect.element(alert.filter({ hasText: /^This is set on the server/ })).toBeVisible();
  await expect.element(main.getByText(/^Everyone can see this archive/)).toBeVisible();
});

test("in an archive for members, open registration is pointed out", async () => {
  await answerOwn();
  await api.answer(getAccess, { access: "members", fixed: true });
  await api.answer(getRegistration, { registration: "open", set_up: true });
  const site = { access: "members" } as const;
  await renderScreen("/account/administrator/accounts/1", { stored: ADMINISTRATOR, site });
  await expect.element(main.getByText(/^Only members can see this archive/)).toBeVisible();
  await expect.element(main.getByText("Anyone can register and then see everything.")).toBeVisible();
});

test("damaged and missing files are listed with the state of the check, or all are right", async () => {
  await answerOwn();
  await renderScreen("/account/administrator/files", { stored: ADMINISTRATOR });
  await expect.element(heading).toHaveTextContent("Stored files");
  await expect.element(main.getByText("Checked: 1,200 of 5,000, each file within 30 days")).toBeVisible();
  await expect.element(main.getByText("Set REPAIR_FROM to a backup")).toBeVisible();
  await expect.element(rows.nth(0)).toHaveTextContent(/Damaged.*\/aa\/aa\/a{64}\.png/);
  await expect.element(rows.nth(1)).toHaveTextContent(/Missing.*\/bb\/bb\/b{64}\.png/);
  const off = damagedFiles({ days: 0, finished_at: null, repairs: true });
  await api.answer(listDamagedFiles, { ...off, count: 0, files: [] });
  await renderScreen("/account/administrator/files", { stored: ADMINISTRATOR });
  await expect.element(main.getByText("Every file is right, as far as it is known.")).toBeVisible();
  await expect.element(main.getByText("Regular check off (SCRUB_DAYS=0)")).toBeVisible();
});

test("duplicates are beside each other, with sizes, posts and creators; or there are none", async () => {
  await answerOwn();
  await renderScreen("/account/administrator/duplicates", { stored: ADMINISTRATOR });
  await expect.element(main.getByText("The first is larger · 6 of 256 bits differ")).toBeVisible();
  const sides = main.getByRole("region");
  const texts = sides.elements().map((side) => side.textContent);
  expect(texts[0]).toMatch(/^4,000 × 4,000 · PNG · .*In 1 post or messageLake of AnnDuplicates of Ann$/);
  expect(texts[1]).toMatch(/^400 × 400 · PNG · .*Lake of BobDuplicates of Bob$/);
  await api.answer(
    listDuplicates,
    { count: 0, duplicates: [] },
    { query: { service: "patreon", user: "b" } },
  );
  await sides.last().getByRole("link", { name: "Duplicates of Bob" }).click();
  await expect.element(main.getByText("No duplicates")).toBeVisible();
  await main.getByRole("link", { name: "All creators" }).click();
  await expect.element(sides.first()).toBeVisible();
});

test("the first steps lead to importing, remove the sample, and lead to invitations", async () => {
  await answerOwn();
  await api.answer(getArchiveState, { is_empty: false, sample: "loaded" });
  await renderScreen("/account/administrator/start", { stored: ADMINISTRATOR });
  const links = () =>
    main
      .getByRole("list")
      .getByRole("link")
      .elements()
      .map((link) => link.getAttribute("href"));
  await expect.poll(links).toEqual(["/account/administrator/downloads", "/account/administrator/accounts"]);
  const remove = main.getByRole("button", { name: "Remove sample" });
  await api.fail(removeSample, 503, "busy");
  await remove.click();
  await expect.element(main.getByRole("alert").first()).not.toBeEmptyDOMElement();

  await api.answer(removeSample, true);
  await api.answer(getArchiveState, { is_empty: false, sample: "removing" });
  await remove.click();
  await expect.element(main.getByText("Removing the sample…")).toBeVisible();
  await api.answer(getArchiveState, { is_empty: true, sample: "removed" });
  await expect.element(main.getByText("The sample was removed.")).toBeVisible();
});

test("the audit log says in words who changed what, with links to it", async () => {
  await answerOwn();
  const nothing = { name: null, before: null, after: null, reason: null, contents: [] };
  const entry = { id: 1, created_at: DAY, actor: "bea", ...nothing };
  const creator = { service: "patreon", user: "10", post: null, name: "Ann", title: null };
  const post = { ...creator, post: "1", title: "Harbour" };
  const linked = { service: "fanbox", user: "2", post: null, name: null, title: null };
  await api.answer(listAudit, {
    count: 6,
    entries: [
      { ...entry, kind: "role", subject: "account 9", name: "cyd", before: "consumer", after: "moderator" },
      { ...entry, kind: "disabled", subject: "account 8", actor: null, before: "true", after: "false" },
      {
        ...entry,
        kind: "takedown",
        subject: "patreon/10/1",
        contents: [post],
        reason: "Asked for by the artist",
      },
      { ...entry, kind: "access", subject: "access", before: "open", after: "members" },
      {
        ...entry,
        kind: "rating",
        subject: "patreon/10",
        contents: [creator],
        before: "everyone",
        after: "adults",
      },
      { ...entry, kind: "creator_link", subject: "patreon/10 fanbox/2", contents: [creator, linked] },
    ],
  });
  await renderScreen("/account/administrator/audit", { stored: ADMINISTRATOR });
  const texts = () => rows.elements().map(({ textContent }) => textContent.replace(/ · [^·]*$/, ""));
  await expect
    .poll(texts)
    .toEqual([
      "Role changed cydConsumer → Moderatorbea",
      "Account enabled Deleted accountFrom the command line",
      "Taken down Harbour · AnnAsked for by the artistbea",
      "Access to the archive changed Everyone → Members onlybea",
      "Rating changed AnnEveryone → Adultsbea",
      "Creators linked Ann · fanbox/2bea",
    ]);
  const links = rows.getByRole("link").elements();
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/account/administrator/account/9",
    "/patreon/user/10/post/1",
    "/patreon/user/10",
    "/patreon/user/10",
    "/fanbox/user/2",
  ]);
});
