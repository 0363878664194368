/** An archive, what is in it, and its password. */
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  getFile,
  INVALID_PASSWORD,
  searchHash,
  TOO_MANY_ATTEMPTS,
  tryPassword,
} from "#shared/contracts/files.ts";
import { getPost, listComments } from "#shared/contracts/post.ts";
import { listCreatorPosts } from "#shared/contracts/posts.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import { archiveFile, postAddress } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { listPost, postPage, profile } from "#tests/components/examples.ts";
import { address, renderScreen, reopen } from "#tests/components/screen.tsx";

const hash = "a".repeat(64);
const FILE = `/file/${hash}`;
const WIDTHS = [
  ["wide", { width: 1280, height: 800 }],
  ["narrow", { width: 390, height: 844 }],
] as const;
const files = page.getByRole("region", { name: "Files" });
const filter = files.getByLabelText("Filter files");
const item = (name: string) => files.getByRole("treeitem", { name: new RegExp(`^${name}`) });
const focus = (name: string) => (item(name).element() as HTMLElement).focus();

beforeEach(async () => {
  await api.answer(searchHash, { ...archiveFile({ hash }).file, posts: [], discord_posts: [] });
});

test("it has the name that its newest post gives it, and names the posts that hold it", async () => {
  const { id, user, service, title, substring, published, file } = listPost({ title: "Brushes" });
  const attachments = [
    { name: "Brush pack.zip", path: `/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}.bin` },
  ];
  const post = { file_id: 1, id, user, service, title, substring, published, file, attachments };
  await api.answer(searchHash, { ...archiveFile({ hash }).file, posts: [post], discord_posts: [] });
  await api.answer(getFile, archiveFile({ hash }));
  await renderScreen(FILE);
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Brush pack.zip");
  const uses = page.getByRole("region", { name: "Used in" });
  await expect
    .element(uses.getByRole("link", { name: "Brushes" }))
    .toHaveAttribute("href", "/patreon/user/10/post/1");
  expect(await violations()).toEqual([]);
});

test("a part says which it is, and asks for no password while others are missing", async () => {
  const path = (digit: string) => `/${digit.repeat(2)}/${digit.repeat(2)}/${digit.repeat(64)}.bin`;
  const named = (...numbers: number[]) =>
    numbers.map((number) => ({
      name: `drawings.zip.00${number}`,
      path: path(number === 1 ? "a" : `${number}`),
    }));
  const { id, user, service, title, substring, published, file } = listPost();
  const used = { file_id: 1, id, user, service, title, substring, published, file };
  const { file: stored } = archiveFile({ hash });
  await api.answer(searchHash, {
    ...stored,
    posts: [{ ...used, attachments: named(1, 3) }],
    discord_posts: [],
  });
  await api.answer(getFile, archiveFile({ hash, password: null, file_list: [] }));
  await renderScreen(FILE);
  await expect.element(files).toHaveTextContent("Part 1 of 3 of drawings.zip");
  await expect.element(files).toHaveTextContent("once every part is in the archive");
  expect(page.getByLabelText("Password to try").elements()).toEqual([]);
});

test("a picture shows where it is used, and asks for no password", async () => {
  const { file } = archiveFile({ hash });
  await api.answer(searchHash, { ...file, posts: [], discord_posts: [] });
  await api.answer(getFile, {
    ...archiveFile({ hash, password: null, file_list: [] }),
    file: { ...file, mime: "image/jpeg", ext: ".jpg" },
  });
  await renderScreen(FILE);
  await expect.element(page.getByRole("region", { name: "Used in" })).toBeVisible();
  expect(page.getByRole("heading", { name: "Password" }).query()).toBeNull();
  expect(page.getByText("Archive is empty or missing password.").query()).toBeNull();
});

test("an open archive shows its hash, its files, and that no password is needed", async () => {
  const errors = vi.spyOn(console, "error");
  await api.answer(getFile, archiveFile({ hash }));
  await renderScreen(`/posts/archives/${hash}`);
  await expect.poll(address).toBe(FILE);
  await expect.element(page.getByText(hash, { exact: true })).toBeVisible();
  await expect.element(page.getByText("Password not required.")).toBeVisible();
  for (const name of ["one.png", "readme.txt"])
    await expect.element(files.getByText(name, { exact: true })).toBeVisible();
  expect(errors).not.toHaveBeenCalled();
});

