/** A visitor who makes an account in the running archive. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, type Page } from "playwright/test";
import type { Role } from "#shared/rules/roles.ts";
import { ROOST } from "./roost.ts";

export interface Someone {
  name: string;
  password: string;
}

export function someone(): Someone {
  return { name: `v${crypto.randomUUID().slice(0, 12)}`, password: "correct horse" };
}

/** An IP address of its own: registrations per address are limited. */
const address = () => `10.${crypto.getRandomValues(new Uint8Array(3)).join(".")}`;

/** Sends a request outside the page, with the session of its browser. */
async function post(page: Page, path: string, data: object): Promise<void> {
  const headers = { "x-forwarded-for": address() };
  const answer = await page.request.post(`/api/v1/authentication/${path}`, { headers, data });
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true);
}

/** Registers and logs in without the forms, which cost three pages, then opens a page. */
export async function register(
  page: Page,
  { name, password }: Someone,
  location = "/account",
  role: Role = "consumer",
): Promise<void> {
  await post(page, "register", { username: name, password, confirm_password: password });
  if (role !== "consumer") await changeRole(name, role);
  await post(page, "login", { username: name, password });
  await page.goto("/livez"); // of the site, without the app
  await page.evaluate(() => localStorage.setItem("logged_in", "yes"));
  await page.goto(location);
}

/** Runs the operator's command. */
async function changeRole(name: string, role: Role): Promise<void> {
  const command = [ROOST, "account", "role", name, role];
  const data = process.env["ROOST_E2E_DATA"];
  const env = { ...process.env, ...(data === undefined ? {} : { ROOST_DATA: data }) };
  await promisify(execFile)(process.execPath, command, { env });
}

/** Registers by the form, and leaves the recovery codes for later. */
export async function registerByForm(
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
