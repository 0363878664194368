import { test, expect } from "playwright/test";
import { epub, pdf } from "#tests/support/documents.ts";
import { READ_POST, showMedia, startWithFiles } from "#tests/support/read-files.ts";
import { interactive, deferredPartsLoaded } from "./page.ts";
test("pictures", { tag: "@once" }, async ({ browser }) => {
  const body = `<h1>The quiet harbor</h1><p>${"The harbor is quiet tonight, and the lamps are lit along the wall. ".repeat(20)}</p><blockquote>Quote</blockquote><ul><li>One</li><li>Two</li></ul><p>${"夜の港は静かです。".repeat(30)}</p>`;
  await using server = await startWithFiles({
    "notes.pdf": pdf(40, (n) => `Harbor notes ${n}`),
    "secret.pdf": pdf(3, (n) => `S ${n}`, { password: "x" }),
    "bad.pdf": Buffer.from("x"),
    "harbor.epub": epub({ chapters: [body, body, body] }),
  });
  for (const [w, h] of [[390, 844], [1280, 800]] as const)
    for (const scheme of ["light", "dark"] as const)
      for (const locale of ["en", "ja"] as const) {
        if (locale === "ja" && scheme === "light") continue;
        const context = await browser.newContext({ viewport: { width: w, height: h }, colorScheme: scheme, hasTouch: w < 500, isMobile: w < 500, storageState: undefined as never });
        const page = await context.newPage();
        await showMedia(page);
        await page.addInitScript((l) => localStorage.setItem("locale", l), locale);
        await page.goto(server.url + READ_POST);
        await interactive(page);
        await deferredPartsLoaded(page);
        const shot = (name: string) => page.screenshot({ path: `/tmp/rd/shots/${name}-${w}-${scheme}-${locale}.png` });
        const press = (name: string) => page.getByRole("button", { name: new RegExp(name) }).first().click();
        await page.getByText("notes.pdf").first().scrollIntoViewIfNeeded();
        await shot("post");
        await press("notes.pdf");
        await expect(page.locator("[data-page='1']")).toContainText("Harbor notes 1");
        await page.locator("dialog header button").first().click();
        await shot("pdf");
        await page.keyboard.press("Escape");
        await press("secret.pdf");
        await expect(page.locator("dialog input")).toBeVisible();
        await shot("password");
        await page.keyboard.press("Escape");
        await press("bad.pdf");
        await expect(page.locator("dialog [role=alert]")).toBeVisible();
        await shot("bad");
        await page.keyboard.press("Escape");
        await press("harbor.epub");
        await expect(page.locator("dialog h1")).toBeVisible();
        await shot("epub");
        await page.locator("dialog header button").first().click();
        await page.waitForTimeout(300);
        await shot("contents");
        await page.keyboard.press("Escape");
        await page.locator("dialog header button").nth(1).click();
        await page.waitForTimeout(300);
        await shot("settings");
        await context.close();
      }
});
