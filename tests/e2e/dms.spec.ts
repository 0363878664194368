import { expect, test } from "playwright/test";
import { watchConsole } from "./page.ts";

/** Answers made up here would else not reach a page the worker answers for. */
interface Dms {
  props: {
    count: number;
    dms: { hash: string; content: string; artist: { id: string; name: string; service: string } }[];
  };
}

test("DMs are listed with their writers, fifty a page", async ({ page }) => {
  const faults = watchConsole(page);
  const { props } = (await (await page.request.get("/api/v1/dms")).json()) as Dms;
  await page.goto("/dms");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Direct messages");
  await expect(page.locator("main article")).toHaveCount(props.dms.length);
  const first = page.locator("main article").first();
  await expect(first.getByRole("heading", { level: 2 })).toHaveText(props.dms[0]?.artist.name ?? "");
  await expect(first.locator("time")).toHaveText(/^\d{4}-\d{2}-\d{2}$/);
  const pages = page.getByRole("navigation", { name: "Pages of direct messages" });
  if (props.count > 50) {
    await pages.getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveURL(/\?o=50$/);
  } else await expect(pages).toHaveCount(0);
  expect(faults).toEqual([]);
});

test("a search starts by itself a second after the last key, from three characters on", async ({ page }) => {
  await page.goto("/dms");
  const field = page.getByRole("searchbox", { name: "Search direct messages" });
  await field.fill("zz");
  await page.waitForTimeout(1_400);
  await expect(page).toHaveURL(/\/dms$/);
  const typed = Date.now();
  await field.fill("zzzzqqqq");
  await expect(page).toHaveURL(/\?q=zzzzqqqq$/);
  expect(Date.now() - typed).toBeGreaterThanOrEqual(1_000);
  await expect(page.getByText("There are no DMs.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nobody here but us chickens!" })).toBeVisible();
  await field.fill("");
  await expect(page).toHaveURL(/\/dms$/);
  await expect(page.locator("main article").first()).toBeVisible();
});

test("words that are in a DM find it", async ({ page }) => {
  const { props } = (await (await page.request.get("/api/v1/dms")).json()) as Dms;
  const word = props.dms
    .flatMap(({ content }) => content.match(/[a-z]{6,}/gi) ?? [])
    .find((one) => one.length > 6);
  await page.goto(`/dms?${new URLSearchParams({ q: word ?? "thank" })}`);
  await expect(page.locator("main article").first()).toContainText(new RegExp(word ?? "thank", "i"));
});

test("an address in a DM is a link that tells its target nothing", async ({ page }) => {
  await page.route("**/api/v1/dms*", async (route) => {
    const answer = (await (await route.fetch()).json()) as Dms;
    answer.props.dms[0]!.content = "First line\nSee https://example.org/notes?a=1. Not javascript:alert(1)";
    answer.props.dms.length = 1;
    await route.fulfill({ json: answer });
  });
  await page.goto("/dms");
  const link = page
    .locator("main article")
    .first()
    .getByRole("link", { name: "https://example.org/notes?a=1" });
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
  await expect(page.locator("main article").first().getByRole("link")).toHaveCount(2);
});

test("a failure says why and can be tried again; loading has the shape of the list", async ({ page }) => {
  let isBroken = true;
  await page.route("**/api/v1/dms*", async (route) => {
    if (isBroken) await route.fulfill({ status: 503, json: { error: "Search is not available right now." } });
    else {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    }
  });
  await page.goto("/dms");
  await expect(page.getByRole("alert")).toContainText(
    "The server is down for maintenance or unavailable. Try again later.",
  );
  isBroken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator("main article").first()).toBeVisible({ timeout: 15_000 });
  await page.reload();
  await expect(page.getByRole("status", { name: "Loading direct messages" })).toBeVisible();
  await expect(page.locator("main article").first()).toBeVisible();
});
