/** Video and audio in place. */
import { expect, type Locator, type Page, test } from "playwright/test";
import { ac3Sound, hevcFilm } from "../support/films.ts";
import { deferredPartsLoaded, pressMore, visit } from "./page.ts";
import { changePost, envelopeOf, findPost, postWithSounds } from "./post-parts.ts";

const second = (page: Page) => page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime);

/** Records the actions that a page gives to the lock screen and to headsets. @returns presses one of them */
async function recordMediaActions(page: Page): Promise<(action: MediaSessionAction) => Promise<void>> {
  await page.addInitScript(() => {
    const set = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
    globalThis.mediaActions = {};
    navigator.mediaSession.setActionHandler = (action, act) => {
      globalThis.mediaActions[action] = act;
      set(action, act);
    };
  });
  return (action) =>
    page.evaluate((pressed) => globalThis.mediaActions[pressed]?.({ action: pressed }), action);
}

declare global {
  var mediaActions: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>;
}

/** Answers with a minute of silence for every WAV file, as those of the sample end after three seconds. */
async function serveLongSounds(page: Page): Promise<void> {
  const rate = 8000;
  const length = 60 * rate;
  const header = Buffer.alloc(44);
  header.write("RIFF\0\0\0\0WAVEfmt ", "latin1");
  header.writeUInt32LE(36 + length, 4);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(1, 22); // mono
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(length, 40);
  const wav = Buffer.concat([header, Buffer.alloc(length, 128)]);
  await page.route(
    (url) => url.pathname.startsWith("/data/") && url.pathname.endsWith(".wav"),
    (route) => {
      const [, from] = /^bytes=(\d+)-$/.exec(route.request().headers()["range"] ?? "") ?? [];
      const start = Number(from ?? 0);
      return route.fulfill({
        status: from === undefined ? 200 : 206,
        contentType: "audio/wav",
        headers: {
          "accept-ranges": "bytes",
          ...(from === undefined
            ? {}
            : { "content-range": `bytes ${start}-${wav.length - 1}/${wav.length}` }),
        },
        body: wav.subarray(start),
      });
    },
  );
}

const playButton = (page: Page) => page.getByRole("main").getByRole("button", { name: "Play", exact: true });
const bar = (page: Page) => page.getByRole("complementary", { name: "Player" });

const onLockScreen = (page: Page) => page.evaluate(() => navigator.mediaSession.metadata?.title);

test("a playlist goes on with the same track at the same second, and speed is chosen once for everything", async ({
  page,
}) => {
  const address = await postWithSounds(page, 2);
  const { attachments } = await envelopeOf(page, address);
  const names = [
    ...new Map(
      attachments.filter(({ name_extension: ext }) => ext === ".wav").map((file) => [file.path, file.name]),
    ).values(),
  ];
  const press = await recordMediaActions(page);
  await serveLongSounds(page);
  await page.goto(address);
  const tracks = page.getByRole("list", { name: "Audio files" });
  await expect(tracks.getByRole("listitem")).toHaveCount(names.length);
  await expect(page.getByRole("link", { name: `Download ${names[0]}`, exact: true })).toHaveCount(1);
  await tracks.getByRole("button", { name: names[1] ?? "", exact: true }).click();
  await expect(page.locator("audio")).toHaveAttribute("aria-label", names[1] ?? "");
  await expect.poll(() => second(page)).toBeGreaterThan(0.6);
  await expect.poll(() => onLockScreen(page)).toBe(names[1]);
  await press("previoustrack");
  await expect.poll(() => onLockScreen(page)).toBe(names[0]);
  await press("nexttrack");
  await expect.poll(() => onLockScreen(page)).toBe(names[1]);
  await expect.poll(() => second(page)).toBeGreaterThan(0.6);
  await press("pause");
  const stopped = await second(page);
  await page.goto("/livez");
  await page.goto(address);
  await expect(tracks.getByRole("button", { name: names[1] ?? "", exact: true })).toHaveAttribute(
    "aria-current",
    "true",
  );
  // From the place where it was left, before the first sound.
  await page.evaluate(() => {
    HTMLMediaElement.prototype.play = () => Promise.resolve();
  });
  await playButton(page).click();
  await expect(page.locator("audio")).toHaveAttribute("aria-label", names[1] ?? "");
  await expect.poll(() => second(page)).toBeCloseTo(stopped, 0);

  // As the menu of the browser's controls does.
  await page
    .locator("audio")
    .evaluate((audio: HTMLAudioElement) => Object.assign(audio, { playbackRate: 1.5 }));
  const kept = () => page.evaluate(() => localStorage.getItem("media-speed"));
  await expect.poll(kept).toBe("1.5");
  const rate = () => page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.playbackRate);
  await page.reload();
  await tracks.getByRole("button").first().click();
  await expect.poll(rate).toBe(1.5);
});

