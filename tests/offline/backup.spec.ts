/** Everything of a device as one file, and back. */
import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "playwright/test";
import { violations } from "../e2e/axe.ts";
import { addressOf, postWithImages } from "../e2e/page.ts";

const section = (page: Page) => page.getByRole("region", { name: "Backup and restore" });

async function restore(page: Page, text: string): Promise<void> {
  await section(page)
    .getByLabel("Restore from file")
    .setInputFiles({ name: "roost.json", mimeType: "application/json", buffer: Buffer.from(text) });
}

test("settings, marks, mutes and the history come back after everything was cleared", async ({ page }) => {
  const post = await postWithImages(page);
  await page.goto(addressOf(post)); // marked as seen, and part of the history
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(post.title);
  await page.getByRole("button", { name: "Save offline" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved on this device.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.evaluate(() => {
    localStorage.setItem("theme", "dark");
    localStorage.setItem("dates", "relative");
    localStorage.setItem("favs", "fanbox/7");
    localStorage.setItem(
      "mutes",
      JSON.stringify({ mode: "blur", creators: [], tags: ["spoiler"], words: ["kraken"], services: [] }),
    );
  });
  await page.goto("/settings");
  const download = page.waitForEvent("download");
  await section(page).getByRole("button", { name: "Download backup" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  const file = JSON.parse(text) as { version: number; seen: string[]; visits: unknown[] };
  expect(file.version).toBe(1);
  expect(file.seen.join()).toContain(post.id);

  const cdp = await page.context().newCDPSession(page);
  await page.goto("about:blank");
  await cdp.send("Storage.clearDataForOrigin", {
    origin: new URL(process.env["ROOST_URL"] ?? "").origin,
    storageTypes: "all",
  });
  await page.goto("/settings");
  await expect(page.locator("html")).not.toHaveAttribute("data-theme", "dark");

  // What is no such file changes nothing, and says why.
  await restore(page, text.slice(0, -20));
  await expect(section(page).getByRole("alert")).toContainText("incomplete");
  await restore(page, '{"format":"else"}');
  await expect(section(page).getByRole("alert")).toContainText("wasn't created by this app");
  await restore(page, JSON.stringify({ ...file, version: 2 }));
  await expect(section(page).getByRole("alert")).toContainText("newer version");
  await restore(page, JSON.stringify({ ...file, visits: [{ href: "//example.org" }] }));
  await expect(section(page).getByRole("alert")).toContainText("visits.0");
  expect(await page.evaluate(() => localStorage.getItem("seen"))).toBeNull();

  await restore(page, text);
  const came = section(page).getByRole("status");
  await expect(came).toContainText("1 seen post");
  await expect(came).toContainText("2 mutes");
  await expect(came).toContainText("1 favorite");
  expect(await page.evaluate(() => localStorage.getItem("favs"))).toBe("fanbox/7");
  await expect(came).toContainText("1 saved post, to be downloaded again");
  await expect(section(page).getByRole("alert")).toHaveCount(0);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const kept = () =>
    page.evaluate(() =>
      ["theme", "dates", "seen", "mutes", "visits"].map((name) => localStorage.getItem(name)),
    );
  const [theme, dates, seen, mutes, visits] = await kept();
  expect([theme, dates]).toEqual(["dark", "relative"]);
  expect(seen).toContain(post.id);
  expect(mutes).toContain("kraken");
  expect(visits).toContain(addressOf(post));
  expect(await violations(page, "settings")).toEqual([]);

  await came.getByRole("button", { name: "Undo" }).click();
  await expect(came).toBeEmpty();
  expect(await kept()).toEqual([null, null, null, null, null]);
  expect(await page.evaluate(() => localStorage.getItem("saved"))).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem("favs"))).toBe("");

  // Adding keeps what is here, replacing gives it up.
  await page.evaluate(() => {
    localStorage.setItem("theme", "black");
    localStorage.setItem("seen", "fanbox/7:999");
  });
  await restore(page, text);
  await expect(came).toContainText("1 seen post");
  expect((await kept())[0]).toBe("black");
  expect((await kept())[2]).toMatch(/fanbox\/7:999/);
  await section(page).getByRole("radio", { name: "Replace" }).check();
  await restore(page, text);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect((await kept())[2]).toBe(seen);

  // Saved posts are there by name, and are fetched again when asked for.
  await page.goto("/saved");
  const library = page.getByRole("main");
  await expect(library.getByText("Not on this device")).toBeVisible();
  await library.getByRole("button", { name: "Download again" }).click();
  await expect(library.getByText("Not on this device")).toHaveCount(0);
  await expect(library.getByText(post.title).first()).toBeVisible();
});
