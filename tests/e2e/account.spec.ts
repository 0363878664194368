/** An account from its registration on, in the running archive. */
import { expect, test } from "playwright/test";
import { logIn, register, registerByForm, someone } from "#tests/support/someone.ts";
import { addressOf, newestPosts, visit, watchConsole } from "./page.ts";

test("register, favorite, log out, log in: the favorites are there again", async ({ page }) => {
  const faults = watchConsole(page);
  const visitor = someone();
  const main = page.getByRole("main");
  const star = main.getByRole("button", { name: "Favorite", exact: true });
  const menu = page.getByRole("button", { name: /^Account menu/ });
  const [post] = (await newestPosts(page)).filter(({ title }) => title.trim() !== "");
  if (post === undefined) throw new Error("The sample has no post with a title.");
  const creator = `/${post.service}/user/${encodeURIComponent(post.user)}`;

  const favorites = async (type: string) =>
    ((await (await page.request.get(`/api/v1/account/favorites?type=${type}`)).json()) as unknown[]).length;

  await registerByForm(page, visitor, addressOf(post));
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => favorites("post")).toBe(1);
  await visit(page, creator);
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => favorites("artist")).toBe(1);
  const session = (await page.context().cookies()).find(({ name }) => name === "session");
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });

  await menu.click();
  await page.getByRole("link", { name: "Log out" }).last().click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  await expect(page.getByText("Logged out.")).toBeVisible();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("session");
  // The device's own history stays.
  const keys = await page.evaluate(() => Object.keys(localStorage));
  for (const key of ["favs", "post_favs", "logged_in", "role"]) expect(keys).not.toContain(key);

  expect(faults).toEqual([]);
  await page.goto("/account/favorites/artists"); // has what the device keeps without an account
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Favorite creators");
  await expect(main.locator(`a[href="${creator}"]`)).toHaveCount(0);
  await main.getByRole("link", { name: "Log in" }).click();
  await logIn(page, visitor);
  await expect(main.locator(`a[href="${creator}"]`)).toBeVisible();
  await visit(page, "/account/favorites/posts");
  await expect(main.getByRole("link", { name: post.title.trim() })).toBeVisible();
  await page.goto(addressOf(post));
  await expect(star).toHaveAttribute("aria-pressed", "true");
});

test("a public page is the same for everybody until it runs", { tag: "@once" }, async ({ page, request }) => {
  const anonymous = await (await request.get("/posts")).text();
  await register(page, someone());
  const loggedIn = await (await page.request.get("/posts")).text();
  const withoutNonces = (html: string) => html.replaceAll(/"now":\d+(\.\d+)?|"random":[\d.e-]+/g, "");
  expect(withoutNonces(loggedIn)).toBe(withoutNonces(anonymous));
});