test("a sleep timer stops the sound after its minutes, or at the end of the track", async ({ page }) => {
  await page.clock.install();
  await serveLongSounds(page);
  await page.goto(await postWithSounds(page, 2));
  await playButton(page).click();
  const audio = page.locator("audio");
  await expect(audio).toBeVisible();
  const is = (what: "paused" | "ended") =>
    audio.evaluate((media: HTMLAudioElement, name) => media[name], what);
  const start = (loops: boolean) =>
    audio.evaluate((media: HTMLAudioElement, loop) => {
      media.loop = loop;
      return media.play();
    }, loops);
  const timer = page.getByRole("combobox", { name: "Sleep timer" });
  await timer.selectOption("15 minutes");
  await start(true);
  await page.clock.fastForward("14:00");
  expect(await is("paused")).toBe(false);
  await page.clock.fastForward("01:00");
  await expect.poll(() => is("paused")).toBe(true);
  await expect(timer).toHaveValue("off");

  await timer.selectOption("At the end of the track");
  const first = await audio.getAttribute("aria-label");
  await start(false);
  await endTrack(page);
  await expect.poll(() => is("ended")).toBe(true);
  await expect(timer).toHaveValue("off");
  expect(await audio.getAttribute("aria-label")).toBe(first);
});

test("one thing plays at a time: a video stops the sound", async ({ page }) => {
  const sound = await envelopeOf(page, await postWithSounds(page, 1));
  const address = await findPost(page, (post) => post.attachments.some(({ path }) => path.endsWith(".webm")));
  await changePost(page, address, (envelope) => ({
    ...envelope,
    attachments: [...envelope.attachments, ...sound.attachments],
  }));
  await serveLongSounds(page);
  await page.goto(address);
  const isPaused = (of: string) =>
    page
      .locator(of)
      .first()
      .evaluate((media: HTMLMediaElement) => media.paused);
  const video = "video[src*='.webm']";
  await playButton(page).click();
  await page.locator("audio").evaluate((audio: HTMLAudioElement) => {
    audio.loop = true;
    return audio.play();
  });
  expect(await isPaused("audio")).toBe(false);
  await expect.poll(() => onLockScreen(page)).not.toBe(undefined);
  const sounding = await onLockScreen(page);
  await page
    .locator(video)
    .first()
    .evaluate((media: HTMLVideoElement) => {
      media.loop = true;
      return media.play();
    });
  await expect.poll(() => isPaused("audio")).toBe(true);
  expect(await isPaused(video)).toBe(false);
  await expect.poll(() => onLockScreen(page)).not.toBe(sounding);
});

test("FLAC plays where the browser can, and says so where it cannot", async ({ page }) => {
  const address = await postWithSounds(page, 1);
  await changePost(page, address, (envelope) => ({
    ...envelope,
    attachments: envelope.attachments.map((file) => ({
      ...file,
      name: file.name.replace(/\.wav$/, ".flac"),
      name_extension: file.name_extension.replace(".wav", ".flac"),
      path: file.path.replace(/\.wav$/, ".flac"),
    })),
  }));
  await page.goto(address);
  const canPlay = await page.evaluate(() => new Audio().canPlayType("audio/flac") !== "");
  const track = page.getByRole("list", { name: "Audio files" }).getByRole("button").first();
  if (canPlay) await expect(track).toBeEnabled();
  else {
    await expect(track).toBeDisabled();
    await expect(
      page.getByText("This browser can't play this file. Download it instead.").first(),
    ).toBeVisible();
  }
});

