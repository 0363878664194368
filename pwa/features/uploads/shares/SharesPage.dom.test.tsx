/** Uploads, and one with its files. */
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { getFile, searchHash } from "#shared/contracts/files.ts";
import { getShare, listShares } from "#shared/contracts/shares.ts";
import { archiveFile } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { DAY } from "#tests/components/examples.ts";
import { address, renderScreen, reopen } from "#tests/components/screen.tsx";

const cards = page.getByRole("main").getByRole("article");
const heading = page.getByRole("heading", { level: 1 });
const hash = "a".repeat(64);
const SHARE = { id: "s1", name: "A box of drawings", description: "", added: DAY };
const LIST = { shares: [SHARE, { ...SHARE, id: "s2", name: "Another" }], total: 2 };
const FILE = {
  hash,
  ext: ".bin",
  filename: "box.zip",
  upload_url: `http://localhost/data/aa/aa/${hash}.bin`,
};

async function answerShares(): Promise<void> {
  await api.answer(listShares, LIST);
  await api.answer(getShare, { ...SHARE, share_files: [FILE] });
}

test("uploads are listed and lead to their files", async () => {
  const errors = vi.spyOn(console, "error");
  await answerShares();
  await renderScreen("/shares");
  await expect.element(heading).toHaveTextContent("Uploads");
  await expect.element(cards).toHaveLength(2);
  await expect.element(page.getByText("2 upload")).toBeVisible();
  await cards.first().getByRole("link").first().click();
  await expect.poll(address).toBe("/share/s1");
  await expect.element(heading).toHaveTextContent("A box of drawings");
  await expect
    .element(page.getByRole("link", { name: "Download" }))
    .toHaveAttribute("href", expect.stringContaining(`/data/aa/aa/${hash}.bin`));
  expect(errors).not.toHaveBeenCalled();
});

test("an archive of an upload can be looked into", async () => {
  await answerShares();
  const answer = archiveFile({ hash });
  await api.answer(getFile, answer);
  await api.answer(searchHash, { ...answer.file, posts: [], discord_posts: [] });
  await renderScreen("/share/s1");
  await page.getByRole("link", { name: "View contents" }).click();
  await expect.poll(address).toBe(`/file/${hash}`);
});

test("no uploads, an unknown one and one without an id", async () => {
  await api.answer(listShares, { shares: [], total: 0 });
  await renderScreen("/shares");
  await expect.element(page.getByText("There are no uploads.")).toBeVisible();
  await api.fail(getShare, 404, "Not Found");
  await reopen("/share/nothing-of-that-name");
  await expect.element(page.getByText("The page you are looking for does not exist.")).toBeVisible();
  await reopen("/share");
  await expect.element(page.getByText("Share ID is required.")).toBeVisible();
});

test("a search stands in the address, and says where it finds nothing", async () => {
  await answerShares();
  await renderScreen("/shares");
  await expect.element(cards).toHaveLength(2);
  await api.answer(listShares, { shares: [SHARE], total: 1 });
  await page.getByRole("searchbox", { name: "Search uploads" }).fill("drawings");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect.poll(address).toBe("/shares?q=drawings");
  await expect.element(cards).toHaveLength(1);
  await api.answer(listShares, { shares: [], total: 0 });
  await page.getByRole("searchbox", { name: "Search uploads" }).fill("nothing");
  await expect.element(page.getByText("No uploads were found.")).toBeVisible();
});

test("a failure can be tried again", async () => {
  await api.fail(listShares, 418);
  await renderScreen("/shares");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Something went wrong.");
  await answerShares();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(cards).toHaveLength(2);
});

test("loading has the shape of the list", async () => {
  const release = await api.hold(listShares, LIST);
  await renderScreen("/shares");
  await expect.element(page.getByRole("status", { name: "Loading uploads" })).toBeVisible();
  await release();
  await expect.element(cards).toHaveLength(2);
});

test("an offset between pages is refused in the server's words", async () => {
  await api.fail(listShares, 400, "Offset 7 is not a multiple of 50.");
  await renderScreen("/shares?o=7");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Offset 7 is not a multiple of 50.");
});
