/** Videos of a saved post, played with the server stopped. */
import { expect, type Page, test } from "playwright/test";
import { ffmpeg, makeFilm } from "#tests/support/made-films.ts";
import { READ_KEY, READ_POST, showMedia, startWithFiles } from "#tests/support/read-files.ts";
import { deferredPartsLoaded, interactive } from "../e2e/page.ts";
import { loadOffline, withWorker } from "./device.ts";
import { savePost } from "./saved.ts";

test.use({ serviceWorkers: "allow" });
test.skip(ffmpeg === undefined, "ffmpeg is not installed.");

const film = (page: Page, name: string) => page.locator("figure", { hasText: name });
const state = (page: Page, name: string) =>
  film(page, name)
    .locator("video")
    .evaluate(({ videoWidth, duration }: HTMLVideoElement) => [videoWidth, Math.round(duration)]);

test("an MKV plays; a video whose container the browser lacks is converted on the device", {
  tag: "@once",
}, async ({ page }) => {
  // Browsers read MPEG-TS in no `video` element, whatever its codecs.
  const codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac"];
  const [matroska, stream] = [await makeFilm(".mkv", 3, codecs), await makeFilm(".ts", 3, codecs)];
  const server = await startWithFiles({ "harbor.mkv": matroska, "stream.mkv": stream });
  let isStopped = false;
  try {
    const address = server.url + READ_POST;
    await showMedia(page);
    await withWorker(page, address);
    await interactive(page);
    await deferredPartsLoaded(page);
    await savePost(page, READ_KEY, ["Videos"]);
    await server[Symbol.asyncDispose]();
    isStopped = true;
    await loadOffline(page, address);
    await interactive(page);

    await film(page, "harbor.mkv").scrollIntoViewIfNeeded();
    await expect.poll(() => state(page, "harbor.mkv")).toEqual([320, 3]);
    await expect(film(page, "harbor.mkv").getByRole("alert")).toHaveCount(0);

    const alert = film(page, "stream.mkv").getByRole("alert");
    await expect(alert).toContainText("This browser can't play this file. Download it instead.");
    await alert.getByRole("button", { name: "Convert on this device" }).click();
    await expect.poll(() => state(page, "stream.mkv")).toEqual([320, 3]);
    await expect(alert).toHaveCount(0);
    await expect
      .poll(() =>
        film(page, "stream.mkv")
          .locator("video")
          .evaluate(({ currentTime }: HTMLVideoElement) => currentTime),
      )
      .toBeGreaterThan(0);
  } finally {
    if (!isStopped) await server[Symbol.asyncDispose]();
  }
});