test("places are kept for a hundred things at most, and a broken store is no fault", async ({ page }) => {
  await page.addInitScript(() => {
    if (localStorage.getItem("media-places") !== null) return;
    const places = Array.from({ length: 100 }, (_, at) => ({ key: `k${at}`, path: "p", seconds: 1 }));
    localStorage.setItem("media-places", JSON.stringify(places));
  });
  const address = await postWithSounds(page, 2);
  await page.goto(address);
  await page
    .getByRole("list", { name: "Audio files" })
    .getByRole("listitem")
    .nth(1)
    .getByRole("button")
    .first()
    .click();
  const keys = () =>
    page.evaluate(() =>
      (JSON.parse(localStorage.getItem("media-places") ?? "[]") as { key: string }[]).map(({ key }) => key),
    );
  await expect.poll(async () => (await keys())[0]).not.toBe("k0");
  expect(await keys()).toHaveLength(100);
  await page.evaluate(() => localStorage.setItem("media-places", "{broken"));
  await page.reload();
  await playButton(page).click();
  await expect(page.locator("audio")).toBeVisible();
});

/** Posts with audio of the creator that has most of them, newest first. */
async function audioPosts(page: Page): Promise<{ creator: string; titles: string[]; ids: string[] }> {
  const { posts } = (await (await page.request.get("/api/v1/posts?q=has:audio")).json()) as Listed;
  const creators = posts.map(({ service, user }) => `/${service}/user/${user}`);
  const [creator = ""] = [...new Set(creators)].sort((a, b) => countOf(creators, b) - countOf(creators, a));
  const answer = await page.request.get(`/api/v1${creator}/posts?q=has:audio%20sort:newest`);
  const own = (await answer.json()) as Listed["posts"];
  expect(own.length).toBeGreaterThan(2);
  return { creator, titles: own.map(({ title }) => title), ids: own.map(({ id }) => id) };
}
interface Listed {
  posts: { service: string; user: string; id: string; title: string }[];
}
const countOf = (list: readonly string[], one: string) => list.filter((other) => other === one).length;

const endTrack = (page: Page) =>
  page.locator("audio").evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = audio.duration;
  });

test("all audio of a creator plays on while pages change, one post after the other", async ({ page }) => {
  const { creator, titles, ids } = await audioPosts(page);
  await serveLongSounds(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(creator);
  await deferredPartsLoaded(page);
  expect(asked.filter((path) => /PlayerBar/.test(path))).toEqual([]);
  await pressMore(page, "Play all audio");
  await expect(bar(page).getByRole("link")).toHaveText(titles[0] ?? "");
  await expect.poll(() => second(page)).toBeGreaterThan(0.3);
  await visit(page, "/posts");
  await expect(page.locator("audio")).toHaveJSProperty("paused", false);

  await endTrack(page);
  await expect(bar(page).getByRole("link")).toHaveText(titles[1] ?? "");
  await expect.poll(() => second(page)).toBeGreaterThan(0);
  await expect.poll(() => onLockScreen(page)).not.toBe(undefined);
  await expect(page.locator("audio")).toHaveJSProperty("paused", false);
  await bar(page).getByRole("button", { name: "Next track" }).click();
  await expect(bar(page).getByRole("link")).toHaveText(titles[2] ?? "");
  await bar(page).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`${ids[2]}$`));
  await page.getByRole("main").getByRole("button", { name: "Pause", exact: true }).click();
  await expect(page.locator("audio")).toHaveJSProperty("paused", true);
  await playButton(page).click();
  await expect(page.locator("audio")).toHaveJSProperty("paused", false);
  await bar(page).getByRole("button", { name: "Close player" }).click();
  await expect(page.locator("audio")).toHaveCount(0);
  await expect(playButton(page)).toBeVisible();
});

test("the player is above the bar of phones, and covers neither the bar of a post nor its last line", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(await postWithSounds(page, 1));
  await playButton(page).click();
  await expect(bar(page)).toBeVisible();
  const boxOf = async (locator: Locator) => {
    const { y = 0, height = 0 } = (await locator.boundingBox()) ?? {};
    return { top: Math.round(y), bottom: Math.round(y + height) };
  };
  const bottom = page.getByRole("navigation", { name: "Bottom" });
  await expect.poll(async () => (await boxOf(bar(page))).bottom - (await boxOf(bottom)).top).toBe(0);
  const player = await boxOf(bar(page));
  await expect.poll(async () => (await boxOf(page.locator("[data-dock]"))).bottom).toBe(player.top);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const last = page.getByRole("navigation", { name: "About this archive" });
  await expect.poll(async () => (await boxOf(last)).bottom).toBeLessThanOrEqual(player.top);
});

