/** Everyday actions in browsers that keep nothing: each of their storages fails in turn. What cannot be kept says so. */
import { expect, test } from "playwright/test";
import { addressOf, deferredPartsLoaded, heading, postWithImages, visit } from "./page.ts";

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
  cookies: () => {
    Object.defineProperty(Document.prototype, "cookie", { get: () => "", set: () => {} });
  },
};

/** Actions that are refused then, and not said to be done. */
const REFUSES: Record<string, { favorite?: true; saving?: true }> = {
  localStorage: { favorite: true },
  "IndexedDB that does not open": { saving: true },
  "IndexedDB that does not write": { saving: true },
};

const REFUSED = "Couldn't save: this browser doesn't let the app store data.";

for (const [name, fail] of Object.entries(FAILING))
  test(`without ${name}: browse, search, read, look up, save`, { tag: "@once" }, async ({ page }) => {
    const post = await postWithImages(page);
    const refuses = REFUSES[name] ?? {};
    await page.addInitScript(fail);
    // Scripts of a test do not reach workers, which store what is saved.
    await page.route(/\.worker-[^/]*\.js$/, async (route) => {
      const response = await route.fetch();
      const start = name.startsWith("IndexedDB") || name === "cache storage" ? `(${fail})();` : "";
      await route.fulfill({ response, body: start + (await response.text()) });
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
      if (name !== "localStorage") {
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
    await test.step("a file", async () => {
      await visit(page, "/search_hash");
      const file = { name: "own.txt", mimeType: "text/plain", buffer: Buffer.from("not in the archive") };
      await page.locator("input[type=file]").first().setInputFiles(file);
      await expect(page.getByRole("row", { name: "own.txt" })).toContainText("Not in the archive");
    });
    for (const path of [
      "/saved",
      "/saved/storage",
      "/collections",
      "/settings",
      "/favorites",
      "/account/sync",
    ])
      await test.step(path, async () => {
        await visit(page, path);
        await expect(heading(page)).toBeVisible();
        await expect(page.locator("main [role=status][aria-label^=Loading]")).toHaveCount(0);
      });
    expect(unhandled).toEqual([]);
  });
