/** Layout around every page: sidebar, bar, footer, ads. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getRandomCreator } from "#shared/contracts/creators.ts";
import { getRandomPost } from "#shared/contracts/post.ts";
import { api } from "#tests/components/api.ts";
import { answerEverything } from "#tests/components/archive.ts";
import { cards, DESKTOP, fits, heading, PHONE } from "#tests/components/places.ts";
import { address, renderScreen } from "#tests/components/screen.tsx";
import { watchShifts } from "#tests/components/shifts.ts";
import { version } from "../../../package.json";

const SIZES = [
  ["a wide screen", DESKTOP],
  ["a phone", PHONE],
] as const;
const AD = { title: "Good ink", text: "For pens that last.", href: "https://ink.example.org/" };

const sidebar = page.getByRole("navigation", { name: "Main" });
const bar = page.getByRole("navigation", { name: "Bottom" });
const strip = page.getByRole("navigation", { name: "About this archive" });
const ads = page.getByRole("complementary", { name: "Advertisement" });
const element = () => document.querySelector<HTMLElement>("#sidebar");

/** Beside the page on a wide screen; over it on a phone, where it is opened first. */
async function openSidebar(): Promise<void> {
  await expect.element(heading).toBeVisible();
  if (innerWidth < 720) await page.elementLocator(visibleOpener()).click();
  await expect.poll(() => element()?.dataset["open"]).toBe("true");
}

function visibleOpener(): HTMLElement {
  const openers = document.querySelectorAll<HTMLElement>("button[aria-controls=sidebar]");
  const shown = [...openers].find((opener) => opener.closest("nav") !== null);
  if (shown === undefined) throw new Error("Nothing opens the sidebar.");
  return shown;
}

test("every link of the frame leads to a screen that exists", async () => {
  await answerEverything();
  await api.answer(getRandomCreator, { service: "patreon", artist_id: "10" });
  await api.answer(getRandomPost, { service: "patreon", artist_id: "10", post_id: "1" });
  const addresses = new Set<string>();
  for (const [, viewport] of SIZES) {
    await renderScreen("/contact", { viewport });
    await openSidebar();
    for (const link of document.querySelectorAll(":is(#sidebar, header, footer, nav) a"))
      addresses.add(link.getAttribute("href") ?? "");
  }
  expect(addresses.size).toBeGreaterThan(18);
  for (const place of addresses) {
    await renderScreen(place);
    await expect.element(heading).toBeVisible();
    await expect.element(heading).not.toHaveTextContent("404: Not Found");
  }
});

test.each(SIZES)(
  "on %s the sidebar holds the sections, and the place in view is marked",
  async (_, viewport) => {
    await answerEverything();
    await renderScreen("/posts/tags", { viewport });
    await openSidebar();
    for (const [section = "", ...names] of [
      ["Creators", "All creators", "Recently updated", "Random creator"],
      ["Posts", "All posts", "Popular", "Tags", "Random post", "Find by file", "Saved", "DMs"],
      ["Importer", "Import", "Uploads"],
      ["Account", "Register", "Log in", "Settings"],
    ]) {
      const links = sidebar.getByRole("list", { name: section, exact: true }).getByRole("link");
      await expect.element(links.first()).toBeVisible();
      expect(links.elements().map((link) => link.textContent)).toEqual(names);
    }
    expect(element()?.querySelector("[aria-current=page]")?.textContent).toBe("Tags");
  },
);

test("on a phone the frame is within reach of a thumb, and the sidebar goes after a choice", async () => {
  await answerEverything();
  await renderScreen("/", { viewport: PHONE });
  const more = bar.getByRole("button", { name: "More" });
  await expect.element(more).toBeVisible();
  const items = document.querySelectorAll("nav[aria-label=Bottom] :is(a, button)");
  expect(items.length).toBeGreaterThan(3);
  for (const item of items) {
    const { width, height } = item.getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  await more.click();
  await expect.element(more).toHaveAttribute("aria-expanded", "true");
  await userEvent.keyboard("{Escape}");
  await expect.element(more).toHaveAttribute("aria-expanded", "false");
  await more.click();
  await sidebar.getByRole("link", { name: "Popular" }).click();
  await expect.poll(address).toBe("/posts/popular");
  await expect.poll(() => element()?.dataset["open"]).toBe("false");
});

test("contact, status, API and the version are under every page; the status only where there is one", async () => {
  await answerEverything();
  await renderScreen("/tags");
  await expect.element(strip.getByRole("link", { name: "Contact" })).toBeVisible();
  await expect.element(strip.getByRole("link", { name: "API" })).toBeVisible();
  await expect.element(strip.getByRole("link", { name: "Status" })).not.toBeInTheDocument();
  await expect.element(strip.getByText(`Roost ${version}`)).toBeVisible();
  const status = "https://status.example.org/";
  await renderScreen("/tags", { site: { status } });
  await expect.element(strip.getByRole("link", { name: "Status" })).toHaveAttribute("href", status);
});

test.each(SIZES)(
  "on %s the operator's links are in the sidebar, and some of ours can be left out",
  async (_, viewport) => {
    const community = [{ title: "The forum", href: "https://forum.example.org/" }];
    await renderScreen("/contact", { viewport, site: { community, hidden: ["dms", "shares"] } });
    await openSidebar();
    const forum = sidebar.getByRole("link", { name: "The forum" });
    await expect.element(forum).toHaveAttribute("href", "https://forum.example.org/");
    expect(document.querySelectorAll("#sidebar :is(a[href='/dms'], a[href='/shares'])")).toHaveLength(0);
  },
);

test("without advertisements nothing of them is shown", async () => {
  await renderScreen("/dmca");
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByText("Advertisement")).not.toBeInTheDocument();
});

test.each(SIZES)(
  "on %s advertisements are labelled, plain, of our origin and never shift the page",
  async (_, viewport) => {
    await answerEverything({ count: 60 });
    const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="72"/>`;
    const release = await api.holdFile("/ad.svg", picture, { "content-type": "image/svg+xml" });
    const shifts = watchShifts();
    await renderScreen("/posts", {
      viewport,
      site: {
        ads: [
          { ...AD, place: "header", image: "/ad.svg" },
          { ...AD, place: "middle" },
          { ...AD, place: "footer", text: "<img src=x onerror=alert(1)>".repeat(4) },
        ],
      },
    });
    await expect.element(cards).toHaveLength(50);
    await release(); // the space of a late picture is reserved
    const image = () => document.querySelector<HTMLImageElement>("aside img");
    await expect.poll(() => image()?.naturalWidth).toBe(120);
    await expect.element(ads).toHaveLength(3);
    await expect
      .element(ads.first().getByRole("link"))
      .toHaveAttribute("rel", "sponsored noopener noreferrer");
    expect(document.querySelectorAll("aside :is(script, iframe, [onerror])")).toHaveLength(0);
    expect(await shifts()).toEqual([]);
  },
);

test.each(SIZES)("on %s, written from the right, the sidebar stands at the right", async (_, viewport) => {
  await renderScreen("/contact", { viewport, locale: "ar-XB" });
  await openSidebar();
  // On a phone it slides in.
  await expect.poll(() => Math.round(element()?.getBoundingClientRect().right ?? 0)).toBe(viewport.width);
  expect(fits()).toBe(true);
});
