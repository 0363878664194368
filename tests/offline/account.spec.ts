/** Tests what logging out leaves on the device. */
import { expect } from "playwright/test";
import { register, someone } from "#tests/support/someone.ts";
import { rowsOf, withWorker } from "./device.ts";
import { test } from "./installed.ts";

test("logging out offline leaves nothing of the account, and ends the session once online", async ({
  page,
  context,
}) => {
  const visitor = someone();
  await withWorker(page);
  await register(page, visitor);
  await expect(page.getByRole("main").getByText(visitor.name)).toBeVisible();
  await expect.poll(async () => JSON.stringify(await rowsOf(page, "account"))).toContain(visitor.name);
  await context.setOffline(true);
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("link", { name: "Log out" }).last().click();
  await expect(page.getByText("Logged out on this device.", { exact: false })).toBeVisible();
  expect(await rowsOf(page, "account")).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(visitor.name);
  const isKnown = async () => (await page.request.get("/api/v1/account")).status();
  await context.setOffline(false);
  await expect.poll(isKnown).toBe(401);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("logged_in"))).toBeNull();
});
