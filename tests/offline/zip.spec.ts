/** A post as a ZIP: true to the byte, honest about what is missing, offline. One of gigabytes is in zip.large.spec.ts. */
import { expect, type Page, test } from "playwright/test";
import { hashOfPath } from "#shared/rules/files.ts";
import { addressOf, pressMore } from "../e2e/page.ts";
import { type ReadEntry, readZip } from "../support/zip-reader.ts";
import { withWorker } from "./device.ts";
import { startFaultyServer } from "./faulty-server.ts";
import { test as testInstalled } from "./installed.ts";
import { filesOf, isImage, keyOf, type Listed, postWithImages, savePost, somePosts } from "./saved.ts";
import { dialog, made, openDialog, press, withoutPicker } from "./zip-dialog.ts";

test.beforeEach(({ page }) => withoutPicker(page));

interface Details {
  post: { id: string; content: string };
  comments?: unknown[];
  files: { sha256: string; state: string; zipName?: string; problem?: string }[];
}

function detailsIn(entries: readonly ReadEntry[]): Details {
  return JSON.parse(entries.find(({ name }) => name === "metadata.json")?.text ?? "{}") as Details;
}

const hashesOf = (post: Listed) => filesOf(post).map(({ path }) => hashOfPath(path) ?? "");
const packed = (entries: readonly ReadEntry[]) =>
  entries.filter(({ name }) => !/^(post|comments)\.txt$|^metadata\.json$/.test(name));

test("it holds every file as it is, the text, the comments and the details; or what was chosen", async ({
  page,
}) => {
  const posts = await somePosts(page, 400);
  const mixed = posts.find((post) => {
    const files = filesOf(post);
    return post.title.trim() !== "" && files.some(isImage) && files.some((file) => !isImage(file));
  });
  if (mixed === undefined) throw new Error("no post with images and other files");
  const comments = [
    {
      id: "1",
      parent_id: null,
      commenter: "7",
      commenter_name: "Ito",
      content: "<p>Nice!</p>",
      published: "2024-01-02T03:04:05",
    },
  ];
  await page.route("**/comments", (route) => route.fulfill({ json: comments }));
  await openDialog(page, mixed);
  const { download, entries } = await made(page);
  expect(download.suggestedFilename()).toMatch(new RegExp(`\\(${mixed.service} ${mixed.id}\\)\\.zip$`));
  const files = packed(entries);
  expect(files.map(({ sha256 }) => sha256).sort()).toEqual([...new Set(hashesOf(mixed))].sort());
  expect(new Set(entries.map(({ name }) => name.toLowerCase())).size).toBe(entries.length);
  for (const { name } of entries) expect(name).not.toMatch(/[/\\:*?"<>|]|^\.|\.$/);
  const textOf = (name: string) => entries.find((entry) => entry.name === name)?.text ?? "";
  expect(textOf("post.txt")).toContain(mixed.title.trim());
  expect(textOf("comments.txt")).toContain("Ito, 2024-01-02T03:04:05\nNice!");
  const details = detailsIn(entries);
  expect(details.post.id).toBe(mixed.id);
  expect(details.comments).toEqual(comments);
  expect(details.files.every(({ state, zipName }) => state === "included" && zipName !== undefined)).toBe(
    true,
  );
  await press(page, "Close");

  await pressMore(page, "Save as ZIP");
  await dialog(page)
    .getByRole("button", { name: /^Images only/ })
    .click();
  await dialog(page).getByRole("checkbox", { name: "Comments" }).uncheck();
  await dialog(page).getByRole("checkbox", { name: "Text of the post" }).uncheck();
  const some = await made(page);
  expect(
    packed(some.entries)
      .map(({ sha256 }) => sha256)
      .sort(),
  ).toEqual(
    [
      ...new Set(
        filesOf(mixed)
          .filter(isImage)
          .map(({ path }) => hashOfPath(path)),
      ),
    ].sort(),
  );
  expect(some.entries.map(({ name }) => name)).not.toContain("post.txt");
  expect(detailsIn(some.entries).comments).toBeUndefined();
});

test("a line that breaks goes on where it was; a damaged file is named and left out; cancelling leaves nothing", async ({
  page,
}) => {
  const server = await startFaultyServer();
  try {
    const post = await postWithImages(page, 4);
    const [wrong, broken, late] = [
      ...new Set(
        filesOf(post)
          .filter(isImage)
          .map(({ path }) => path),
      ),
    ];
    let cuts = 0;
    let isLost = true;
    let cut = () => {};
    const when = new Promise<void>((resolve) => {
      cut = resolve;
    });
    server.fault = (address, method) => {
      if (!address.startsWith("/data/")) return undefined;
      if (address.includes(wrong ?? "")) return { damage: true };
      if (address.includes(broken ?? "") && method === "GET" && cuts++ === 0)
        return { cutAfter: 3_000, when };
      if (address.includes(late ?? "") && isLost) return { status: 404 };
      return undefined;
    };
    // Pictures of the page itself would use up what is prepared.
    await page.route("**/data/**", (route) =>
      route.request().resourceType() === "image" ? route.abort() : route.continue(),
    );
    await openDialog(page, post, server.url);
    cuts = 0;
    await press(page, "Make ZIP");
    // Bytes that come together with the end of their line are lost in the browser: only what was read counts as received.
    await expect(dialog(page).getByText("3 kB", { exact: true })).toBeVisible();
    cut();
    const alert = dialog(page).getByRole("alert");
    await expect(alert).toContainText("2 files couldn't be added:");
    await expect(alert).toContainText("Checksum mismatch.");
    await expect(alert).toContainText("Not found on the server.");
    expect([...server.ranges].find(([address]) => address.includes(broken ?? ""))?.[1]).toEqual([
      "bytes=3000-",
    ]);
    isLost = false;
    await press(page, "Try again");
    await expect(alert).toContainText("1 file couldn't be added:");
    const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Finish without them")]);
    await expect(dialog(page).getByText("1 file is not in the ZIP:")).toBeVisible();
    const entries = await readZip(await download.path());
    const missing = hashOfPath(wrong ?? "");
    expect(
      packed(entries)
        .map(({ sha256 }) => sha256)
        .sort(),
    ).toEqual([...new Set(hashesOf(post))].filter((hash) => hash !== missing).sort());
    expect(detailsIn(entries).files.filter(({ state }) => state !== "included")).toEqual([
      expect.objectContaining({ sha256: missing, state: "missing", problem: "wrong" }),
    ]);
    await press(page, "Close");

    server.fault = (address) => (address.startsWith("/data/") ? { bytesPerSecond: 2_000 } : undefined);
    await pressMore(page, "Save as ZIP");
    await press(page, "Make ZIP");
    await expect(dialog(page).getByText(/^0 of \d+ files, [1-9]/)).toBeVisible();
    await press(page, "Cancel");
    await expect(dialog(page)).toHaveCount(0);
    await expect.poll(() => [...server.open].filter((address) => address.startsWith("/data/"))).toEqual([]);
    // The first ZIP may still be read by the browser; of the second nothing is there.
    await expect.poll(() => holdFiles(page)).toBe(1);
  } finally {
    await server.stop();
  }
});

/** Counts the ZIPs in the browser's own file system. */
function holdFiles(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("zip");
    let count = 0;
    for await (const _ of (folder as unknown as { keys: () => AsyncIterable<string> }).keys()) count += 1;
    return count;
  });
}

