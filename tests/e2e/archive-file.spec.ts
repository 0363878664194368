import { expect, type Page, test } from "playwright/test";
import { violations } from "./axe.ts";
import { addressOf, type SomePost, watchConsole } from "./page.ts";

/** Answers made up here would else not reach a page the worker answers for. */
interface Archive {
  file: { hash: string };
  file_list: string[];
  file_sizes?: (number | null)[];
  password: string | null;
}

/** Archives of the sample, found where people find them: among the files of posts. */
async function archives(page: Page): Promise<Archive[]> {
  const hashes = new Set<string>();
  for (let o = 0; o < 500 && hashes.size < 8; o += 50) {
    const answer = await page.request.get(`/api/v1/posts?o=${o}`);
    const { posts } = (await answer.json()) as { posts: { attachments: { path: string }[] }[] };
    for (const { path } of posts.flatMap(({ attachments }) => attachments))
      if (path.endsWith(".bin")) hashes.add(path.split("/").at(-1)?.slice(0, 64) ?? "");
  }
  const answers = [...hashes].map(
    async (hash) => await (await page.request.get(`/api/v1/file/${hash}`)).json(),
  );
  return (await Promise.all(answers)) as Archive[];
}

async function serve(page: Page, change: Partial<Archive>): Promise<string> {
  const [archive] = await archives(page);
  const hash = archive?.file.hash ?? "";
  await page.route(`**/api/v1/file/${hash}*`, (route) =>
    route.request().method() === "GET"
      ? route.fulfill({ json: { ...archive, ...change } })
      : route.continue(),
  );
  return hash;
}

test("an open archive shows its hash, its files, and that no password is needed", { tag: "@once" }, async ({
  page,
}) => {
  const faults = watchConsole(page);
  const open = (await archives(page)).find(
    ({ password, file_list }) => password === "" && file_list.length > 1,
  );
  await page.goto(`/posts/archives/${open?.file.hash}`);
  await expect(page).toHaveURL(new RegExp(`/file/${open?.file.hash}$`));
  await expect(page.getByText(open?.file.hash ?? "", { exact: true })).toBeVisible();
  await expect(page.getByText("Password not required.")).toBeVisible();
  const files = page.getByRole("region", { name: "Files" });
  for (const name of open?.file_list ?? [])
    await expect(files.getByText(name.split("/").at(-1) ?? "", { exact: true }).first()).toBeVisible();
  expect(faults).toEqual([]);
});

test("the tree folds and moves by keyboard, adds sizes up, and the filter finds names", async ({ page }) => {
  const names = [
    "readme.txt",
    "scans/one.png",
    "scans/deep/two.png",
    "線画/三.png",
    "scans/a",
    "b",
    "c",
    "zed",
  ];
  const sizes = [1_000, 2_000, 3_500_000, null, 500, 1, 1, 1];
  const hash = await serve(page, { file_list: names, file_sizes: sizes, password: "" });
  await page.goto(`/file/${hash}`);
  const files = page.getByRole("region", { name: "Files" });
  const item = (name: string) => files.getByRole("treeitem", { name: new RegExp(`^${name}`) });
  await expect(files.getByText("two.png")).toBeVisible();
  await expect(item("scans")).toHaveAccessibleName("scans 3 files 3.5 MB");
  await expect(item("線画")).toHaveAccessibleName("線画 1 file"); // a size in it is not known
  await expect(item("two.png")).toHaveAttribute("aria-level", "3");
  await expect(item("readme.txt")).toHaveAttribute("aria-posinset", "3");
  await item("scans").click();
  await expect(files.getByText("two.png")).toBeHidden();
  // One stop of the Tab key; arrows inside.
  await expect(files.locator('[role="treeitem"][tabindex="0"]')).toHaveCount(1);
  await expect(item("scans")).toHaveAttribute("aria-expanded", "false");
  await item("scans").focus();
  await page.keyboard.press("ArrowRight");
  await expect(item("scans")).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowRight");
  await expect(item("deep")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(item("deep")).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowLeft");
  await expect(item("scans")).toBeFocused();
  await page.keyboard.press("End");
  await expect(item("zed")).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`/file/${hash}$`));
  await files.getByLabel("Filter files").fill("TWO");
  await expect(files.getByText("two.png")).toBeVisible();
  await expect(files.getByText("readme.txt")).toBeHidden();
  await expect(files.getByRole("status")).toContainText("1 of 8 files");
  await files.getByLabel("Filter files").fill("nothing like it");
  await expect(files.getByText("No matching files.")).toBeVisible();
});

test.describe("with the accessibility checker", () => {
  test.use({ bypassCSP: true }); // a script of its own

  test("an archive is read well in its post and on its page", async ({ page }) => {
    test.setTimeout(60_000); // the checker is heavy
    await page.emulateMedia({ reducedMotion: "reduce" });
    const post = await postWithArchive(page);
    await page.goto(addressOf(post));
    await page
      .getByRole("button", { name: /^View contents of / })
      .first()
      .click();
    await expect(page.getByRole("tree", { name: /^Contents of / })).toBeVisible();
    expect(await violations(page, "archive in a post")).toEqual([]);
    await page.getByRole("link", { name: "Archive details" }).click();
    await expect(page.getByRole("tree", { name: "Files" })).toBeVisible();
    expect(await violations(page, "archive")).toEqual([]);
  });
});

