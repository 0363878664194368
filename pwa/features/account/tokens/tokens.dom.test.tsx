/** Access tokens on the page of devices. */
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createToken, listTokens, revokeToken } from "#shared/contracts/access-tokens.ts";
import { confirmPassword } from "#shared/contracts/own-account.ts";
import { answerWholeAccount, LOGGED_IN, token } from "#tests/components/account.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { choose, field, main } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";

const section = main.getByRole("region", { name: "Access tokens" });
const items = section.getByRole("listitem");
const create = section.getByRole("button", { name: "Create a token" });

beforeEach(() => answerWholeAccount());

const open = () => renderScreen("/account/sessions", { stored: LOGGED_IN });

test("tokens are listed with what they may do, and revoked after a question", async () => {
  await open();
  await expect.element(items).toHaveLength(2);
  await expect
    .element(items.first())
    .toHaveTextContent(/^Feed readerReading, Favorites · expires .* · last used/);
  await expect.element(items.nth(1)).toHaveTextContent(/never expires · never used/);
  await section.getByRole("button", { name: "Revoke token: Backup" }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke “Backup”?" });
  await dialog.getByRole("button", { name: "Cancel" }).first().click();
  expect(await api.requests(/tokens\//)).toEqual([]);
  await section.getByRole("button", { name: "Revoke token: Backup" }).click();
  await api.answer(revokeToken, true);
  await api.answer(listTokens, [token()]);
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect.element(items).toHaveLength(1);
  expect((await api.requests(/tokens\//)).map(({ method, address }) => `${method} ${address}`)).toEqual([
    "DELETE /api/v1/account/tokens/2",
  ]);
});

test("a token is created after the password, shown once and copied", async () => {
  await api.answer(listTokens, []);
  await open();
  await expect.element(section.getByText("You have no access tokens.")).toBeVisible();
  await create.click();
  await create.click(); // now the button of the form
  await expect.element(section.getByText("A name is required.")).toBeVisible();
  await userEvent.fill(field("Name"), "Script");
  await section.getByRole("checkbox", { name: /^Reading/ }).click();
  await create.click();
  await expect.element(section.getByText("Choose at least one.")).toBeVisible();
  await section.getByRole("checkbox", { name: /^Uploads/ }).click();
  await expect.element(section.getByRole("checkbox", { name: /^Administration/ })).not.toBeInTheDocument();
  await choose("Valid for", "No end");
  expect(await violations()).toEqual([]);
  await api.fail(createToken, 403, "Confirm your password first.", { times: 1 });
  await create.click();
  const dialog = page.getByRole("dialog", { name: "Confirm your password" });
  await userEvent.fill(dialog.getByLabelText("Password"), "12345");
  await api.answer(confirmPassword, true);
  await api.answer(createToken, { token: "roost_secret" });
  await api.answer(listTokens, [token()]);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect
    .element(section.getByRole("status"))
    .toHaveTextContent("Copy it now, it isn't shown again. roost_secret");
  await expect.element(items).toHaveLength(1);
  const [sent] = (await api.requests(/account\/tokens$/)).filter(({ method }) => method === "POST").slice(-1);
  expect(JSON.parse(sent?.body ?? "")).toEqual({ name: "Script", scopes: ["upload"], days: null });
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await section.getByRole("button", { name: "Copy token" }).click();
  await expect.element(page.getByText("Token copied")).toBeVisible();
  expect(copied).toHaveBeenCalledWith("roost_secret");
});

test("moderators may choose administration; a refusal is said", async () => {
  await answerWholeAccount({ role: "moderator" });
  await open();
  await create.click();
  await userEvent.fill(field("Name"), "Script");
  await section.getByRole("checkbox", { name: /^Administration/ }).click();
  await api.fail(createToken, 409, "An account can have at most 50 access tokens.");
  await create.click();
  await expect.element(section.getByText("An account can have at most 50 access tokens.")).toBeVisible();
});

test("a failure to load is said, and can be tried again", async () => {
  await api.fail(listTokens, 500, "Something failed.");
  await open();
  await expect.element(section.getByRole("button", { name: "Try again" })).toBeVisible();
  await api.answer(listTokens, [token(), token({ id: 2 })]);
  await section.getByRole("button", { name: "Try again" }).click();
  await expect.element(items).toHaveLength(2);
});