test.each(WIDTHS)(
  "the tree folds and moves by keyboard, adds sizes up, and the filter finds names: %s",
  async (_, viewport) => {
    const sizes = [1_000, 2_000, 3_500_000, null, 500, 1, 1, 1];
    const file_list = [
      "readme.txt",
      "scans/one.png",
      "scans/deep/two.png",
      "線画/三.png",
      "scans/a",
      "b",
      "c",
      "zed",
    ];
    await api.answer(getFile, archiveFile({ hash, file_list, file_sizes: sizes }));
    await renderScreen(FILE, { viewport });
    await expect.element(files.getByText("two.png")).toBeVisible();
    await expect.element(item("scans")).toHaveAccessibleName("scans 3 files 3.5 MB");
    await expect.element(item("線画")).toHaveAccessibleName("線画 1 file"); // a size in it is not known
    await expect.element(item("two.png")).toHaveAttribute("aria-level", "3");
    await expect.element(item("readme.txt")).toHaveAttribute("aria-posinset", "3");
    await item("scans").click();
    await expect.element(files.getByText("two.png")).not.toBeInTheDocument();
    // One stop of the Tab key; arrows inside.
    expect(document.querySelectorAll('[role="treeitem"][tabindex="0"]').length).toBe(1);
    await expect.element(item("scans")).toHaveAttribute("aria-expanded", "false");
    focus("scans");
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(item("scans")).toHaveAttribute("aria-expanded", "true");
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(item("deep")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(item("deep")).toHaveAttribute("aria-expanded", "false");
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(item("scans")).toHaveFocus();
    await userEvent.keyboard("{End}");
    await expect.element(item("zed")).toHaveFocus();
    expect(address()).toBe(FILE);
    await userEvent.fill(filter, "TWO");
    await expect.element(files.getByRole("status")).toHaveTextContent("1 of 8 files");
    await expect.element(files.getByText("two.png")).toBeVisible();
    await expect.element(files.getByText("readme.txt")).not.toBeInTheDocument();
    await userEvent.fill(filter, "nothing like it");
    await expect.element(files.getByText("No matching files.")).toBeVisible();
  },
);

test.each(WIDTHS)("axe finds nothing in an archive in its post and on its page: %s", async (_, viewport) => {
  const path = `/aa/aa/${hash}.bin`;
  const post = listPost({ attachments: [{ name: "box.zip", path }] });
  const named = { name: "box.zip", extension: ".zip", name_extension: ".zip", stem: hash };
  await api.answer(
    getPost,
    postPage(
      { attachments: post.attachments },
      { attachments: [{ server: "http://localhost", path, ...named }] },
    ),
  );
  await api.answer(getProfile, profile());
  await api.answer(listCreatorPosts, [post]);
  await api.fail(listComments, 404, "Not Found");
  await api.answer(getFile, archiveFile({ hash }));
  await renderScreen(postAddress(post), { viewport });
  await page.getByRole("button", { name: /^View contents of / }).click();
  await expect.element(page.getByRole("tree", { name: /^Contents of / })).toBeVisible();
  expect(await violations()).toEqual([]);
  await page.getByRole("link", { name: "Archive details" }).click();
  await expect.element(page.getByRole("tree", { name: "Files" })).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("fifty thousand names open, filter and move without all being made at once", async () => {
  const file_list = Array.from(
    { length: 50_000 },
    (_, at) => `folder ${at % 40}/part ${at % 400}/file ${at}.png`,
  );
  await api.answer(getFile, archiveFile({ hash, file_list, file_sizes: file_list.map(() => 1_000) }));
  await renderScreen(FILE);
  const items = files.getByRole("treeitem");
  await expect.element(items.first()).toHaveAccessibleName("folder 0 1,250 files 1.3 MB");
  await expect.element(items).toHaveLength(40);
  (items.first().element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(items).toHaveLength(50);
  await userEvent.fill(filter, "file 4999");
  await expect.element(files.getByRole("status")).toHaveTextContent("15 of 50,000 files");
});

test.each(WIDTHS)(
  "a password is asked for, refused in words, and shown once right: %s",
  async (width, viewport) => {
    const alert = page.getByRole("alert");
    const field = page.getByLabelText("Password to try");
    const submit = page.getByRole("button", { name: "Try password" });
    await api.answer(getFile, archiveFile({ hash, file_list: [], password: null }));
    await renderScreen(FILE, { viewport });
    await expect.element(page.getByText("Archive is empty or missing password.")).toBeVisible();
    await submit.click();
    await expect.element(alert).toHaveTextContent("Please enter a password.");
    await api.fail(tryPassword, 400, INVALID_PASSWORD);
    await userEvent.fill(field, "wrong");
    await submit.click();
    await expect.element(alert).toHaveTextContent("Invalid password");
    await api.fail(tryPassword, 429, TOO_MANY_ATTEMPTS);
    await userEvent.fill(field, "often");
    await submit.click();
    await expect.element(alert).toHaveTextContent("Too many attempts. Try again in a minute.");
    await api.answer(tryPassword, archiveFile({ hash, file_list: ["a/b.txt"], password: "right" }));
    await userEvent.fill(field, "right");
    if (width === "narrow") await submit.click();
    else await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("right", { exact: true })).toBeVisible();
    await expect.element(page.getByText("b.txt")).toBeVisible();
    const sent = (await api.requests(/\/file\//)).filter(({ method }) => method === "PATCH");
    expect(sent.map(({ body }) => body)).toEqual(['["wrong"]', '["often"]', '["right"]']);
  },
);

test("no hash, a wrong one, an unknown one, and a failure with a way to try again", async () => {
  await renderScreen("/file");
  await expect.element(page.getByText("File hash is required.")).toBeVisible();
  await reopen("/file/abc");
  await expect.element(page.getByText("Invalid hash!")).toBeVisible();
  await api.fail(getFile, 404, "Not Found");
  await reopen(`/file/${"0".repeat(64)}`);
  await expect.element(page.getByText("Archive file not found.")).toBeVisible();
  await api.fail(getFile, 418);
  await reopen(FILE);
  await expect.element(page.getByRole("alert")).toHaveTextContent("Something went wrong.");
  await api.answer(getFile, archiveFile({ hash }));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("Password not required.")).toBeVisible();
});

test("while it loads its place is kept", async () => {
  const release = await api.hold(getFile, archiveFile({ hash }));
  await renderScreen(FILE);
  await expect.element(page.getByRole("status", { name: "Loading the archive" })).toBeVisible();
  await release();
  await expect.element(page.getByText("Password not required.")).toBeVisible();
});
