/** Uploads from the choice of files to the public page, with a reader, a moderator and a visitor at once. */
import { join } from "node:path";
import { expect, type Page, test } from "playwright/test";
import { logIn, register, someone } from "#tests/support/someone.ts";
import { pngOf } from "#tests/support/uploads.ts";
import { temporaryFolder } from "../offline/hash-files.ts";
import { breakConnection, filesToUpload, waitsForConnection } from "./upload-page.ts";

const MiB = 1024 * 1024;
const TASKS = "/account/moderator/tasks/uploads";
const BYTES = "**/api/v1/posts/upload/*";

/** The files are given to the input itself: what a picker gives cannot be chosen by a test. */
async function openUpload(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Upload files");
}

const choose = (page: Page, ...paths: string[]) => page.getByLabel("Choose files").setInputFiles(paths);

/** Refuses what is sent after the first request with bytes, until the route is removed. */
const cutAfterFirstPart = (page: Page) =>
  page.route(BYTES, (route) =>
    route.request().method() === "PATCH" && route.request().headers()["upload-offset"] !== "0"
      ? breakConnection(route)
      : route.continue(),
  );

test("files are sent through cuts and reloads, moderated, published, and not sent twice", {
  tag: "@once",
}, async ({ page, browser }) => {
  await using folder = await temporaryFolder();
  const png = (name: string, size: number) => folder.write(name, pngOf(size, name));
  const [reader, moderator] = [someone(), someone()];
  const modPage = await (await browser.newContext()).newPage();
  await page.clock.install();
  await register(page, reader);
  const [creator] = (await (await page.request.get("/api/v1/creators")).json()) as {
    service: string;
    id: string;
  }[];
  const { service = "", id = "" } = creator ?? {};
  const tag = reader.name;
  const main = page.getByRole("main");

  await page.goto(`/${service}/user/${encodeURIComponent(id)}/shares`);
  await main.getByRole("link", { name: "Upload files" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Upload files");
  const address = page.url();
  await main.getByLabel("Title").fill(`Sketches ${tag}`);

  // The connection breaks in the middle of a file of two requests.
  let requests = 0;
  await page.route(BYTES, async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    requests += 1;
    return requests === 2 ? breakConnection(route) : route.continue();
  });
  await choose(page, await png(`${tag} a.png`, 9 * MiB));
  await expect(filesToUpload(page)).toContainText("Uploaded");
  expect(requests).toBeGreaterThan(2);
  await page.unroute(BYTES);

  // A reload loses the file; it goes on where it stood once it is chosen again.
  await cutAfterFirstPart(page);
  const second = await png(`${tag} b.png`, 9 * MiB);
  await choose(page, second);
  await waitsForConnection(page, filesToUpload(page).nth(1));
  await page.reload();
  await expect(filesToUpload(page)).toContainText("Interrupted");
  await page.unroute(BYTES);
  await expect(main.getByLabel("Title")).toHaveValue(`Sketches ${tag}`);
  const offsets: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(request.headers()["upload-offset"]);
  });
  await page.getByLabel(`Choose ${tag} b.png again`).setInputFiles(second);
  await expect(filesToUpload(page)).toContainText("Uploaded");
  expect(offsets[0]).toBe(String(8 * MiB));
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("tus"))))
    .toEqual([]);

  // Logging out makes the device forget an upload; after the next login the same file goes on where it stood.
  await cutAfterFirstPart(page);
  const third = await png(`${tag} d.png`, 9 * MiB);
  await openUpload(page, address);
  await choose(page, third);
  await waitsForConnection(page, filesToUpload(page).last());
  await page.goto("/account/posts/upload");
  await page.unroute(BYTES);
  await expect(main.getByText(`${tag} d.png`)).toHaveCount(1);
  await page.goto("/authentication/logout");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  await page.goto(address);
  await main.getByRole("link", { name: "Log in", exact: true }).click();
  await logIn(page, reader);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Upload files");
  offsets.length = 0;
  await choose(page, third);
  await expect(filesToUpload(page).last()).toContainText("Uploaded");
  expect(offsets[0]).toBe(String(8 * MiB));

  // All wait for a moderator, and nobody else sees them.
  await page.goto("/account/posts/upload");
  const uploads = main.getByRole("list", { name: "Your uploads" }).getByRole("listitem");
  await expect(uploads.filter({ hasText: "Waiting for a moderator" })).toHaveCount(3);
  const modMain = modPage.getByRole("main");
  await register(modPage, moderator, TASKS, "moderator");
  const rowOf = (name: string) => modMain.getByRole("button", { name: new RegExp(`^${tag} ${name}`) });
  await rowOf("a.png").click();
  await modMain.getByRole("button", { name: `Approve ${tag} a.png` }).click();
  await expect(modMain.getByRole("button", { name: `Approve ${tag} a.png` })).toHaveCount(0);
  const other = modMain.getByRole("listitem").filter({ hasText: `${tag} b.png` });
  await rowOf("b.png").click();
  await other.getByLabel("Reason").fill("Too dark");
  await other.getByRole("button", { name: `Refuse ${tag} b.png` }).click();
  await expect(other).toHaveCount(0);

  await expect
    .poll(async () => {
      const answer = await page.request.get("/api/v1/account/posts/upload");
      const own = (await answer.json()) as { name: string; state: string }[];
      return own.find((upload) => upload.name === `${tag} a.png`)?.state;
    })
    .toBe("published");
  await page.reload();
  await expect(uploads.filter({ hasText: `${tag} a.png` })).toContainText("Published");
  await expect(uploads.filter({ hasText: `${tag} b.png` })).toContainText("Too dark");
  await page.goto("/account/notifications");
  await expect(main.getByText(`Your upload “${tag} a.png” was approved.`)).toBeVisible();
  await expect(main.getByText(`Your upload “${tag} b.png” was refused: Too dark`)).toBeVisible();
  const visitor = await (await browser.newContext()).newPage();
  // Public, and found by the name of its file, within ten seconds of the approval.
  await visitor.goto("/shares");
  await visitor.getByRole("searchbox", { name: "Search uploads" }).fill(`${tag} a.png`);
  await expect(visitor.getByRole("main").getByRole("article")).toHaveCount(1);
  await visitor
    .getByRole("link", { name: `Sketches ${tag}` })
    .first()
    .click();
  await expect(visitor.getByRole("main")).toContainText(`${tag} a.png`);
  await visitor.context().close();

  // What the archive has by now is not sent again.
  await openUpload(page, address);
  await choose(page, join(folder.path, `${tag} a.png`), await png(`${tag} c.png`, 1_000));
  await expect(main.getByText("We have 1 of these 2 files.")).toBeVisible();
  await expect(filesToUpload(page).nth(1)).toContainText("Uploaded");
  await modPage.context().close();
});
