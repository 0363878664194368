/** Imported DMs from the red sign in the menu to what a visitor finds, in the running archive. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "playwright/test";
import { register, someone } from "#tests/support/someone.ts";

const PROGRAM = fileURLToPath(new URL("../support/add-pending-dms.ts", import.meta.url));

test("one imported DM is approved and found by a visitor, the other stays unseen", {
  tag: "@once",
}, async ({ page, browser }) => {
  const owner = someone();
  const word = `tide${crypto.randomUUID().slice(0, 8)}`;
  const main = page.getByRole("main");
  await register(page, owner);
  const data = process.env["ROOST_E2E_DATA"];
  const texts = [`The ${word} is approved`, `The ${word} is ignored`];
  await promisify(execFile)(process.execPath, ["--import", "tsx", PROGRAM, owner.name, ...texts], {
    env: { ...process.env, ...(data === undefined ? {} : { ROOST_DATA: data }) },
  });
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`/dms?q=${word}`);
  await expect(visitor.getByText("There are no DMs.")).toBeVisible();

  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Account menu/ })
    .click();
  await page.getByRole("link", { name: "Review DMs DMs are waiting" }).click();
  const search = main.getByRole("searchbox", { name: "Search these DMs" });
  await search.fill("is approved");
  await main.getByRole("button", { name: /^Approve .*is approved$/ }).click();
  await expect(main.getByText("No DMs match these words.")).toBeVisible();
  await search.fill("");
  await main.getByRole("button", { name: /^Ignore .*is ignored$/ }).click();
  await expect(main.getByText("There are no DMs waiting for approval.")).toBeVisible();

  await expect
    .poll(async () => (await page.request.get(`/api/v1/dms?q=${word}`)).text()) // the indexer has its own pace
    .toContain("is approved");
  await visitor.goto(`/dms?q=${word}`);
  await expect(visitor.getByText(`The ${word} is approved`)).toBeVisible();
  await expect(visitor.getByText(`The ${word} is ignored`)).toHaveCount(0);

  await main.getByRole("link", { name: "Ignored" }).click();
  await expect(main.getByRole("article")).toContainText(`The ${word} is ignored`);
  await main.getByRole("button", { name: "Delete all ignored DMs" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(main.getByText("There are no ignored DMs.")).toBeVisible();
  await visitor.context().close();
});
