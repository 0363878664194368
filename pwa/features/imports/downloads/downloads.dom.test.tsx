/** A folder of downloads is sent, previewed and imported by an administrator. */
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  deleteDownload,
  getDownload,
  importDownload,
  listDownloadFiles,
  listDownloadProblems,
  listDownloads,
  putDownloadFile,
  scanDownload,
  startDownload,
} from "#shared/contracts/downloads.ts";
import type { DownloadImport } from "#shared/entities/download-import.ts";
import { ADMINISTRATOR, answerWholeAccount } from "#tests/components/account.ts";
import { api } from "#tests/components/api.ts";
import { choose } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";
import { sender } from "./sender.ts";

const main = page.getByRole("main");
const leftOut = main.getByRole("group").getByRole("listitem");
const ID = "abcdefghijklmnopqrstuv";
const PREVIEW = {
  programs: [{ name: "gallery-dl", path: "patreon" }],
  creators: 2,
  posts: 1_904,
  messages: 0,
  files: 8_212,
  bytes: 41_000_000_000,
  known_posts: 37,
  unknown_files: 5,
  unnamed: [] as string[],
};
const one = (part: Partial<DownloadImport> = {}): DownloadImport => ({
  id: ID,
  state: "receiving",
  created_at: "2026-11-22T12:00:00",
  zone: "UTC",
  preview: null,
  progress: null,
  result: null,
  problems_count: 0,
  error: null,
  ...part,
});
const scanned = (part: Partial<typeof PREVIEW> = {}) =>
  one({ state: "scanned", preview: { ...PREVIEW, ...part } });

function drop(...files: File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}
const file = (name: string, text = name) => new File([text], name, { lastModified: 1_700_000_000_000 });
const open = (path = "") =>
  renderScreen(`/account/administrator/downloads${path}`, { stored: ADMINISTRATOR });
const sent = async () => {
  const requests = await api.requests(/downloads\/\w+\/files/);
  return requests.filter(({ method }) => method === "PUT").map(({ address: at }) => at);
};

beforeEach(async () => {
  sender.cancel();
  await answerWholeAccount({ role: "administrator" });
  await api.answer(listDownloads, []);
  await api.answer(startDownload, one());
  await api.answer(getDownload, one());
  await api.answer(putDownloadFile, true);
  await api.answer(scanDownload, one({ state: "scanning" }));
});

test("in an archive for members an import says who sees what it adds", async () => {
  await api.answer(getDownload, scanned());
  await renderScreen(`/account/administrator/downloads/${ID}`, {
    stored: ADMINISTRATOR,
    site: { access: "members" },
  });
  await choose("For", "Adults");
  await api.answer(importDownload, one({ state: "importing", preview: PREVIEW }));
  await main.getByRole("button", { name: "Import", exact: true }).click();
  await expect
    .poll(async () => (await api.requests(/\/import\?/)).map(({ address: at }) => at))
    .toEqual([`/api/v1/account/administrator/downloads/${ID}/import?rating=adults`]);
});

test("dropped files are sent, previewed and imported", async () => {
  await open();
  await expect.element(main.getByText("No imports yet.")).toBeVisible();
  await api.answer(getDownload, scanned());
  drop(file("a.png"), file("a.png.json", "{}"));
  await expect.poll(address).toBe(`/account/administrator/downloads/${ID}`);
  await expect
    .element(main.getByText("2 creators, 1,904 posts, 0 messages, 8,212 files, 41 GB"))
    .toBeVisible();
  expect((await sent()).sort()).toEqual(
    ["a.png", "a.png.json"].map(
      (path) => `/api/v1/account/administrator/downloads/${ID}/files?path=${path}&modified=1700000000000`,
    ),
  );
  await expect.element(main.getByText("37 of the posts are already in the archive")).toBeVisible();
  await expect.element(main.getByText("5 files without metadata, not imported")).toBeVisible();
  await expect.element(main.getByText("gallery-dl")).toBeVisible();
  const progress = { records: 10, bytes: 20_500_000_000, total_bytes: 41_000_000_000 };
  await api.answer(importDownload, one({ state: "importing", preview: PREVIEW, progress }));
  await api.answer(getDownload, one({ state: "importing", preview: PREVIEW, progress }));
  await main.getByRole("button", { name: "Import", exact: true }).click();
  await expect
    .element(main.getByRole("progressbar", { name: "Importing" }))
    .toHaveAttribute("value", "20500000000");
  await expect.element(main.getByText("10 records · 20.5 GB of 41 GB")).toBeVisible();
  const result = {
    ...{ added: { creators: 2, posts: 1_867 }, changed: { posts: 3 }, files_stored: 8_000 },
    contradictions: [
      { kind: "text" as const, path: "patreon/1.json", of: ["patreon/1"] },
      { kind: "name" as const, path: "fansly/ann", of: ["29", "30"] },
    ],
    contradictions_count: 2,
  };
  await api.answer(listDownloadProblems, [
    { path: "patreon/x.json", reason: "is not JSON" },
    { path: "patreon/y.png.part", reason: "is an unfinished download" },
  ]);
  await api.answer(getDownload, one({ state: "done", preview: PREVIEW, result, problems_count: 2 }));
  await expect
    .element(main.getByText("Added: 2 creators, 1,867 posts, 8,000 files. Updated: 3 posts."))
    .toBeVisible();
  await expect.element(main.getByText("2 files and records left out")).toBeVisible();
  await expect.element(leftOut.nth(0)).toHaveTextContent("patreon/x.jsonis not JSON");
  await expect.element(leftOut.nth(1)).toHaveTextContent("patreon/y.png.partUnfinished download");
  await expect.element(main.getByText("2 contradictions between sources")).toBeVisible();
  await expect.element(leftOut.nth(2)).toHaveTextContent("patreon/1.jsonpatreon/1 has another text");
  await expect
    .element(leftOut.nth(3))
    .toHaveTextContent("fansly/annSeveral creators have this name (29, 30)");
});

