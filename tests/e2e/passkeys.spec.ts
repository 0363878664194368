/** A passkey from its making to its removal, with Chromium's virtual authenticator. */
import { expect, type Page, test } from "playwright/test";
import { register, someone } from "#tests/support/someone.ts";

test.use({ storageState: { cookies: [], origins: [] } });

/** Passkeys belong to a domain name, which an IP address is not. */
const byName = (baseURL = "") => baseURL.replace("127.0.0.1", "localhost");

/** One that asks nobody and confirms everything. */
async function withAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const verify = (isUserVerified: boolean) =>
    cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  return { verify };
}

test("a passkey is added, logs in, and is removed", { tag: "@once" }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: byName(baseURL), serviceWorkers: "block" });
  const page = await context.newPage();
  const { verify } = await withAuthenticator(page);
  const main = page.getByRole("main");
  const visitor = someone();
  await register(page, visitor, "/account/passkeys");
  await expect(main.getByText("You have no passkeys.")).toBeVisible();
  await main.getByRole("button", { name: "Add a passkey" }).click();
  await expect(main.getByRole("listitem")).toHaveCount(1);
  await main.getByRole("button", { name: "Add a passkey" }).click();
  await expect(main.getByText("This device already has a passkey of your account.")).toBeVisible();

  await page.goto("/authentication/logout");
  await expect(page.getByText("Logged out.")).toBeVisible();
  await page.goto("/authentication/login?location=/account/passkeys");
  await verify(false); // a wrong finger
  const enter = main.getByRole("button", { name: "Log in with a passkey" });
  // A press before hydration is replayed later, so an enabled button does not mean that the login has failed.
  const begun = page.waitForResponse(/\/authentication\/passkey\/options$/);
  await enter.click();
  await begun;
  await expect(enter).toBeEnabled();
  expect((await page.request.get("/api/v1/account")).status()).toBe(401);
  await verify(true);
  await enter.click();
  await expect(page).toHaveURL(/\/account\/passkeys$/);
  await expect(main.getByText("Last seen")).toBeVisible();
  expect(await (await page.request.get("/api/v1/account")).text()).toContain(visitor.name);

  await main.getByRole("button", { name: /^Remove passkey/ }).click();
  await expect(main.getByText("You have no passkeys.")).toBeVisible();
  await context.close();
});

test("at an IP address nothing offers a passkey", { tag: "@once" }, async ({ page }) => {
  await page.goto("/authentication/login");
  await expect(page.getByRole("button", { name: "Log in", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /passkey/ })).toHaveCount(0);
});
