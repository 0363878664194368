/** Every screen, opened once: its states, then the checks of a screen that has loaded. The main screens of the built app: tests/e2e/access.spec.ts. */
import { afterEach, expect, test, vi } from "vitest";
import { commands, page } from "vitest/browser";
import { searchAll } from "#shared/contracts/search.ts";
import { api } from "#tests/components/api.ts";
import { violations, violationsIn } from "#tests/components/axe.ts";
import { DESKTOP, fits, PHONE } from "#tests/components/places.ts";
import {
  ACCOUNT_SCREENS,
  CONTENT_SCREENS,
  CREATORS,
  type Screen,
  TEXT_SCREENS,
  UPDATED_CREATORS,
} from "#tests/components/screens.ts";
import { openScreen, passesThroughStates, waitForContent } from "#tests/components/states.ts";
import { plainWords } from "#tests/components/words.ts";
import { switchTo } from "../i18n/initial.ts";

const SCREENS: Screen[] = [
  CREATORS,
  { ...UPDATED_CREATORS, waitsFor: [] }, // its list has been fetched by then: features/browse/creators/UpdatedPage.dom.test.tsx
  ...CONTENT_SCREENS,
  ...TEXT_SCREENS,
  ...ACCOUNT_SCREENS,
];

/** 1280 by 1024 at 400 % (WCAG 1.4.10). */
const ENLARGED = { width: 320, height: 256 };
/** A language of which every letter is known, written from the right. */
const PSEUDO_LANGUAGE = "ar-XB";

/** Screens checked in both colors at both widths, as the frame of every screen differs with the width. */
const isMain = ({ name }: Screen) => name === "home" || name === "post";
/** Texts alone are the same on a phone. */
const isText = ({ address }: Screen) =>
  /^\/(2257|contact|dmca|gumroad-and-co|matrix|importer\/tutorial.*)$/.test(address);

interface Check {
  name: string;
  appliesTo?: (screen: Screen) => boolean;
  /** Empty if the screen passes. */
  faults: () => Promise<unknown[]>;
}

/** In this order: each begins where the one before has left the screen. */
const CHECKS: Check[] = [
  { name: "axe, wide and light", faults: () => violationsIn("light") },
  {
    name: "axe, wide and dark",
    appliesTo: (screen) => isMain(screen) || isText(screen),
    faults: () => violationsIn("dark", "colors"),
  },
  {
    name: "axe, narrow and dark",
    appliesTo: (screen) => !isText(screen),
    faults: async () => {
      await narrow(PHONE);
      return violationsIn("dark");
    },
  },
  {
    name: "axe, narrow and light",
    appliesTo: isMain,
    faults: () => violationsIn("light", "colors"),
  },
  {
    name: "fits at 400 %",
    faults: async () => {
      await narrow(ENLARGED);
      return fits() ? [] : ["wider than the window"];
    },
  },
  {
    name: "words from the catalogs, and their direction",
    faults: async () => {
      await page.viewport(DESKTOP.width, DESKTOP.height);
      await switchTo(PSEUDO_LANGUAGE);
      await waitForContent(/^Łóáďíñǧ/);
      const { lang, dir } = document.documentElement;
      const isRight = lang === PSEUDO_LANGUAGE && dir === "rtl";
      return [...plainWords(), ...(isRight ? [] : [`language ${lang}, direction ${dir}`])];
    },
  },
  {
    name: "fits with longer words, from the right",
    faults: async () => (fits() ? [] : ["wider than the window"]),
  },
];

async function narrow({ width, height }: { width: number; height: number }): Promise<void> {
  await page.viewport(width, height);
  await expect.element(page.getByRole("navigation", { name: "Bottom" })).toBeInTheDocument();
}

const thrown: string[] = [];
addEventListener("error", ({ message }) => void thrown.push(message));
afterEach(() => thrown.splice(0));

test.each(SCREENS)("$name: states, accessibility, sizes, words", async (screen) => {
  const logged = vi.spyOn(console, "error");
  await (screen.waitsFor.length > 0 ? passesThroughStates : openScreen)(screen);
  await commands.restDevice();
  for (const { name, appliesTo, faults } of CHECKS)
    if (appliesTo?.(screen) ?? true) expect.soft(await faults(), name).toEqual([]);
  expect.soft(logged.mock.calls, "errors in the console").toEqual([]);
  expect.soft(thrown, "errors thrown").toEqual([]);
});

test("axe finds nothing in the search, wide and narrow", async () => {
  await api.answer(searchAll, {
    creators: [{ service: "patreon", id: "10", name: "Ann Lantern", post_count: 3 }],
    posts: [],
    dms: [],
    tags: [{ tag: "lantern", marked: "lantern", post_count: 2 }],
  });
  await openScreen({ name: "search", address: "/", waitsFor: [] });
  await page.getByRole("combobox").first().fill("lantern");
  for (const { width, height } of [DESKTOP, PHONE]) {
    await page.viewport(width, height);
    await expect.element(page.getByRole("option").nth(1)).toBeVisible();
    expect(await violations()).toEqual([]);
  }
});