test("files that the preview leaves out are named before the import, page by page", async () => {
  const page = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      path: `${from + at}.bin`,
      reason: "belongs to no post: no metadata names it",
    }));
  await api.answer(listDownloadProblems, page(0, 50), { query: { o: "0" } });
  await api.answer(listDownloadProblems, page(50, 10), { query: { o: "50" } });
  await api.answer(getDownload, { ...scanned(), problems_count: 60 });
  await open(`/${ID}`);
  const title = main.getByText("60 files and records left out");
  await expect.element(title).toBeVisible();
  await expect.element(main.getByText("0.bin", { exact: true })).not.toBeVisible();
  await title.click();
  await expect.element(leftOut).toHaveLength(50);
  await expect.element(leftOut.first()).toHaveTextContent("0.binBelongs to no post: no metadata names it");
  await main.getByRole("button", { name: "Load more" }).click();
  await expect.element(leftOut).toHaveLength(60);
  await expect.element(main.getByRole("button", { name: "Load more" })).not.toBeInTheDocument();
});

test("a folder without a name and a zone are corrected before the import", async () => {
  await api.answer(getDownload, scanned({ unnamed: ["Ann's things"] }));
  await open(`/${ID}`);
  await userEvent.selectOptions(main.getByLabelText("Time zone of dates without one"), "Asia/Tokyo");
  const whose = main.getByRole("group", { name: "Who made Ann's things?" });
  await userEvent.selectOptions(whose.getByLabelText("Service"), "fanbox");
  await userEvent.fill(whose.getByLabelText("Creator ID"), " 9 ");
  await userEvent.fill(whose.getByLabelText("Creator name"), "Ann");
  await main.getByRole("button", { name: "Update preview" }).click();
  await expect.poll(() => api.requests(/\/scan$/)).toHaveLength(1);
  const [request] = await api.requests(/\/scan$/);
  expect(JSON.parse(request?.body ?? "")).toEqual({
    zone: "Asia/Tokyo",
    creators: [{ path: "Ann's things", service: "fanbox", id: "9", name: "Ann" }],
  });
});

test("after an interruption the folder is chosen again, and what has arrived is not sent again", async () => {
  await api.answer(listDownloadFiles, [
    { path: "a.png", size: 5 },
    { path: "b.png", size: 1 },
  ]);
  await open(`/${ID}`);
  await expect.element(main.getByText(/Choose the same folder again/)).toBeVisible();
  await api.answer(getDownload, scanned());
  drop(file("a.png"), file("b.png"), file("c.png"));
  await expect.element(main.getByRole("heading", { name: "Preview" })).toBeVisible();
  expect((await sent()).map((path) => new URL(path, "http://x").searchParams.get("path")).sort()).toEqual([
    "b.png",
    "c.png",
  ]);
});

test("a file that the server cannot take stops the sending until it is tried again; one with a refused name is skipped", async () => {
  await open();
  await expect.element(main.getByText("No imports yet.")).toBeVisible();
  await api.fail(putDownloadFile, 503, "The disk of the archive is full.");
  await api.fail(putDownloadFile, 400, "The name is too long for the archive's disk.", {
    query: { path: "long.png" },
  });
  drop(file("long.png"), file("a.png"));
  await expect.element(main.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect.element(main.getByText("1 file or record left out")).toBeVisible();
  await expect.element(leftOut).toHaveTextContent("long.pngThe name is too long for the archive's disk.");
  await api.answer(putDownloadFile, true);
  await api.answer(getDownload, scanned());
  await main.getByRole("button", { name: "Try again" }).click();
  await expect.element(main.getByRole("heading", { name: "Preview" })).toBeVisible();
  const [request] = await api.requests(/\/scan$/);
  expect((JSON.parse(request?.body ?? "") as { skipped: object[] }).skipped).toEqual([
    { path: "long.png", reason: "The name is too long for the archive's disk." },
  ]);
});

test("canceled, the import is deleted and the list comes back", async () => {
  await api.answer(deleteDownload, true);
  await api.answer(getDownload, scanned());
  await open(`/${ID}`);
  await main.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(address).toBe("/account/administrator/downloads");
  expect(await api.requests(new RegExp(`downloads/${ID}$`))).toContainEqual(
    expect.objectContaining({ method: "DELETE" }),
  );
});
