import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { address, renderScreen } from "#tests/components/screen.tsx";

const title = page.getByRole("heading", { level: 1, name: "Coming soon" });

test.each([
  "/account",
  "/account/favorites",
  "/authentication/login",
  "/authentication/register",
  "/favorites",
  "/importer",
  "/posts/upload",
])("%s says that it comes later", async (place) => {
  await renderScreen(place);
  await expect.element(title).toBeVisible();
});

test("there is a way back, and one on", async () => {
  await renderScreen("/importer");
  await expect.element(title).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Register" }).click();
  await expect.poll(address).toBe("/authentication/register");
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect.poll(address).toBe("/importer");
  await page.getByRole("main").getByRole("link", { name: "How to find your session key" }).click();
  await expect.poll(address).toBe("/importer/tutorial");
});
