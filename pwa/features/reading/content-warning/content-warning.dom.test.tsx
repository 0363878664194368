/** Media are covered until chosen. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getPost, listTags } from "#shared/contracts/post.ts";
import { answerPostPages, answerPosts, answerPrefetches, postAddress } from "#tests/components/answers.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { setOnline } from "#tests/components/connection.ts";
import { filePath, listPost, postPage } from "#tests/components/examples.ts";
import { pressMore } from "#tests/components/places.ts";
import { renderScreen, reopen } from "#tests/components/screen.tsx";

const FIRST_VISIT = { stored: { media: "" } };
const POSTS = [1, 2, 3].map((id) => listPost({ id: `${id}`, tags: ["art"] }));
const [FIRST = listPost()] = POSTS;
const banner = page.getByRole("complementary", { name: "Media is hidden" });
const notice = page.getByText(/^You are offline/);
const heading = page.getByRole("heading", { level: 1 });
const cards = page.getByRole("main").getByRole("article");
const boxes = () => [...document.querySelectorAll<HTMLElement>("main [data-cover]")];

/** Checks if all, some or none of the media are covered. */
function covered(): string {
  const states = boxes().map((box) => getComputedStyle(box, "::after").display !== "none");
  if (states.length === 0) return "no media";
  return states.every((state) => state) ? "all" : states.some((state) => state) ? "some" : "none";
}

async function answerAll(): Promise<void> {
  await answerPrefetches();
  await answerPosts(POSTS);
  await answerPostPages(POSTS);
}

test("first visit: all media are blurred and covered, and one press shows them for good", async () => {
  const errors = vi.spyOn(console, "error");
  await answerAll();
  await renderScreen("/posts", FIRST_VISIT);
  await expect.element(banner).toHaveTextContent("Media is hidden until you choose.");
  await expect.poll(covered).toBe("all");
  const image = boxes()[0]?.querySelector("img");
  expect(image && getComputedStyle(image).filter).toContain("blur");
  await expect.poll(() => document.querySelector("[role=status]:not(main *, [aria-label])")).not.toBeNull();
  setOnline(false);
  await expect.element(notice).toBeVisible();
  await expect.element(banner).not.toBeInTheDocument(); // one at a time
  setOnline(true);
  await expect.element(notice).not.toBeInTheDocument();

  await banner.getByRole("button", { name: "Always show" }).click();
  await expect.element(banner).not.toBeInTheDocument();
  await expect.poll(covered).toBe("none");
  await reopen();
  await expect.poll(covered).toBe("none");
  await expect.element(banner).not.toBeInTheDocument();
  expect(errors).not.toHaveBeenCalled();
});

test("films are not even made while covered", async () => {
  const path = filePath("9").replace(".png", ".webm");
  const film = { name: "film.webm", path, extension: ".webm", name_extension: ".webm" };
  await answerAll();
  await api.answer(
    getPost,
    postPage(
      { attachments: [{ name: "film.webm", path }] },
      { videos: [{ index: 0, server: "http://localhost", ...film }] },
    ),
  );
  const films = () => document.querySelectorAll("video").length;
  await renderScreen(postAddress(FIRST), FIRST_VISIT);
  const show = page.getByRole("button", { name: /^Show media: / }).first();
  await expect.element(show).toBeVisible();
  expect(films()).toBe(0);
  await show.click();
  const dialog = page.getByRole("dialog", { name: "Show media?" });
  await expect.element(dialog.getByRole("button", { name: "Show once" })).toBeVisible();
  await dialog.getByRole("switch", { name: /^Always for / }).click();
  await dialog.getByRole("button", { name: "Always show" }).click();
  await expect.poll(films).toBe(1);
});

test("one key hides everything at once, the page's name too", async () => {
  await answerAll();
  await api.answer(listTags, []);
  await renderScreen("/posts", FIRST_VISIT);
  await banner.getByRole("button", { name: "Always show" }).click();
  await expect.poll(covered).toBe("none");
  (heading.element() as HTMLElement).focus();
  await userEvent.keyboard("b");
  await expect.poll(covered).toBe("all");
  await expect.poll(() => document.title).toBe("Roost");
  await expect.element(page.getByText("All media is hidden.")).toBeVisible();
  await reopen("/posts/tags");
  await expect.element(heading).toHaveTextContent("Tags");
  await expect.poll(() => document.title).toBe("Roost");
  await userEvent.keyboard("b");
  await expect.poll(() => document.title).toBe("Tags · Roost");
  await reopen("/posts");
  await expect.poll(covered).toBe("none");
  // At once: keys of the driver may be further apart than a double press is.
  for (let time = 0; time < 2; time += 1)
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  await expect.poll(covered).toBe("all");
  await page.getByRole("button", { name: /^Show again/ }).click();
  await expect.poll(covered).toBe("none");
});

test("text only shows no media at all", async () => {
  await answerAll();
  await renderScreen("/settings");
  await page.getByRole("switch", { name: "Text only: never show media" }).click();
  await reopen("/posts");
  await expect.element(cards).toHaveLength(3);
  expect(document.querySelectorAll("main article img").length).toBe(0);
  expect(await api.requests(/\/(thumbnail|data)\//)).toEqual([]);
});

test("axe finds nothing on a first visit, in the question and in a covered post", async () => {
  await answerAll();
  await renderScreen("/posts", FIRST_VISIT);
  await expect.element(banner).toBeVisible();
  expect(await violations()).toEqual([]);
  await reopen(postAddress(FIRST));
  await page.getByRole("button", { name: /^View .* 1 of/ }).click();
  await expect.element(page.getByRole("dialog", { name: "Show media?" })).toBeVisible();
  expect(await violations()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await banner.getByRole("button", { name: "Keep hidden" }).click();
  await userEvent.keyboard("b");
  await pressMore("Mute creator");
  await expect.element(page.getByText("You muted this creator.")).toBeVisible();
  expect(await violations()).toEqual([]);
});

test.each(["hide", "blur", "collapse"])(
  "axe finds nothing in a covered list with mutes: %s",
  async (mode) => {
    await answerAll();
    const creators = [{ service: "patreon", id: "10", name: "Ann Lantern" }];
    const mutes = { mode, creators, tags: ["art"], words: ["猫"] };
    await renderScreen("/posts", { stored: { media: { hidden: true, asked: true }, mutes } });
    await expect.element(page.getByText(/hidden by mutes|\d+ muted/).first()).toBeVisible();
    expect(await violations()).toEqual([]);
  },
);

test("axe finds nothing in the settings of what is hidden and muted", async () => {
  const mutes = { creators: [{ service: "patreon", id: "10", name: "Ann Lantern" }], tags: ["art"] };
  await renderScreen("/settings", { stored: { media: { hidden: true, asked: true }, mutes } });
  await expect.element(page.getByRole("heading", { name: "Mutes" })).toBeVisible();
  expect(await violations()).toEqual([]);
});
