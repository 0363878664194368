/** The installed app: the offer, instructions for iOS, reloading, shortcuts and what other apps share. */
import { createHash } from "node:crypto";
import { expect, type Page, test } from "playwright/test";
import { deploy } from "#tests/support/deployed.ts";
import {
  addressOf,
  deferredPartsLoaded,
  newestPosts,
  painted,
  postWithImages,
  watchConsole,
} from "../e2e/page.ts";
import { loadOffline, withWorker } from "./device.ts";
import { test as testInstalled } from "./installed.ts";

/** The browser's own event, which automation does not get; says what it was answered. */
const offerInstall = (page: Page, outcome = "accepted") =>
  page.evaluate((answer) => {
    const prompt = async () => {
      Object.assign(globalThis, { prompted: true });
      return { outcome: answer };
    };
    dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt }));
  }, outcome);

/** Visits again like a new tab: without the state of the last visit. */
async function visitAgain(page: Page): Promise<void> {
  await page.waitForFunction(() => sessionStorage.getItem("install-visit") !== null); // counted
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

test("the app offers to be installed at the second visit, and takes no for an answer", async ({ page }) => {
  await page.goto("/contact");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const offer = page.getByRole("region", { name: "Install" });
  await offerInstall(page);
  await visitAgain(page);
  await expect(offer).toHaveCount(0);
  await offerInstall(page);
  await expect(offer.getByRole("button", { name: "Install" })).toBeVisible();
  await offer.getByRole("button", { name: "Don't ask again" }).click();
  await expect(offer).toHaveCount(0);
  for (const _ of [1, 2]) {
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await deferredPartsLoaded(page); // the offer comes with them
    await offerInstall(page);
    await painted(page);
    await expect(offer).toHaveCount(0);
  }
  await page.goto("/settings");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await offerInstall(page);
  await offer.getByRole("button", { name: "Install" }).click();
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, "prompted") as unknown)).toBe(true);
  await expect(offer).toHaveCount(0);
});

test.describe("on iOS", () => {
  test.use({
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    viewport: { width: 390, height: 844 },
  });
  test("how to add to the home screen is explained, without a button that does nothing", async ({ page }) => {
    await page.goto("/contact");
    await visitAgain(page);
    const offer = page.getByRole("region", { name: "Install" });
    await expect(offer).toContainText("tap Share, then “Add to Home Screen”");
    await expect(offer.getByRole("button")).toHaveText(["Later", "Don't ask again"]);
    await offer.getByRole("button", { name: "Don't ask again" }).click();
    await page.reload();
    await deferredPartsLoaded(page);
    await painted(page);
    await expect(offer).toHaveCount(0);
  });
});

test.describe("in a window of its own", () => {
  test.beforeEach(async ({ page }) => {
    // What an installed window answers; automation cannot make one.
    await page.addInitScript(() => {
      const original = matchMedia.bind(globalThis);
      globalThis.matchMedia = (query) => original(query === "(display-mode: standalone)" ? "all" : query);
    });
  });
  const asks = (page: Page) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === "/api/v1/posts") asked.push(pathname);
    });
    return asked;
  };

  test("a keyboard reaches the reload button, and coming back after 15 minutes refetches", async ({
    page,
  }) => {
    const faults = watchConsole(page);
    const asked = asks(page);
    await page.clock.install();
    await page.goto("/posts");
    await expect(page.locator("main article").nth(30)).toBeAttached();
    await expect(page.getByRole("region", { name: "Install" })).toHaveCount(0);
    await expect.poll(() => asked.length).toBe(1);
    await deferredPartsLoaded(page); // else the header changes under the focus: the first key fetches them
    const button = page.getByRole("button", { name: "Reload" });
    for (let at = 0; at < 30; at++) {
      await page.keyboard.press("Tab");
      if (await button.evaluate((element) => element === document.activeElement)) break;
    }
    await expect(button).toBeFocused();
    await page.keyboard.press("Enter");
    await expect.poll(() => asked.length).toBe(2);
    await page.evaluate(() => scrollTo(0, 600));
    const away = async (time: string) => {
      const show = (state: string) =>
        page.evaluate((value) => {
          Object.defineProperty(document, "visibilityState", { configurable: true, get: () => value });
          document.dispatchEvent(new Event("visibilitychange"));
        }, state);
      await show("hidden");
      await page.clock.fastForward(time);
      await show("visible");
    };
    await away("13:00"); // the clock goes on: on a slow machine the rest takes time, too
    await away("15:01");
    await expect.poll(() => asked.length).toBe(3);
    await expect(button).toHaveAttribute("aria-busy", "false");
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
    expect(faults).toEqual([]);
  });
});

