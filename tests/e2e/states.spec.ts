import { expect, type Page, test } from "playwright/test";
import { chatScreens, listScreens, type Screen, tabScreens } from "./screens.ts";

/** Every screen that fetches: first the shape of what comes, then a calm failure, then, asked again, the content. */
async function passesThroughStates(page: Page, { name, address, api }: Screen): Promise<void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isDown = true;
  await page.route(
    (url) => api?.test(url.pathname) === true,
    async (route) => {
      if (route.request().resourceType() === "document") return route.fallback();
      if (!isDown) return route.fallback();
      await held;
      await route.fulfill({ status: 503, json: { error: "Held for a test." } });
    },
  );
  await page.goto(address);
  const loading = page.locator("[role=status][aria-label^=Loading]");
  await expect(loading.first(), `${name}: loading`).toBeVisible();
  release();
  const again = page.getByRole("alert").getByRole("button", { name: "Try again" }).first();
  await expect(again, `${name}: failure`).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 }), `${name}: heading`).toHaveCount(1);
  isDown = false;
  await again.click();
  await expect(loading, `${name}: content`).toHaveCount(0);
  await expect(page.getByRole("alert"), `${name}: content`).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.locator("main").locator("li, article, dd, p").first()).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

// A device that keeps nothing: in place of a failure it would show its copy.
test.beforeEach(({ page }) =>
  page.addInitScript(() => Object.defineProperty(globalThis, "indexedDB", { value: undefined })),
);

for (const [name, places] of [
  ["lists, a creator and a post", listScreens],
  ["tabs of creators", tabScreens],
  ["chat, community and files", chatScreens],
] as const)
  test(`${name}: loading, failure with a retry, content`, async ({ page }) => {
    test.setTimeout(90_000); // a dozen screens, each in three states
    for (const place of await places(page)) await passesThroughStates(page, place);
  });
