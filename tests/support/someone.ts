/** A visitor who makes an account in the running archive. */
import { expect, type Page } from "playwright/test";

export interface Someone {
  name: string;
  password: string;
}

export function someone(): Someone {
  return { name: `v${crypto.randomUUID().slice(0, 12)}`, password: "correct horse" };
}

/** An address of its own: each may register so often only. */
const address = () => `10.${crypto.getRandomValues(new Uint8Array(3)).join(".")}`;

/** Registers by the form, and leaves the recovery codes for later. */
export async function register(
  page: Page,
  { name, password }: Someone,
  location = "/account",
): Promise<void> {
  await page.setExtraHTTPHeaders({ "x-forwarded-for": address() });
  await page.goto(`/authentication/register?location=${encodeURIComponent(location)}`);
  const main = page.getByRole("main");
  await main.getByLabel("Username", { exact: true }).fill(name);
  await main.getByLabel("Password", { exact: true }).fill(password);
  await main.getByLabel("Confirm password", { exact: true }).fill(password);
  await main.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Recovery codes");
  await main.getByRole("button", { name: "Not now" }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(location);
}

export async function logIn(page: Page, { name, password }: Someone): Promise<void> {
  const main = page.getByRole("main");
  await main.getByLabel("Username", { exact: true }).fill(name);
  await main.getByLabel("Password", { exact: true }).fill(password);
  await main.getByRole("button", { name: "Log in", exact: true }).click();
}
