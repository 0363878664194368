/** Files of an archive that open: pages in the viewer, others in a dialog. */
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getEntry, getFile, LARGE_ENTRY, searchHash, UNREADABLE_ENTRY } from "#shared/contracts/files.ts";
import { entryPath } from "#shared/rules/files.ts";
import { archiveFile } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { setOnline } from "#tests/components/connection.ts";
import { renderScreen } from "#tests/components/screen.tsx";

const hash = "a".repeat(64);
const LIST = [
  "page 10.png",
  "page 2.png",
  "notes.txt",
  "page 1.png",
  "film.mp4",
  "song.mp3",
  "deep/page 1.png",
  "extra.cbz",
];
/** Indexes of the pages in their order. */
const ORDER = [6, 3, 1, 0];
const album = page.getByRole("region", { name: "4 pages" });
const viewer = page.getByRole("dialog", { name: "Image viewer" });
const item = (name: string) => page.getByRole("treeitem", { name: new RegExp(`^${name}`) });

beforeEach(async () => {
  await api.answer(searchHash, { ...archiveFile({ hash }).file, posts: [], discord_posts: [] });
});

async function open(password: string | null = "", stored = {}): Promise<void> {
  await api.answer(getFile, archiveFile({ hash, file_list: LIST, password }));
  await renderScreen(`/file/${hash}`, { stored });
  await expect.element(item("film.mp4")).toBeVisible();
  // The answer of a test before may be shown first.
  await expect.element(password === null ? page.getByLabelText("Password to try") : album).toBeVisible();
}

test("its images are pages in natural order: some as thumbnails, all in the viewer", async () => {
  await open();
  const thumbnails = album.getByRole("button", { name: /^View page \d/ });
  expect(thumbnails.elements().map((one) => one.querySelector("img")?.getAttribute("src"))).toEqual(
    ORDER.map((at) => `${entryPath(hash, at)}?w=360`),
  );
  expect(await violations()).toEqual([]);
  await thumbnails.nth(2).click();
  await expect.element(viewer.getByText("Image 3 of 4")).toBeVisible();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(viewer.getByText("Image 4 of 4")).toBeVisible();
  await expect.element(viewer.getByRole("img", { name: "page 10.png" })).toBeVisible();
  await viewer.getByRole("button", { name: "Close the viewer" }).click();
  await expect.element(thumbnails.nth(3)).toHaveFocus();
});

test("the button starts at the first page, and a page in the list of files at itself", async () => {
  await open();
  await album.getByRole("button", { name: "View pages" }).click();
  await expect.element(viewer.getByText("Image 1 of 4")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  (item("deep").element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await expect.element(viewer.getByText("Image 4 of 4")).toBeVisible();
});

test("films and audio have a player, and every file a download", async () => {
  await open();
  for (const [name, at] of [
    ["film.mp4", 4],
    ["song.mp3", 5],
  ] as const) {
    await item(name).click();
    const dialog = page.getByRole("dialog", { name });
    const player = dialog.getByLabelText(name, { exact: true });
    await expect.element(player).toHaveAttribute("src", `${entryPath(hash, at)}?f=${name}`);
    await expect
      .element(dialog.getByRole("link", { name: "Download", exact: true }))
      .toHaveAttribute("download", name);
    await dialog.getByRole("button", { name: "Close" }).click();
  }
});

test.each([
  [422, LARGE_ENTRY, "takes too long to unpack"],
  [422, UNREADABLE_ENTRY, "can't be read from the archive file"],
  [418, "", "Try again"],
] as const)("a text that does not come says why: %s %s", async (status, message, shown) => {
  await open();
  await api.fail(getEntry, status, message);
  await item("notes.txt").click();
  await expect.element(page.getByRole("dialog", { name: "notes.txt" })).toHaveTextContent(shown);
});

test("a file that is no text is not shown", async () => {
  await open();
  await item("notes.txt").click(); // the answer is a picture
  await expect.element(page.getByRole("dialog")).toHaveTextContent("This file can't be shown here");
  expect(await violations()).toEqual([]);
});

test("nothing opens in a locked archive", async () => {
  await open(null);
  expect(album.query()).toBeNull();
  await item("notes.txt").click();
  await item("page 2.png").click();
  expect(page.getByRole("dialog").query()).toBeNull();
});

test("offline, an archive file that is not saved says so", async () => {
  await open();
  setOnline(false);
  await expect.element(page.getByText("isn't saved on this device")).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("an archive file inside is a download where the device cannot open it", async () => {
  await open();
  await item("extra.cbz").click(); // component tests have no service worker
  const dialog = page.getByRole("dialog", { name: "extra.cbz" });
  await expect.element(dialog.getByRole("link", { name: "Download", exact: true })).toBeVisible();
  await expect.element(dialog).toHaveTextContent("This file can't be shown here");
});

test("hidden media stays hidden", async () => {
  await open("", { media: { all: false, asked: true } });
  await item("film.mp4").click();
  await expect.element(page.getByRole("button", { name: "Show media: film.mp4" })).toBeVisible();
  expect(document.querySelector("dialog video")).toBeNull();
});