/** The first post with an archive that shows its names. */
async function postWithArchive(page: Page): Promise<SomePost> {
  const open = new Set(
    (await archives(page)).filter(({ file_list }) => file_list.length > 1).map(({ file }) => file.hash),
  );
  for (let o = 0; o < 500; o += 50) {
    const answer = await page.request.get(`/api/v1/posts?o=${o}`);
    const { posts } = (await answer.json()) as {
      posts: (SomePost & { attachments: { path: string }[] })[];
    };
    const post = posts.find(({ attachments }) => {
      const [first] = attachments.filter(({ path }) => path.endsWith(".bin"));
      return open.has(first?.path.split("/").at(-1)?.slice(0, 64) ?? "");
    });
    if (post !== undefined) return post;
  }
  throw new Error("The sample has no archive that shows its names.");
}

test("fifty thousand names open, filter and move without holding up the page", async ({ page, isMobile }) => {
  test.skip(isMobile, "the same rows");
  const names = Array.from(
    { length: 50_000 },
    (_, at) => `folder ${at % 40}/part ${at % 400}/file ${at}.png`,
  );
  const hash = await serve(page, { file_list: names, file_sizes: names.map(() => 1_000), password: "" });
  await page.goto(`/file/${hash}`);
  const files = page.getByRole("region", { name: "Files" });
  const first = files.getByRole("treeitem").first();
  await expect(first).toHaveAccessibleName("folder 0 1,250 files 1.3 MB");
  await expect(files.getByRole("treeitem")).toHaveCount(40);
  await first.focus();
  await page.keyboard.press("Enter");
  await expect(files.getByRole("treeitem")).toHaveCount(50);
  await files.getByLabel("Filter files").fill("file 4999");
  await expect(files.getByRole("status")).toContainText("15 of 50,000 files");
});

test("a password is asked for, refused in words, and shown once right", async ({ page, isMobile }) => {
  const hash = await serve(page, { file_list: [], password: null });
  await page.route(`**/api/v1/file/${hash}*`, async (route) => {
    if (route.request().method() !== "PATCH") return await route.fallback();
    const [password] = route.request().postDataJSON() as string[];
    if (password === "right")
      await route.fulfill({ json: { ...(await archives(page))[0], file_list: ["a/b.txt"], password } });
    else if (password === "often")
      await route.fulfill({ status: 429, json: { error: "Too many tries. Wait a minute." } });
    else await route.fulfill({ status: 400, json: { error: "Invalid password" } });
  });
  await page.goto(`/file/${hash}`);
  await expect(page.getByText("Archive is empty or missing password.")).toBeVisible();
  const field = page.getByLabel("Password to try");
  const submit = page.getByRole("button", { name: "Try password" });
  await submit.click();
  await expect(page.getByRole("alert")).toHaveText("Please enter a password.");
  await field.fill("wrong");
  await submit.click();
  await expect(page.getByRole("alert")).toHaveText("Invalid password");
  await field.fill("often");
  await submit.click();
  await expect(page.getByRole("alert")).toHaveText("Too many attempts. Try again in a minute.");
  await field.fill("right");
  if (isMobile) await submit.click();
  else await field.press("Enter");
  await expect(page.getByText("right", { exact: true })).toBeVisible();
  await expect(page.getByText("b.txt")).toBeVisible();
});

test("a wrong password is refused by the archive itself", { tag: "@once" }, async ({ page }) => {
  const locked = (await archives(page)).find(({ password }) => password === null);
  test.skip(locked === undefined, "the first posts of the sample hold no locked archive");
  await page.goto(`/file/${locked?.file.hash}`);
  await page.getByLabel("Password to try").fill("certainly not this one");
  await page.getByRole("button", { name: "Try password" }).click();
  await expect(page.getByRole("alert")).toHaveText(/Invalid password|Too many attempts/);
});

test("no hash, a wrong one, an unknown one, and a failure with a way to try again", { tag: "@once" }, async ({
  page,
}) => {
  await page.goto("/file");
  await expect(page.getByText("File hash is required.")).toBeVisible();
  await page.goto("/file/abc");
  await expect(page.getByText("Invalid hash!")).toBeVisible();
  await page.goto(`/file/${"0".repeat(64)}`);
  await expect(page.getByText("Archive file not found.")).toBeVisible();
  let isBroken = true;
  const hash = await serve(page, { password: "" });
  await page.route(`**/api/v1/file/${hash}*`, async (route) => {
    if (isBroken) await route.fulfill({ status: 418, json: {} });
    else {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.fallback();
    }
  });
  await page.goto(`/file/${hash}`);
  await expect(page.getByRole("alert")).toContainText("Something went wrong.");
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Password not required.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("status", { name: "Loading the archive" })).toBeVisible();
});
