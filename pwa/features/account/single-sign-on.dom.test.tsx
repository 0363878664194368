/** Logging in with a provider, and the providers that are linked to an account. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { changePassword } from "#shared/contracts/own-account.ts";
import { getSingleSignOn, startSingleSignOn, unlinkIdentity } from "#shared/contracts/single-sign-on.ts";
import type { Site } from "#shared/rules/site.ts";
import { answerAccount, answerFavorites, LOGGED_IN } from "#tests/components/account.ts";
import { answerPrefetches } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { DAY } from "#tests/components/examples.ts";
import { field, heading, main, submit } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

const PROVIDERS = [
  { id: "home", label: "Home login" },
  { id: "proxy", label: "" },
];
const site = (password = true): Partial<Site> => ({ login: { password, providers: PROVIDERS } });
const IDENTITY = {
  id: 3,
  provider: "home",
  label: "Home login",
  name: "bea@home",
  created_at: DAY,
  used_at: null,
};
const CONFIRM = "Confirm your password first.";

test("the login page has a button for each provider beside the form, and its errors there", async () => {
  await renderScreen("/authentication/login?location=%2Fcontact", { site: site() });
  await expect.element(field("Password")).toBeVisible();
  await api.fail(startSingleSignOn, 503, "The login provider does not respond. Try again later.");
  await submit("Log in with Home login").click();
  await expect.element(main.getByText("The login provider doesn't respond. Try again later.")).toBeVisible();
  await api.fail(startSingleSignOn, 403, "The proxy names no user.");
  await submit("Log in with your network account").click();
  await expect
    .element(main.getByText("The proxy in front of this archive doesn't say who you are."))
    .toBeVisible();
  const sent = await api.requests(/single_sign_on/);
  expect(sent.map(({ body }) => JSON.parse(body ?? ""))).toEqual([
    { location: "/contact" },
    { location: "/contact" },
  ]);
});

test.each([
  ["cancelled", "The login was canceled."],
  ["expired", "The login took too long or was started in another browser. Try again."],
  ["closed", "You have no account here, and this login doesn't create one."],
  ["disabled", "This account is disabled."],
  ["group", "The group for your account doesn't exist here. Ask an administrator."],
])("the login page says why a login was %s", async (problem, text) => {
  await renderScreen(`/authentication/login?problem=${problem}`, { site: site() });
  await expect.element(main.getByRole("alert").filter({ hasText: text })).toBeVisible();
});

test("a reason that does not exist is not shown, whatever the address says", async () => {
  await renderScreen("/authentication/login?problem=Call%20555-0100", { site: site() });
  await expect.element(field("Password")).toBeVisible();
  await expect.element(main.getByText("555")).not.toBeInTheDocument();
});

test("without passwords there are only the providers", async () => {
  await renderScreen("/authentication/login", { site: site(false) });
  await expect.element(submit("Log in with Home login")).toBeVisible();
  await expect.element(main.getByRole("textbox")).not.toBeInTheDocument();
  await expect.element(main.getByRole("link", { name: "Create an account" })).not.toBeInTheDocument();
  await renderScreen("/authentication/recover", { site: site(false) });
  await expect.element(main.getByText("Accounts have no passwords here.")).toBeVisible();
  await renderScreen("/authentication/setup#token", { site: site(false) });
  await expect.element(main.getByText("Accounts have no passwords here.")).toBeVisible();
});

test("the link of an invitation takes its token to the provider", async () => {
  await api.fail(startSingleSignOn, 503, "The login provider does not respond. Try again later.");
  await renderScreen("/authentication/register#a-token", { site: site(false) });
  await submit("Continue with Home login").click();
  await expect
    .poll(async () => (await api.requests(/single_sign_on/)).map(({ body }) => body))
    .toEqual(['{"invitation":"a-token"}']);
});

test("the page after a login takes over the session and goes on", async () => {
  await answerAccount();
  await answerFavorites();
  await renderScreen("/authentication/single_sign_on?location=%2Fcontact", { site: site() });
  await expect.poll(address).toBe("/contact");
  expect(localStorage.getItem("logged_in")).toBe("yes");
  expect(await api.requests(/authentication/)).toEqual([]);
});

test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
  "the page after a login never leads to %s",
  async (location) => {
    await answerPrefetches();
    await answerAccount();
    await answerFavorites();
    await renderScreen(`/authentication/single_sign_on?location=${encodeURIComponent(location)}`);
    await expect.poll(address).toBe("/");
  },
);

test("linked providers can be unlinked, but not the only way to log in; others can be linked", async () => {
  await answerAccount();
  await answerFavorites();
  await api.answer(getSingleSignOn, { has_password: false, identities: [IDENTITY] });
  await renderScreen("/account/single_sign_on?problem=taken", { stored: LOGGED_IN, site: site() });
  await expect.element(heading).toHaveTextContent("Single sign-on");
  await expect.element(main.getByText("That login belongs to another account.")).toBeVisible();
  await expect.element(main.getByRole("link", { name: "Set password" })).toBeVisible();
  await api.fail(unlinkIdentity, 409, "This is the account's only way to log in.");
  await submit("Unlink Home login: bea@home").click();
  await expect.element(main.getByText("This is your account's only way to log in.")).toBeVisible();
  await expect.element(submit("Link Home login")).not.toBeInTheDocument();
  await api.fail(startSingleSignOn, 403, "That login belongs to another account.");
  await submit("Link your network account").click();
  await expect
    .poll(async () => (await api.requests(/single_sign_on\/proxy/)).map(({ body }) => JSON.parse(body)))
    .toEqual([{ location: "/account/single_sign_on", link: true }]);
});

test("an account without a password sets one; the confirmation is another login", async () => {
  await answerAccount();
  await answerFavorites();
  await api.answer(getSingleSignOn, { has_password: false, identities: [IDENTITY] });
  await api.fail(changePassword, 403, CONFIRM);
  await renderScreen("/account/change_password", { stored: LOGGED_IN, site: site() });
  await expect.element(field("Current password")).not.toBeInTheDocument();
  await field("New password").fill("correct horse");
  await field("Confirm new password").fill("correct horse");
  await submit("Change password").click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("button", { name: "Log in again with Home login" })).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: /network/ })).not.toBeInTheDocument();
  await expect.element(dialog.getByRole("textbox")).not.toBeInTheDocument();
});
