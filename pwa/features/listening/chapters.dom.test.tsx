/** Chapters of the playing audio file. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getPost, listComments } from "#shared/contracts/post.ts";
import { listCreatorPosts } from "#shared/contracts/posts.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { filePath, postPage, profile } from "#tests/components/examples.ts";
import { fits, main, PHONE } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";
import { CHAPTERS, flac, id3, m4a, mp3, opus } from "#tests/support/audio-chapters.ts";
import { audioElement, closePlayer } from "./playback.ts";
import { readChapters } from "./read-chapters.ts";

const pathOf = (ending: string, id = "7") => filePath(id).replace(".png", ending);

async function read(ending: string, bytes: Uint8Array) {
  const path = pathOf(ending);
  await api.binary(`/data${path}`, bytes);
  return await readChapters(`/data${path}`, path, new AbortController().signal);
}

test.each([
  [".mp3", mp3],
  [".m4b", m4a],
  [".opus", opus],
  [".flac", flac],
])("%s: its chapters are read", async (ending, make) => {
  expect(await read(ending, make())).toEqual(CHAPTERS);
});

test("a file without chapters, a damaged one and a missing one have none", async () => {
  expect(await read(".mp3", mp3(id3([])))).toEqual([]);
  expect(await read(".m4a", m4a().slice(0, 300))).toEqual([]);
  expect(await read(".ogg", new Uint8Array(5000).fill(7))).toEqual([]);
  const path = pathOf(".mp3", "8");
  await api.missFiles(`/data${path}`);
  expect(await readChapters(`/data${path}`, path, new AbortController().signal)).toEqual([]);
});

test.each([
  ["a tag with large pictures", mp3(id3(CHAPTERS, 2_000_000)), 330_000],
  ["no frame after the tag", id3(CHAPTERS, 10), 530_000],
])("at most 512 kB of a large file are requested: %s", async (_, start, limit) => {
  performance.clearResourceTimings();
  const bytes = new Uint8Array(4_000_000);
  bytes.set(start);
  expect(await read(".mp3", bytes)).toEqual(CHAPTERS);
  const sum = () =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith(".mp3"))
      .reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
  await expect.poll(sum).toBeGreaterThan(100_000);
  expect(sum()).toBeLessThan(limit);
});

async function openPost(bytes: Uint8Array): Promise<void> {
  const name = "Tale.mp3";
  const path = pathOf(".mp3");
  const file = { server: "", name, extension: ".mp3", name_extension: ".mp3", stem: "Tale", path };
  await api.binary(`/data${path}`, bytes);
  await api.answer(getProfile, profile());
  await api.fail(listComments, 404, "Not Found");
  await api.answer(listCreatorPosts, []);
  await api.answer(getPost, postPage({ title: "A tale" }, { attachments: [file] }));
  await renderScreen("/patreon/user/10/post/1", { viewport: PHONE });
  await main.getByRole("button", { name: "Play", exact: true }).click();
}

const bar = page.getByRole("complementary", { name: "Player" });
const opener = bar.getByRole("button", { name: "Chapters", exact: true });
const menu = page.getByRole("dialog", { name: "Chapters" });
const current = () =>
  menu
    .getByRole("button")
    .elements()
    .filter((one) => one.ariaCurrent === "true")
    .map((one) => one.textContent);

test("the player lists the chapters, marks the current one, and a press seeks there", async () => {
  await openPost(mp3());
  await expect.element(opener).toBeVisible();
  audioElement().pause(); // it stays at each place, however long this takes
  audioElement().currentTime = 0;
  await opener.click();
  await expect.element(menu).toBeVisible();
  expect(
    menu
      .getByRole("button")
      .elements()
      .map((one) => one.textContent),
  ).toEqual(["Opening0:00", "灯台へ0:03", "The storm0:07"]);
  await expect.poll(current).toEqual(["Opening0:00"]);
  expect(await violations()).toEqual([]);
  expect(fits()).toBe(true);
  await menu.getByRole("button", { name: "The storm" }).click();
  await expect.element(menu).not.toBeInTheDocument();
  await expect.poll(() => audioElement().currentTime).toBeGreaterThanOrEqual(7);
  await opener.click();
  await expect.poll(current).toEqual(["The storm0:07"]);
  await expect.poll(() => document.activeElement?.textContent).toBe("The storm0:07");
  closePlayer();
});

test("a headset turns chapters, and the list goes with its file", async () => {
  const actions = new Map<MediaSessionAction, MediaSessionActionHandler | null>();
  const session = navigator.mediaSession;
  const set = session.setActionHandler.bind(session);
  session.setActionHandler = (action, act) => {
    actions.set(action, act);
    set(action, act);
  };
  await openPost(mp3());
  await expect.element(opener).toBeVisible();
  audioElement().pause();
  audioElement().currentTime = 1;
  const press = (action: MediaSessionAction) => actions.get(action)?.({ action });
  await expect.poll(() => actions.get("nexttrack")).toBeTypeOf("function");
  press("nexttrack");
  await expect.poll(() => audioElement().currentTime).toBe(3);
  press("nexttrack");
  await expect.poll(() => audioElement().currentTime).toBe(7);
  press("nexttrack"); // nothing follows
  press("previoustrack");
  await expect.poll(() => audioElement().currentTime).toBe(3);
  press("previoustrack");
  await expect.poll(() => audioElement().currentTime).toBe(0);
  session.setActionHandler = set;
  closePlayer();
  await expect.element(opener).not.toBeInTheDocument();
});

test("without chapters there is no list", async () => {
  await openPost(mp3(id3([])));
  await expect.element(bar).toBeVisible();
  await expect.poll(() => api.requests(/^\/data\//)).not.toEqual([]);
  await expect.element(opener).not.toBeInTheDocument();
  closePlayer();
});
