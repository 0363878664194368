/**
 * Everyday actions in browsers that keep nothing: each of their storages fails in turn, in a secure context and over
 * plain HTTP. What cannot be kept says so.
 */
import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "playwright/test";
import { readZip } from "../support/zip-reader.ts";
import {
  addressOf,
  deferredPartsLoaded,
  heading,
  postWithImages,
  pressMore,
  pressUntilItSays,
  visit,
} from "./page.ts";
import { PLAIN_HTTP } from "./plain-http.ts";

/** Ways of failing, as it happens when a person blocks it, or when the disk or the profile of the browser is broken. */
const FAILING: Record<string, () => void> = {
  localStorage: () => {
    for (const method of ["getItem", "setItem", "removeItem"] as const) {
      const own = Storage.prototype[method] as (...given: string[]) => unknown;
      Storage.prototype[method] = function (this: Storage, ...given: string[]) {
        if (this !== sessionStorage) throw new DOMException("Denied", "SecurityError");
        return own.apply(this, given);
      } as never;
    }
  },
  sessionStorage: () =>
    Object.defineProperty(globalThis, "sessionStorage", {
      get() {
        throw new DOMException("Denied", "SecurityError");
      },
    }),
  "IndexedDB that does not open": () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("Denied", "SecurityError");
    };
  },
  "IndexedDB that does not write": () => {
    for (const method of ["put", "add"] as const)
      IDBObjectStore.prototype[method] = () => {
        throw new DOMException("Disk error", "UnknownError");
      };
  },
  "cache storage": () => {
    CacheStorage.prototype.open = () => Promise.reject(new DOMException("Denied", "SecurityError"));
  },
  "a file system of its own": () => {
    StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException("Denied", "SecurityError"));
  },
  cookies: () => {
    Object.defineProperty(Document.prototype, "cookie", { get: () => "", set: () => {} });
  },
};

/** Only in secure contexts. */
const SECURE_ONLY = ["cache storage", "a file system of its own"];

/** Actions that are refused then, and not said to be done. */
const REFUSES: Record<string, { favorite?: true; saving?: true; backup?: true }> = {
  localStorage: { favorite: true },
  "IndexedDB that does not open": { saving: true, backup: true },
  "IndexedDB that does not write": { saving: true },
};

const NO_BACKUP = { format: "roost-backup", version: 1 };
const REFUSED = "Couldn't save: this browser doesn't let the app store data.";

/** Browsers ask for them only in secure contexts. */
const SECURE = { permissions: ["clipboard-read", "clipboard-write"] };

const CASES = Object.entries(FAILING).flatMap(([name, fail]) => [
  { title: `without ${name}`, name, fail, place: SECURE },
  ...(SECURE_ONLY.includes(name)
    ? []
    : [{ title: `over plain HTTP, without ${name}`, name, fail, place: PLAIN_HTTP }]),
]);

for (const { title, name, fail, place } of CASES)
  test.describe(() => {
    test.use(place);
    test(`${title}: ten everyday actions`, { tag: "@once" }, async ({ page }) => {
      await everydayActions(page, name, fail);
    });
  });

