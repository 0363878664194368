import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answerEverything } from "#tests/components/archive.ts";
import { heading } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

test("an address that leads nowhere says so, and both ways out work", async () => {
  await answerEverything();
  await renderScreen("/dmca");
  await expect.element(heading).toBeVisible();
  history.pushState(null, "", "/nowhere");
  await renderScreen("/nowhere/at/all");
  await expect.element(page.getByText("The page you are looking for does not exist.")).toBeVisible();
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect.poll(address).toBe("/dmca");
  await renderScreen("/nowhere/at/all");
  await page.getByRole("main").getByRole("link", { name: "Home" }).click();
  await expect.poll(address).toBe("/");
});
