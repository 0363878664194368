import { expect, type Page, test } from "playwright/test";
import { withSite } from "./page.ts";

const AD = { title: "Good ink", text: "For pens that last.", href: "https://ink.example.org/" };

/** Opened first on a phone; beside the page on a wide screen. */
async function openSidebar(page: Page, isMobile: boolean) {
  if (isMobile) await page.getByRole("button", { name: "More" }).click();
  return page.locator("#sidebar");
}

test("every link of the frame leads to a screen that exists", async ({ page, isMobile }) => {
  test.slow(); // some twenty screens
  await page.goto("/contact");
  await expect((await openSidebar(page, isMobile)).getByRole("link").first()).toBeVisible();
  const links = await page
    .locator("#sidebar a, header a, footer a, nav[aria-label=Bottom] a")
    .evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
  const addresses = [...new Set(links)];
  expect(addresses.length).toBeGreaterThan(18);
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.locator("h1").first()).toBeVisible();
    await expect(page.getByRole("heading", { name: "404: Not Found" })).toHaveCount(0);
  }
});

test("the sidebar holds the sections of the archive, and the place in view is marked", async ({
  page,
  isMobile,
}) => {
  await page.goto("/posts/tags");
  const sidebar = await openSidebar(page, isMobile);
  for (const [section, ...names] of [
    ["Creators", "All creators", "Updated", "Random creator"],
    ["Posts", "All posts", "Popular", "Tags", "Random post", "Saved", "DMs", "Upload"],
    ["Importer", "Import", "Find your key", "Uploads"],
    ["Account", "Register", "Login", "Settings"],
  ]) {
    const links = sidebar.getByRole("list", { name: section, exact: true }).getByRole("link");
    await expect(links).toHaveText(names);
  }
  await expect(sidebar.locator("[aria-current=page]")).toHaveText("Tags");
});

test("on a phone the frame is within reach of a thumb, and the sidebar goes after a choice", async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, "the bar is for narrow screens");
  await page.goto("/");
  const bar = page.getByRole("navigation", { name: "Bottom" });
  for (const item of await bar.locator("a, button").all()) {
    const box = await item.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  const more = bar.getByRole("button", { name: "More" });
  await more.click();
  await expect(more).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Escape");
  await expect(more).toHaveAttribute("aria-expanded", "false");
  await more.click();
  await page.locator("#sidebar").getByRole("link", { name: "Popular" }).click();
  await expect(page).toHaveURL(/\/posts\/popular/);
  await expect(page.locator("#sidebar")).toHaveAttribute("data-open", "false");
});

test("contact, status and API are under every page; the status only where there is one", async ({ page }) => {
  await page.goto("/artists");
  const strip = page.getByRole("navigation", { name: "About this archive" });
  await expect(strip.getByRole("link", { name: "Contact" })).toBeVisible();
  await expect(strip.getByRole("link", { name: "API" })).toBeVisible();
  await expect(strip.getByRole("link", { name: "Status" })).toHaveCount(0);
  await withSite(page, { status: "https://status.example.org/", community: [], ads: [], hidden: [] });
  await page.goto("/artists");
  await expect(strip.getByRole("link", { name: "Status" })).toHaveAttribute(
    "href",
    "https://status.example.org/",
  );
});

test("the operator's links are in the sidebar, and some of ours can be left out", async ({
  page,
  isMobile,
}) => {
  await withSite(page, {
    community: [{ title: "The forum", href: "https://forum.example.org/" }],
    ads: [],
    hidden: ["dms", "shares"],
  });
  await page.goto("/contact");
  const sidebar = await openSidebar(page, isMobile);
  await expect(sidebar.locator("a[href='https://forum.example.org/']")).toHaveText("The forum");
  await expect(sidebar.locator("a[href='/dms'], a[href='/shares']")).toHaveCount(0);
});

test("without advertisements nothing of them is shown", { tag: "@once" }, async ({ page }) => {
  await page.goto("/dmca");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Advertisement")).toHaveCount(0);
});

test("advertisements are labelled, plain, of our origin and never shift the page", async ({ page }) => {
  await withSite(page, {
    community: [],
    hidden: [],
    ads: [
      { ...AD, place: "header", image: "/icon-192.png" },
      { ...AD, place: "middle" },
      { ...AD, place: "footer", text: "<img src=x onerror=alert(1)>".repeat(4) },
    ],
  });
  await page.route("**/icon-192.png", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600)); // a late picture must find its room kept
    await route.continue();
  });
  await watchShifts(page);
  await page.goto("/posts");
  await expect(page.locator("main article").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  const ads = page.getByRole("complementary", { name: "Advertisement" });
  await expect(ads).toHaveCount(3);
  await expect(ads.first().getByRole("link")).toHaveAttribute("rel", "sponsored noopener noreferrer");
  await expect(ads.locator("script, iframe, [onerror]")).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.02);
});

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number };
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

test("written from the right, the sidebar stands at the right", async ({ page, isMobile }) => {
  await page.goto("/contact?lang=ar-XB");
  await expect(page.locator("h1")).toBeVisible();
  if (isMobile) await page.locator("nav button[aria-controls=sidebar]").click();
  const end = async () => {
    const box = await page.locator("#sidebar").boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0));
  };
  await expect.poll(end).toBe(page.viewportSize()?.width); // it slides in
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