async function everydayActions(page: Page, name: string, fail: () => void): Promise<void> {
  const post = await postWithImages(page);
  const refuses = REFUSES[name] ?? {};
  await page.addInitScript(fail);
  await page.addInitScript(() => void Reflect.deleteProperty(window, "showSaveFilePicker"));
  // Scripts of a test do not reach workers, which store what is saved. Over plain HTTP the browser lets a script that is
  // answered by a test request nothing, as the archive is in a local network: the worker of ZIP files stores nothing.
  const isInWorkers = name.startsWith("IndexedDB") || SECURE_ONLY.includes(name);
  if (isInWorkers)
    await page.route(/\.worker-[^/]*\.js$/, async (route) => {
      const url = new URL(route.request().url());
      if (url.hostname === "archive.lan" && url.pathname.includes("zip.worker")) return route.fallback();
      url.hostname = "127.0.0.1"; // the other name is resolved by the browser only
      const response = await route.fetch({ url: url.href });
      await route.fulfill({ response, body: `(${fail})();${await response.text()}` });
    });
  const unhandled: string[] = [];
  page.on("pageerror", (error) => unhandled.push(`${error.name}: ${error.message}`));
  const main = page.getByRole("main");

  await test.step("home, a list and its next page", async () => {
    await page.goto("/");
    await expect(heading(page)).toBeVisible();
    await deferredPartsLoaded(page);
    await visit(page, "/posts");
    await expect(main.getByRole("article")).toHaveCount(50);
    await page.getByRole("link", { name: "Next page" }).first().click();
    await expect(page).toHaveURL(/o=50/);
    await expect(main.getByRole("article")).toHaveCount(50);
  });
  await test.step("a search with a typo, which is saved", async () => {
    await visit(page, "/posts?q=skech");
    await expect(main.getByRole("article").first()).toBeVisible();
    await page.getByRole("button", { name: "Save search" }).click();
    if (refuses.saving === true) await expect(page.getByText(REFUSED)).toBeVisible();
    else await expect(page.getByRole("button", { name: "Saved search" })).toBeVisible();
  });
  await test.step("its link, copied", async () => {
    await pressUntilItSays(page, page.getByRole("button", { name: "Copy link" }), "Copied");
  });
  await test.step("the box", async () => {
    await page.getByRole("combobox").first().fill("hedgerow");
    await expect(page.getByRole("option").first()).toBeVisible();
    await page.keyboard.press("Escape");
  });
  await test.step("the theme", async () => {
    await page.getByRole("button", { name: /^Theme/ }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", /./);
  });
  await test.step("a post and its images", async () => {
    await visit(page, addressOf(post));
    await page.getByRole("button", { name: /^View .* 1 of/ }).click();
    const viewer = page.getByRole("dialog", { name: "Image viewer" });
    // Which media may be shown is asked again if it is not remembered.
    if (name === "localStorage") await expect(page.getByRole("dialog")).toBeVisible();
    else {
      await expect(viewer).toBeVisible();
      await page.keyboard.press("ArrowRight");
      await expect(viewer.getByText(/^Image 2 of/)).toBeVisible();
    }
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  await test.step("a favorite", async () => {
    await main
      .getByRole("button", { name: /^Favorite/ })
      .first()
      .click();
    await expect(page.getByText("Couldn't change the favorite.")).toHaveCount(refuses.favorite ? 1 : 0);
    await expect(page.getByText(/^Added to the favorites/)).toHaveCount(refuses.favorite ? 0 : 1);
  });
  await test.step("saved offline", async () => {
    await page.getByRole("button", { name: "Save offline" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    if (refuses.saving === true) await expect(dialog.getByText(REFUSED)).toBeVisible();
    await expect(page.locator("button[data-saved=whole]")).toHaveCount(refuses.saving === true ? 0 : 1);
    await page.keyboard.press("Escape");
  });
  await test.step("a collection", async () => {
    await pressMore(page, "Add to collection");
    const dialog = page.getByRole("dialog", { name: post.title });
    await dialog.getByLabel("New collection").fill("Herons");
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    if (refuses.saving === true)
      await expect(dialog.getByRole("alert")).toHaveText(
        "Couldn't change the collection. Storage may be full or blocked.",
      );
    await expect(dialog.getByRole("checkbox", { name: /^Herons/, checked: true })).toHaveCount(
      refuses.saving === true ? 0 : 1,
    );
    await page.keyboard.press("Escape");
  });
  await test.step("a ZIP", async () => {
    await pressMore(page, "Save as ZIP");
    const dialog = page.getByRole("dialog", { name: "Save this post as a ZIP file" });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Make ZIP" }).click(),
    ]);
    expect((await readZip(await download.path())).length).toBeGreaterThan(1);
    await page.keyboard.press("Escape");
  });
  await test.step("a backup, made and restored", async () => {
    await visit(page, "/settings");
    const section = page.getByRole("region", { name: "Backup and restore" });
    const save = section.getByRole("button", { name: "Download backup" });
    if (refuses.backup === true) {
      await save.click();
      await expect(section.getByRole("alert")).toHaveText(
        "Couldn't read the list of saved posts, so no backup was created.",
      );
    } else {
      const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
      expect(JSON.parse(await readFile(await download.path(), "utf8"))).toMatchObject(NO_BACKUP);
    }
    const collections = [{ id: "c1", name: "Egrets", created: 1, posts: [] }];
    const text = JSON.stringify({
      ...NO_BACKUP,
      ...{ madeAt: "2026-01-01T00:00:00Z", seen: [], visits: [], saved: [] },
      ...{ choices: { dates: "relative" }, collections },
    });
    await section
      .getByLabel("Restore from file")
      .setInputFiles({ name: "roost.json", mimeType: "application/json", buffer: Buffer.from(text) });
    const isRefused = refuses.saving === true || name === "localStorage";
    if (isRefused)
      await expect(section.getByRole("alert")).toHaveText(
        "Couldn't import the backup. Storage may be full or blocked. Nothing was changed.",
      );
    await expect(section.getByRole("heading", { name: "Imported" })).toHaveCount(isRefused ? 0 : 1);
  });
  await test.step("a file", async () => {
    await visit(page, "/search_hash");
    const file = { name: "own.txt", mimeType: "text/plain", buffer: Buffer.from("not in the archive") };
    await page.locator("input[type=file]").first().setInputFiles(file);
    await expect(page.getByRole("row", { name: "own.txt" })).toContainText("Not in the archive");
  });
  for (const path of ["/saved", "/saved/storage", "/collections", "/settings", "/favorites", "/account/sync"])
    await test.step(path, async () => {
      await visit(page, path);
      await expect(heading(page)).toBeVisible();
      await expect(page.locator("main [role=status][aria-label^=Loading]")).toHaveCount(0);
    });
  expect(unhandled).toEqual([]);
}
