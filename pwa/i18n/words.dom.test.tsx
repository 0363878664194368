/** Every screen in a language of which every letter is known, written from the right. */
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { listPosts } from "#shared/contracts/posts.ts";
import { api } from "#tests/components/api.ts";
import { answerEverything } from "#tests/components/archive.ts";
import { fits, heading } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";
import {
  ACCOUNT_SCREENS,
  CONTENT_SCREENS,
  CREATORS,
  TEXT_SCREENS,
  UPDATED_CREATORS,
} from "#tests/components/screens.ts";
import { plainWords } from "#tests/components/words.ts";

const loading = page.getByRole("status", { name: /^Łóáďíñǧ/ });
const thrown: string[] = [];
const note = ({ message }: ErrorEvent) => void thrown.push(message);
addEventListener("error", note);
afterEach(() => thrown.splice(0));

test.each([CREATORS, UPDATED_CREATORS, ...CONTENT_SCREENS, ...TEXT_SCREENS, ...ACCOUNT_SCREENS])(
  "$name has its words from the catalogs and its direction, fits, and leaves no error in the console",
  async ({ address, stored = {} }) => {
    const faults = vi.spyOn(console, "error");
    await answerEverything();
    await api.answer(listPosts, { count: 0, true_count: 0, posts: [] }, { query: { q: "zzzzqqqqxxxx" } });
    await renderScreen(address, { locale: "ar-XB", stored });
    await expect.element(heading).toBeVisible();
    await expect.element(loading).not.toBeInTheDocument();
    const { lang, dir } = document.documentElement;
    expect({ lang, dir }).toEqual({ lang: "ar-XB", dir: "rtl" });
    expect(plainWords()).toEqual([]);
    expect(fits()).toBe(true);
    expect(faults).not.toHaveBeenCalled();
    expect(thrown).toEqual([]);
  },
);