testInstalled("a saved post becomes a ZIP offline", async ({ page, context }) => {
  const post = await postWithImages(page, 3);
  await withWorker(page, addressOf(post));
  await savePost(page, keyOf(post));
  await context.setOffline(true);
  await openDialog(page, post);
  const images = dialog(page).getByRole("button", { name: /^Images only/ });
  if (await images.isVisible()) await images.click();
  const { entries } = await made(page);
  expect(
    packed(entries)
      .map(({ sha256 }) => sha256)
      .sort(),
  ).toEqual(
    [
      ...new Set(
        filesOf(post)
          .filter(isImage)
          .map(({ path }) => hashOfPath(path)),
      ),
    ].sort(),
  );
  expect(entries.map(({ name }) => name)).toContain("post.txt");
});

test("files are called as a template says, which shows what that comes to while it is typed", async ({
  page,
}) => {
  const post = await postWithImages(page, 2);
  await page.route(`**/api/v1${addressOf(post)}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { post: { title: string; published: string } };
    Object.assign(body.post, { title: "a/b+c", published: "2026-09-04T12:00:00" });
    await route.fulfill({ response: answer, json: body });
  });
  await openDialog(page, post);
  await dialog(page).getByText("File names").click();
  const field = dialog(page).getByLabel("Template");
  await expect(field).toHaveValue("{name}");
  const example = dialog(page).getByRole("status", { name: "Example" });
  await field.fill("{date}  {title}");
  await expect(example).toHaveText(/^2026-09-04 a_b\+c\.\w+$/);
  await field.pressSequentially(" {n}");
  await expect(example).toHaveText(/^2026-09-04 a_b\+c 0?1\.\w+$/);
  const { entries } = await made(page);
  const names = packed(entries).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) expect(name).toMatch(/^2026-09-04 a_b\+c \d+\.\w+$/);
});
