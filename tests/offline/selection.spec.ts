/** Several posts of a list are selected with Shift, and saved together within a cap. */
import { expect, test } from "playwright/test";
import { violations } from "../e2e/axe.ts";
import { startFaultyServer } from "./faulty-server.ts";

test.use({ bypassCSP: true }); // the accessibility checker is a script of its own

test("twenty posts are selected with Shift and saved, with three requests at a time at most", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const server = await startFaultyServer();
  await page.goto(`${server.url}/posts`);
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(50);
  await cards.first().hover();
  await cards
    .first()
    .getByRole("button", { name: /^More: / })
    .click();
  await page.getByRole("button", { name: "Select posts" }).click();
  const bar = page.getByRole("region", { name: "Selected posts" });
  await expect(bar).toContainText("1 selected");
  const boxes = page.getByRole("checkbox", { name: /^Select: / });
  await boxes.nth(19).click({ modifiers: ["Shift"] });
  await expect(bar).toContainText("20 selected");
  await boxes.nth(3).uncheck();
  await expect(bar).toContainText("19 selected");
  await boxes.nth(3).focus();
  await page.keyboard.press("Space");
  await expect(bar).toContainText("20 selected");
  expect(await violations(page, "a selection")).toEqual([]);

  server.counts = (address) => /^\/data\/|^\/api\/v1\/\w+\/user\/.+\/(post\/|profile)/.test(address);
  server.fault = (address, method) =>
    method === "GET" && address.startsWith("/data/") ? { bytesPerSecond: 400_000 } : undefined;
  await bar.getByRole("button", { name: "Save offline" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  const whole = () =>
    page.evaluate(
      () => (localStorage.getItem("saved") ?? "").split("\n").filter((line) => line.startsWith("w")).length,
    );
  await expect.poll(whole, { timeout: 120_000 }).toBe(20);
  expect(server.most).toBe(3);
  await server.stop();
});

test("over the cap a message says why, and nothing of the selection is lost", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("list-mode", "more"));
  await page.goto("/posts");
  const cards = page.getByRole("main").getByRole("article");
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(cards).toHaveCount(100);
  await cards.first().hover();
  await cards
    .first()
    .getByRole("button", { name: /^More: / })
    .click();
  await page.getByRole("button", { name: "Select posts" }).click();
  const bar = page.getByRole("region", { name: "Selected posts" });
  const boxes = page.getByRole("checkbox", { name: /^Select: / });
  await boxes.nth(60).click({ modifiers: ["Shift"] });
  await expect(bar).toContainText("Up to 50 posts at once");
  await boxes.nth(1).click();
  await expect(bar).toContainText("2 selected");
  await bar.getByRole("button", { name: "Cancel selection" }).click();
  await expect(bar).toHaveCount(0);
  await expect(boxes).toHaveCount(0);
});