testInstalled("the four shortcuts open offline", async ({ page, context }) => {
  await withWorker(page, "/2257");
  const manifest = (await (await page.request.get("/manifest.webmanifest")).json()) as {
    shortcuts: { name: string; url: string }[];
  };
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(["Search", "Saved", "New", "Random"]);
  await context.setOffline(true);
  for (const { url } of manifest.shortcuts) {
    const fresh = await context.newPage();
    await loadOffline(fresh, url);
    await expect(fresh.getByRole("banner"), url).toBeVisible();
    await expect(fresh.getByRole("main").getByRole("heading").first(), url).toBeVisible();
    if (url.includes("focus=search")) await expect(fresh.getByRole("combobox").first()).toBeFocused();
    await fresh.close();
  }
});

/** Sends what the system's share sheet sends: a form with files, to the share target. */
const share = (page: Page, fields: Record<string, string>, file?: { name: string; bytes: number[] }) =>
  page.evaluate(
    ([texts, shared]) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "POST", enctype: "multipart/form-data", action: "/share-target" });
      for (const [name, value] of Object.entries(texts)) {
        const field = document.createElement("input");
        Object.assign(field, { name, value, type: "hidden" });
        form.append(field);
      }
      if (shared !== undefined) {
        const field = document.createElement("input");
        Object.assign(field, { name: "files", type: "file" });
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(shared.bytes)], shared.name, { type: "image/png" }));
        field.files = data.files;
        form.append(field);
      }
      document.body.append(form);
      form.submit();
    },
    [fields, file] as const,
  );

test.describe("with a service worker at an address of its own", () => {
  test.use({ serviceWorkers: "allow" });

  test("a shared address opens the archived page, a shared file is looked up and never sent", async ({
    page,
  }) => {
    const post = await postWithImages(page);
    const posts = await newestPosts(page);
    const patreon = posts.find(({ service }) => service === "patreon");
    const picture = Buffer.from(await (await page.request.get(`/data${post.file.path}`)).body());
    await using site = await deploy();
    await withWorker(page, `${site.url}/2257`);
    await share(page, { title: "A page", text: `See ${site.url}${addressOf(post)} there` });
    await expect(page).toHaveURL(site.url + addressOf(post));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(post.title);
    if (patreon !== undefined) {
      await share(page, { url: `https://www.patreon.com/posts/some-title-${patreon.id}` });
      await expect(page).toHaveURL(site.url + addressOf(patreon));
    }
    await share(page, { text: "https://example.org/ of no use" });
    await expect(page.getByText("It has no link to a page of this archive.")).toBeVisible();

    await share(page, { title: "Picture" }, { name: "猫 & fox.png", bytes: [...picture] });
    await expect(page).toHaveURL(`${site.url}/search_hash?shared=1`);
    await expect(page.getByRole("row", { name: "猫 & fox.png" })).toBeVisible();
    const hash = createHash("sha256").update(picture).digest("hex");
    await expect(page.getByText(hash)).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: post.title }).first()).toBeVisible();
    // More than the worker's chunk, in no post.
    const large = Buffer.alloc(2_500_000, 7);
    await page.getByLabel("Choose files").setInputFiles({
      name: "large.bin",
      mimeType: "application/octet-stream",
      buffer: large,
    });
    await expect(page.getByText(createHash("sha256").update(large).digest("hex"))).toBeVisible();
    await expect(page.getByRole("row", { name: "large.bin" })).toContainText("Not in the archive");
    expect(picture.length).toBeGreaterThan(1_000);
    expect(site.largestBody()).toBeLessThan(1_000);

    // Opened with the app: what the system does then is done here, the file's handle is a real one.
    await page.addInitScript(() => {
      const setConsumer = async (consume: (launch: object) => void) => {
        const folder = await navigator.storage.getDirectory();
        const handle = await folder.getFileHandle("opened.txt", { create: true });
        const writing = await handle.createWritable();
        await writing.write("opened with the app");
        await writing.close();
        consume({ files: [handle] });
      };
      Object.defineProperty(window, "launchQueue", { value: { setConsumer } });
    });
    await page.goto(`${site.url}/search_hash`);
    await expect(page.getByRole("row", { name: "opened.txt" })).toContainText("Not in the archive");
    const opened = createHash("sha256").update("opened with the app").digest("hex");
    await expect(page.getByText(opened)).toBeVisible();
  });
});
