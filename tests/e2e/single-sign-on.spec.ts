/** Logging in at a real provider, in an archive for members with its own server. The provider is another site. */
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "playwright/test";
import { BEHIND_PROXY, member, PASSWORD } from "#tests/support/accounts.ts";
import { buildCreator, buildPost } from "#tests/support/factories.ts";
import { providerSetting, startProvider, type TestProvider } from "#tests/support/oidc.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { logIn } from "#tests/support/someone.ts";
import { violations } from "./axe.ts";
import { heading, interactive, pathOf, visit, watchConsole } from "./page.ts";

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));
const TITLE = "Secret harbor";
const POST = "/patreon/user/7/post/1";

interface Archive extends AsyncDisposable {
  server: TestServer;
  provider: TestProvider;
  /** Address of the archive on another site than the provider's. */
  url: string;
}

async function startArchive(settings: Record<string, string> = {}): Promise<Archive> {
  const provider = await startProvider();
  const server = await startServer({
    ...BEHIND_PROXY,
    ACCESS: "members",
    OIDC_PROVIDERS: providerSetting(provider),
    ...settings,
  });
  const url = server.url.replace("127.0.0.1", "localhost");
  provider.register(url);
  for (const folder of ["pwa", "ssr"]) await symlink(join(DIST, folder), join(server.data, folder));
  await buildCreator(server.sql, { id: "7", name: "Quiet Lantern" });
  await buildPost(server.sql, { user: "7", id: "1", title: TITLE });
  const stop = async () => {
    await server[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  };
  return { server, provider, url, [Symbol.asyncDispose]: stop };
}

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name });

/** Fills in the provider's own page. */
async function logInThere(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(name);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("a login at the provider leads to the wanted post; a logout there ends it", { tag: "@once" }, async ({
    page,
  }) => {
    await using archive = await startArchive();
    const faults = watchConsole(page);
    await page.goto(archive.url + POST);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect(button(page, "Log in with Home login")).toBeVisible();
    expect(await violations(page, "login with a provider")).toEqual([]);
    await button(page, "Log in with Home login").click();
    await logInThere(page, "bea");
    await expect.poll(() => pathOf(page)).toBe(POST);
    await expect(heading(page)).toHaveText(TITLE);

    await visit(page, "/account");
    await page.getByRole("link", { name: "Single sign-on" }).click();
    await expect(page.getByRole("main").getByText("Home login · bea")).toBeVisible();
    expect(await violations(page, "single sign-on")).toEqual([]);
    await button(page, "Unlink Home login: bea").click();
    await expect(page.getByText("This is your account's only way to log in.")).toBeVisible();

    // Logging out here says that the provider may still know the person.
    await visit(page, "/authentication/logout");
    await expect(page.getByText("You may still be logged in to Home login.")).toBeVisible();
    expect(await violations(page, "logged out")).toEqual([]);
    await page.getByRole("link", { name: "Home page" }).click();
    await button(page, "Log in with Home login").click(); // asks for no password
    await expect.poll(() => pathOf(page)).toBe("/");
    await expect(page.getByRole("combobox", { name: /^Search/ })).toBeVisible();

    await visit(page, "/authentication/logout");
    await page.getByRole("link", { name: "Log out of Home login" }).click();
    await page.getByRole("button", { name: "Yes, sign me out" }).click();
    await expect.poll(() => pathOf(page)).toBe("/session/end/success");
    await page.goto(archive.url);
    await button(page, "Log in with Home login").click();
    await logInThere(page, "bea");
    await expect.poll(() => pathOf(page)).toBe("/");

    // A logout at the provider ends the session here.
    await page.goto(`${archive.provider.issuer}/session/end?client_id=roost`);
    await page.getByRole("button", { name: "Yes, sign me out" }).click();
    await expect.poll(async () => (await archive.server.sql`select 1 from account_sessions`).length).toBe(0);
    await page.goto(archive.url + POST);
    await expect.poll(() => pathOf(page)).toBe("/authentication/login");
    expect(faults.filter((fault) => !fault.startsWith("Failed to load"))).toEqual([]);
  });
});

test("a login cancelled at the provider is explained, and a password works while it is down", async ({
  page,
}) => {
  await using archive = await startArchive();
  await member(archive.server, "bea");
  await page.goto(archive.url + POST);
  await button(page, "Log in with Home login").click();
  await page.getByRole("link", { name: "[ Cancel ]" }).click();
  await expect(page.getByText("The login was canceled.")).toBeVisible();
  expect(new URL(page.url()).searchParams.get("location")).toBe(POST);
  await interactive(page);
  archive.provider.pause(true);
  await logIn(page, { name: "bea", password: PASSWORD });
  await expect(heading(page)).toHaveText(TITLE);
});

test("without passwords there is no form, and another login confirms", async ({ page }) => {
  await using archive = await startArchive({ PASSWORD_LOGIN: "0" });
  await page.goto(`${archive.url}/authentication/login`);
  await expect(button(page, "Log in with Home login")).toBeVisible();
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Create an account" })).toHaveCount(0);
  expect(await violations(page, "login without passwords")).toEqual([]);
  await button(page, "Log in with Home login").click();
  await logInThere(page, "bea");
  // Else the way back from the provider would lead away from the next page.
  await expect.poll(() => pathOf(page)).not.toMatch(/^\/(api|auth|authentication|interaction)\b/);
  await visit(page, "/account");
  await expect(page.getByRole("link", { name: "Change password" })).toHaveCount(0);
  // A confirmation is another login.
  await archive.server.sql`update account_sessions set proven_at = now() - interval '11 minutes'`;
  await visit(page, "/account/change_username");
  await page.getByLabel("New username").fill("beatrix");
  await button(page, "Change username").click();
  await page.getByRole("dialog").getByRole("button", { name: "Log in again with Home login" }).click();
  await page.getByPlaceholder("Enter any login").fill("bea");
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await expect.poll(() => pathOf(page)).toBe("/account/change_username");
  await page.getByLabel("New username").fill("beatrix");
  await button(page, "Change username").click();
  await expect(page.getByText("Your username is now beatrix.")).toBeVisible();
});
