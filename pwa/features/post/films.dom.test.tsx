/** Films and sounds in a post: their picture, duration, and pictures to seek by. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getPost, listComments } from "#shared/contracts/post.ts";
import { listCreatorPosts } from "#shared/contracts/posts.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import type { MediaDetails } from "#shared/entities/media-details.ts";
import { api } from "#tests/components/api.ts";
import { violations } from "#tests/components/axe.ts";
import { filePath, postPage, profile } from "#tests/components/examples.ts";
import { fits, main, PHONE } from "#tests/components/places.ts";
import { renderScreen } from "#tests/components/screen.tsx";

const ADDRESS = "/patreon/user/10/post/1";
const FILM: MediaDetails = {
  ...{ duration: 3725.4, width: 1280, height: 720, video_codec: "h264", audio_codec: "aac", poster: true },
  strip: { pictures: 100, columns: 10, width: 160, height: 90, interval: 37.254 },
};

async function answer(ext: string, media: MediaDetails | undefined): Promise<string> {
  const path = filePath("9").replace(".png", ext);
  const extensions = { extension: ext, name_extension: ext };
  const file = { server: "http://localhost", name: `name${ext}`, path, ...extensions, media };
  await api.answer(getProfile, profile());
  await api.fail(listComments, 404, "Not Found");
  const { media: _, ...plain } = file;
  const shown = media === undefined ? plain : file;
  await api.answer(
    getPost,
    postPage(
      { file: {} },
      {
        attachments: [{ stem: "9", ...shown }],
        videos: ext === ".mp4" ? [{ index: 0, ...shown }] : [],
      },
    ),
  );
  return path;
}

const film = () => document.querySelector("video");
const strip = main.getByRole("slider", { name: "Playback position" });

test.each([PHONE, undefined])(
  "a film has its picture, its duration and pictures to seek by",
  async (viewport) => {
    const path = await answer(".mp4", FILM);
    await renderScreen(ADDRESS, { ...(viewport && { viewport }) });
    await expect.element(main.getByText("1:02:05")).toBeVisible();
    expect(film()?.getAttribute("poster")).toBe(`/thumbnail/data${path}`);
    await expect.element(strip).toBeVisible();
    expect(fits()).toBe(true);
    expect(await violations()).toEqual([]);

    (strip.element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowRight}{ArrowRight}");
    await expect.element(strip).toHaveAttribute("aria-valuetext", "1:14");
    expect(film()?.currentTime).toBeCloseTo(74.5, 0);
    (strip.element() as HTMLElement).blur();
    await strip.hover();
    // The middle.
    await expect.element(main.getByText(/^(30:\d\d|31:\d\d)$/)).toBeVisible();
  },
);

test("saving data, no pictures are loaded to seek by", async () => {
  await answer(".mp4", FILM);
  await renderScreen(ADDRESS, { stored: { "data-saver": "on" } });
  await expect.element(main.getByText("1:02:05")).toBeVisible();
  await expect.element(strip).not.toBeInTheDocument();
});

test("while media is hidden neither the picture nor the strip is loaded", async () => {
  const path = await answer(".mp4", FILM);
  await renderScreen(ADDRESS, { stored: { media: "" } });
  await expect.element(page.getByRole("button", { name: /^Show media: / }).first()).toBeVisible();
  const loaded = performance.getEntriesByType("resource").filter(({ name }) => name.includes(path));
  expect(loaded.filter(({ name }) => name.includes("/thumbnail/"))).toEqual([]);
  await expect.element(strip).not.toBeInTheDocument();
});

test("a film that was not read is as before", async () => {
  await answer(".mp4", undefined);
  await renderScreen(ADDRESS);
  await expect.poll(() => film()?.hasAttribute("poster")).toBe(false);
  await expect.element(strip).not.toBeInTheDocument();
});

test("a copy that every browser plays is offered with its size", async () => {
  const rendition = { bytes: 12_000_000, width: 1280, height: 720 };
  const path = await answer(".mp4", { ...FILM, video_codec: "hevc", rendition });
  // Nothing is loaded before somebody plays it.
  await renderScreen(ADDRESS, { stored: { "data-saver": "on" } });
  await expect.element(main.getByRole("button", { name: "Play converted copy, 12 MB" })).toBeVisible();
  expect(film()?.getAttribute("src")).toContain(`/data${path}`);
  expect(await violations()).toEqual([]);
});

test("the playing sound has its waveform to seek by", async () => {
  const waveform = Array.from({ length: 200 }, (_, at) => at % 101);
  await api.answer(listCreatorPosts, []);
  await answer(".mp3", { duration: 200, audio_codec: "mp3", waveform });
  await renderScreen(ADDRESS);
  await expect.element(main.getByText("3:20")).toBeVisible();
  await expect.element(strip).not.toBeInTheDocument();
  await main.getByRole("button", { name: "Play", exact: true }).click();
  await expect.element(strip).toBeVisible();
  (strip.element() as HTMLElement).focus();
  await userEvent.keyboard("{End}");
  await expect.element(strip).toHaveAttribute("aria-valuetext", "3:20");
  expect(await violations()).toEqual([]);
});
