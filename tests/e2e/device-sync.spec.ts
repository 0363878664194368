/** Two devices of one person: turned on with words, the same on both, and nothing of it readable by the server. */
import { type Browser, type BrowserContextOptions, expect, type Page, test } from "playwright/test";
import { logIn, register, type Someone, someone } from "#tests/support/someone.ts";
import { addressOf, newestPosts, visit } from "./page.ts";
import { postWithManyImages } from "./post-parts.ts";

const SYNC = "/account/sync";
const main = (page: Page) => page.getByRole("main");

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  return await (await browser.newContext(options)).newPage();
}

/** Turns sync on, on its screen. @returns the words */
async function turnOn(page: Page): Promise<string[]> {
  await main(page).getByRole("button", { name: "Turn on sync" }).click();
  return await confirmWords(page);
}

async function confirmWords(page: Page): Promise<string[]> {
  const items = main(page).getByRole("list", { name: "Twelve words" }).getByRole("listitem");
  await expect(items).toHaveCount(12);
  const words = await items.allTextContents();
  for (const field of await main(page)
    .getByLabel(/^Word \d+$/)
    .all()) {
    const name = (await field.getAttribute("name")) ?? "";
    await field.fill(words[Number(name.split(" ")[1])] ?? "");
  }
  await main(page).getByRole("button", { name: "I have written them down" }).click();
  await expect(main(page).getByText("Last synced:")).toBeVisible();
  return words;
}

/** Logs in on another device with the link of the code. */
async function joinByLink(page: Page, who: Someone, words: readonly string[]): Promise<void> {
  await page.goto(`${SYNC}#words=${words.join("-")}`);
  await main(page).getByRole("link", { name: "Log in" }).click();
  expect(page.url()).not.toContain(words.slice(0, 2).join("-"));
  await logIn(page, who);
  await expect(main(page).getByLabel("Twelve words")).toHaveValue(words.join(" "));
  await main(page).getByRole("button", { name: "Sync this device" }).click();
  await expect(main(page).getByText("Last synced:")).toBeVisible();
}

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name) ?? "", key);

test("two devices with the same words agree, and the other goes on at the image where the first stopped", {
  tag: "@once",
}, async ({ page: phone, browser, contextOptions }) => {
  const desktop = await newPage(browser, contextOptions);
  const who = someone();
  const bodies: string[] = [];
  for (const page of [phone, desktop])
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (/\/api\/v1\/account/.test(pathname)) bodies.push(`${request.url()} ${request.postData() ?? ""}`);
    });
  const story = await postWithManyImages(phone, 14);
  const [post, other] = await newestPosts(phone);
  if (post === undefined || other === undefined) throw new Error("The sample has too few posts.");
  await register(phone, who, addressOf(post));
  await expect(phone.getByRole("heading", { level: 1 })).toBeVisible();
  await visit(phone, SYNC);
  const words = await turnOn(phone);
  await joinByLink(desktop, who, words);
  await expect.poll(() => stored(desktop, "seen")).toContain(post.id);

  // Both are open: what one does, the other has within seconds, without a reload.
  const opened = () => desktop.evaluate(() => performance.timeOrigin);
  const before = await opened();
  await visit(phone, addressOf(other));
  await expect.poll(() => stored(desktop, "seen")).toContain(other.id);
  await desktop.evaluate(() => {
    localStorage.setItem(
      "mutes",
      '{"mode":"hide","creators":[],"tags":["spoiler"],"words":[],"services":[]}',
    );
    dispatchEvent(new StorageEvent("storage", { key: "mutes" }));
  });
  await expect.poll(() => stored(phone, "mutes")).toContain("spoiler");
  expect(await opened()).toBe(before);

  // The place in a story.
  await visit(phone, story);
  const viewer = (page: Page) => page.getByRole("dialog", { name: "Image viewer" });
  await phone.getByRole("button", { name: /^View .* 1 of/ }).click();
  await expect(viewer(phone).getByText(/Image 1 of/)).toBeVisible();
  for (let image = 2; image <= 14; image++) {
    await phone.keyboard.press("ArrowRight");
    await expect(viewer(phone).getByText(new RegExp(`Image ${image} of`))).toBeVisible();
  }
  await expect.poll(() => stored(desktop, "reading")).toContain('"number":14');
  await phone.close();
  await visit(desktop, "/");
  const card = main(desktop).getByRole("region", { name: "Continue" });
  await expect(card).toContainText(/Image 14 of/);
  await card.getByRole("link").click();
  await expect(viewer(desktop).getByText(/Image 14 of/)).toBeVisible();
  await desktop.keyboard.press("Escape");

  // The server was given neither.
  expect(bodies.some((body) => body.includes("/sync/segments"))).toBe(true);
  for (const body of bodies) {
    for (const canary of [post.id, other.id, "spoiler"]) expect(body).not.toContain(canary);
    // One or two may be words of addresses, such as "account" and "favorite".
    expect(words.filter((word) => word.length > 4 && body.includes(word)).length).toBeLessThan(3);
  }

  // Logging out leaves neither key nor list.
  await desktop.goto("/authentication/logout");
  await expect.poll(() => stored(desktop, "sync")).toBe("");
  expect(
    await desktop.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open("roost");
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const rows = opening.result.transaction("sync").objectStore("sync").count();
            rows.onsuccess = () => resolve(rows.result);
          };
        }),
    ),
  ).toBe(0);
});

test("wrong words change nothing, mistyped ones are named, and new ones leave other devices behind", {
  tag: "@once",
}, async ({ page: phone, browser, contextOptions }) => {
  const desktop = await newPage(browser, contextOptions);
  const who = someone();
  await register(phone, who, SYNC);
  const words = await turnOn(phone);

  await desktop.goto("/authentication/login");
  await logIn(desktop, who);
  await expect.poll(() => new URL(desktop.url()).pathname).not.toContain("login");
  await visit(desktop, SYNC);
  const form = main(desktop);
  const join = async (text: string) => {
    await form.getByLabel("Twelve words").fill(text);
    await form.getByRole("button", { name: "Sync this device" }).click();
  };
  await join("abandon abandom about");
  await expect(form.getByText("Not in the list of words: abandom")).toBeVisible();
  await join("abandon about");
  await expect(form.getByText("Those are 2 words. Twelve are needed.")).toBeVisible();
  await join("abandon ".repeat(12));
  await expect(form.getByText("One of the words is wrong, or their order is.")).toBeVisible();
  await join(`${"abandon ".repeat(11)}about`);
  await expect(form.getByText("Your account syncs with other words. Nothing was changed.")).toBeVisible();
  await join(words.join("  ").toUpperCase());
  await expect(form.getByText("Last synced:")).toBeVisible();

  await main(phone).getByRole("button", { name: "New words" }).click();
  const fresh = await confirmWords(phone);
  expect(fresh).not.toEqual(words);
  await expect(
    form.getByText("The words were changed or sync was turned off", { exact: false }),
  ).toBeVisible();
  await join(fresh.join(" "));
  await expect(form.getByText("Last synced:")).toBeVisible();

  await form.getByRole("button", { name: "Turn off everywhere" }).click();
  await expect(form.getByRole("button", { name: "Turn on sync" })).toBeVisible();
});