/** The files of these endings are answered with these bytes, whatever the archive has. */
async function serveMedia(page: Page, ending: string, bytes: Buffer): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith("/data/") && url.pathname.endsWith(ending),
    (route) => route.fulfill({ contentType: ending === ".m4a" ? "audio/mp4" : "video/mp4", body: bytes }),
  );
}

const NO_PICTURE = "This browser can't show this video. Download it to watch it.";

test("a film whose picture the browser cannot decode says so, with its download", async ({ page }) => {
  const address = await findPost(page, (post) => post.attachments.some(({ path }) => path.endsWith(".mp4")));
  await serveMedia(page, ".mp4", hevcFilm());
  await page.goto(address);
  const film = page.locator("figure", { has: page.locator("video[src*='.mp4']") }).first();
  await film.scrollIntoViewIfNeeded();
  const alert = film.getByRole("alert");
  await expect(alert).toContainText(NO_PICTURE);
  const size = await film
    .locator("video")
    .evaluate((video: HTMLVideoElement) => [video.videoWidth, video.error]);
  expect(size).toEqual([0, null]); // it plays its sound
  const name = await film.locator("video").getAttribute("aria-label");
  await expect(alert.getByRole("link", { name: `Download ${name}` })).toHaveAttribute("download", name ?? "");
});

test("a film that the browser cannot decode plays its converted copy", async ({ page }) => {
  const webm = await envelopeOf(
    page,
    await findPost(page, (post) => post.attachments.some(({ path }) => path.endsWith(".webm"))),
  );
  const playable = webm.attachments.find(({ path }) => path.endsWith(".webm"));
  const copy = await (await page.request.get(`/data${playable?.path}`)).body();
  const address = await findPost(page, (post) => post.attachments.some(({ path }) => path.endsWith(".mp4")));
  await serveMedia(page, ".mp4", hevcFilm());
  await page.route(/\/thumbnail\/rendition\/data\//, (route) =>
    route.fulfill({ contentType: "video/webm", body: copy }),
  );
  await changePost(page, address, (envelope) => ({
    ...envelope,
    videos: envelope.videos.map((file) => ({
      ...file,
      media: { video_codec: "hevc", rendition: { bytes: copy.length, width: 640, height: 360 } },
    })),
  }));
  await page.goto(address);
  const film = page.locator("figure", { hasText: ".mp4" }).first();
  await film.scrollIntoViewIfNeeded();
  await expect(film.getByRole("note")).toContainText("Converted copy, ");
  await expect(film.locator("video")).toHaveAttribute("src", /^\/thumbnail\/rendition\/data\//);
  await expect
    .poll(() => film.locator("video").evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0);
  await expect(film.getByRole("note").getByRole("link")).toHaveText("Download the original");
  await expect(film.getByRole("alert")).toHaveCount(0);
});

test("audio that the browser cannot decode says so, with its download", async ({ page }) => {
  const address = await postWithSounds(page, 1);
  await changePost(page, address, (envelope) => ({
    ...envelope,
    attachments: envelope.attachments.map((file) => ({
      ...file,
      name: file.name.replace(/\.wav$/, ".m4a"),
      name_extension: file.name_extension.replace(".wav", ".m4a"),
      path: file.path.replace(/\.wav$/, ".m4a"),
    })),
  }));
  await serveMedia(page, ".m4a", ac3Sound());
  await page.goto(address);
  const tracks = page.getByRole("list", { name: "Audio files" });
  await tracks.getByRole("button").first().click();
  const track = tracks.getByRole("listitem").filter({ has: page.locator("[aria-current]") });
  await expect(track.getByRole("alert")).toHaveText(
    "This browser can't play this file. Download it instead.",
  );
  await expect(track.getByRole("link", { name: /^Download / })).toBeVisible();
});
