/** A link between two creators from its request to both pages, with a reader, a moderator and a visitor at once. */
import { expect, test } from "playwright/test";
import { register, someone } from "#tests/support/someone.ts";
import { visit } from "./page.ts";

interface Creator {
  service: string;
  id: string;
  name: string;
}

test("a reader requests a link, a moderator approves it, a visitor sees both, and it is undone", {
  tag: "@once",
}, async ({ page, browser }) => {
  const [reader, moderator] = [someone(), someone()];
  const modPage = await (await browser.newContext()).newPage();
  const visitor = await (await browser.newContext()).newPage();
  // Of the sample: two that nobody has linked.
  const creators = (await (await page.request.get("/api/v1/creators")).json()) as Creator[];
  const unlinked = async (service: string) => {
    for (const one of creators.filter((row) => row.service === service)) {
      const links = await (await page.request.get(`/api/v1/${service}/user/${one.id}/links`)).json();
      if (Array.isArray(links) && links.length === 0) return one;
    }
    throw new Error(`All creators of ${service} are linked.`);
  };
  const [from, to] = [await unlinked("patreon"), await unlinked("fanbox")];
  const linksPage = `/${from.service}/user/${from.id}/links`;

  const main = page.getByRole("main");
  await register(page, reader, linksPage);
  await expect(main.getByText("No linked accounts found.")).toBeVisible(); // which moves the link
  await main.getByRole("link", { name: "Link another account" }).click();
  await expect(main.getByText("Please select a creator.")).toBeVisible();
  await main.getByLabel("Service").selectOption(to.service);
  await main.getByLabel("Name").fill(to.name);
  await main
    .getByRole("button", { name: `Select ${to.name}` })
    .first()
    .click();
  await main.getByLabel("Reason").fill(`Same person ${reader.name}`);
  await main.getByRole("button", { name: "Request link" }).click();
  await expect(main.getByText("The request was sent. A moderator decides about it.")).toBeVisible();

  const modMain = modPage.getByRole("main");
  await register(modPage, moderator, "/account/moderator/tasks/creator_links", "moderator");
  const rows = modMain.getByRole("listitem").filter({ hasText: from.name }).filter({ hasText: to.name });
  await rows.getByRole("button").first().click();
  const request = modMain.getByRole("listitem").filter({ hasText: `Same person ${reader.name}` });
  await expect(request).toContainText(`Requested by ${reader.name}`);
  await request.getByRole("button", { name: /^Approve/ }).click();
  await expect(request).toHaveCount(0);

  const idsOfLinked = async () =>
    ((await (await page.request.get(`/api/v1${linksPage}`)).json()) as Creator[]).map(({ id }) => id);
  await expect.poll(idsOfLinked).toContain(to.id);
  await visitor.goto(linksPage);
  await expect(visitor.getByRole("main").getByRole("link", { name: to.name })).toBeVisible();
  await visit(page, "/account/notifications");
  await expect(
    main.getByText("Your request to link two creators was decided. It was approved."),
  ).toBeVisible();

  await visit(modPage, linksPage);
  await modMain.getByRole("button", { name: "Unlink this profile" }).click();
  await expect(modMain.getByText("No linked accounts found.")).toBeVisible();
  await modPage.context().close();
  await visitor.context().close();
});
