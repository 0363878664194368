import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { DESKTOP, fits, heading, PHONE } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";

const article = page.getByRole("article");

test.each([
  ["/2257", "18 U.S.C. § 2257 statement", "do not produce the content shown here"],
  ["/contact", "Contact", "allow 3-5 working days"],
  ["/dmca", "Takedown notices", "Saved copies go too"],
  ["/gumroad-and-co", "Gumroad and co.: archive file passwords", "locked with a password"],
  ["/matrix", "Chat rooms", "These rooms are not part of this archive"],
  ["/importer/tutorial", "How to find your session key", "Enter a key only in the import form"],
  ["/importer/tutorial_fanbox", "Your Pixiv Fanbox session key", "FANBOXSESSID"],
])("%s has its title and its facts, and fits the screen", async (place, title, words) => {
  const faults = vi.spyOn(console, "error");
  await renderScreen(place);
  await expect.element(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
  await expect.element(article).toHaveTextContent(words);
  await expect.poll(() => document.title.startsWith(`${title} · `)).toBe(true);
  for (const { width, height } of [PHONE, DESKTOP]) {
    await page.viewport(width, height);
    await expect.poll(fits).toBe(true);
  }
  expect(faults).not.toHaveBeenCalled();
});

test("the key of each service is named, with the rule it must fit", async () => {
  await renderScreen("/importer/tutorial");
  await expect.element(article).toBeVisible();
  const rows = () => [...document.querySelectorAll<HTMLElement>("article dl > div")];
  const row = (name: string) => rows().find(({ innerText }) => innerText.includes(name))?.innerText;
  expect(rows()).toHaveLength(12);
  expect(row("Patreon")).toContain("Exactly 43 characters.");
  expect(row("OnlyFans")).toContain("x-bc");
  await article.getByRole("definition").getByRole("link").click();
  await expect.poll(address).toBe("/importer/tutorial_fanbox");
  await page.getByRole("link", { name: "Keys of all other services" }).click();
  await expect.poll(address).toBe("/importer/tutorial");
});

test("without an address of the operators the pages say that there is none", async () => {
  await renderScreen("/contact");
  await expect.element(page.getByText("haven't published a contact address yet")).toBeVisible();
  await page.getByRole("link", { name: "the rules for takedown notices" }).click();
  await expect.element(page.getByText("Use the form below.")).toBeVisible();
});

test.each([
  ["/contact", "desk@example.org", "mailto:desk@example.org"],
  ["/dmca", "desk@example.org", "mailto:desk@example.org"],
  ["/2257", "desk@example.org", "mailto:desk@example.org"],
  ["/contact", "the status page", "https://status.example.org/"],
  ["/matrix", "The forum", "https://forum.example.org/"],
])("%s has %s from the operator's settings", async (place, name, href) => {
  await renderScreen(place, {
    site: {
      contact: "mailto:desk@example.org",
      status: "https://status.example.org/",
      community: [{ title: "The forum", href: "https://forum.example.org/" }],
    },
  });
  await expect.element(article.getByRole("link", { name })).toHaveAttribute("href", href);
});

test("the texts follow the language", async () => {
  await renderScreen("/dmca", { locale: "ja" });
  await expect.element(heading).toHaveTextContent("削除依頼");
  await renderScreen("/contact", { locale: "zh-Hans" });
  await expect.element(article).toHaveTextContent("3-5 个工作日");
});
