/** An upload whose browser is closed once and killed twice; its profile is on disk, as a person's is. */
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, expect, type Page, test } from "playwright/test";
import type { Upload } from "#shared/entities/upload.ts";
import { browserOf } from "#tests/support/child-processes.ts";
import { isSlowRun, sized } from "#tests/support/scale.ts";
import { register, someone } from "#tests/support/someone.ts";
import { pngOf } from "#tests/support/uploads.ts";
import { filesToUpload } from "../e2e/upload-page.ts";

const MiB = 1024 * 1024;
/** Chunk size of the app's requests. */
const CHUNK = 8 * MiB;
const SIZE = sized(32 * MiB, 4096 * MiB);
const SENDING = sized(120_000, 900_000);
const OWN = "/account/posts/upload";

test.skip(process.platform !== "linux", "finds the browser in /proc");
test.describe.configure({ timeout: sized(300_000, 3_600_000) });

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "roost-upload-killed-"));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** Each MiB has other bytes, and every run another file. */
async function writePicture(place: string): Promise<void> {
  const file = await open(place, "w");
  const piece = pngOf(MiB, crypto.randomUUID());
  for (let at = 0; at < SIZE; at += MiB) {
    if (at > 0) piece.writeUInt32BE(at, 0);
    await file.write(piece);
  }
  await file.close();
}

async function kill(context: BrowserContext, profile: string): Promise<void> {
  const pid = await browserOf(profile);
  if (pid === undefined) throw new Error("The browser was not found.");
  const closed = context.waitForEvent("close");
  process.kill(pid, "SIGKILL");
  await closed;
}

test("an upload goes on where it stood after the browser was killed twice, and is there once", async ({
  baseURL,
}, { project }) => {
  const url = baseURL ?? "";
  const profile = join(folder, "profile");
  const picture = join(folder, "large.png");
  await writePicture(picture);
  const offsets: number[] = [];
  /** @param until requests from this offset on do not get through */
  const start = async (until: number) => {
    const context = await chromium.launchPersistentContext(profile, {
      ...project.use.launchOptions,
      baseURL: url,
      serviceWorkers: "block",
    });
    await context.addCookies([{ name: "ssr", value: "0", url }]);
    await context.route("**/api/v1/posts/upload/*", async (route) => {
      const request = route.request();
      if (request.method() !== "PATCH") return route.continue();
      const offset = Number(request.headers()["upload-offset"]);
      if (offset >= until) return route.abort("connectionreset");
      offsets.push(offset);
      return route.continue();
    });
    return { context, page: await context.newPage() };
  };
  const interrupted = async (page: Page) =>
    expect(filesToUpload(page)).toContainText("Waiting for connection", { timeout: SENDING });

  const first = await start(CHUNK);
  await register(first.page, someone());
  const creators = await first.page.request.get("/api/v1/creators");
  const [creator] = (await creators.json()) as { service: string; id: string }[];
  const { service = "", id = "" } = creator ?? {};
  const address = `/posts/upload?service=${service}&user=${encodeURIComponent(id)}`;
  await first.page.goto(address);
  await first.page.getByLabel("Choose files").setInputFiles(picture);
  await interrupted(first.page);
  await first.context.close(); // the session's cookie is on disk from here on

  const cuts = [SIZE / 2, SIZE - CHUNK].map((at) => Math.floor(at / CHUNK) * CHUNK);
  for (const until of cuts) {
    const { context, page } = await start(until);
    await page.goto(address);
    await expect(filesToUpload(page)).toContainText("Interrupted");
    await page.getByLabel("Choose large.png again").setInputFiles(picture);
    await interrupted(page);
    await kill(context, profile);
  }

  const { context, page } = await start(Number.POSITIVE_INFINITY);
  try {
    await page.goto(OWN);
    await expect(filesToUpload(page)).toContainText("Interrupted");
    await expect(page.getByRole("main").getByText("large.png")).toHaveCount(1);
    await page.getByLabel("Choose large.png again").setInputFiles(picture);
    await expect(filesToUpload(page)).toContainText("Uploaded", { timeout: SENDING });
    // Nothing was sent twice.
    expect(offsets).toEqual(Array.from({ length: SIZE / CHUNK }, (_, at) => at * CHUNK));
    // Its bytes are those of the checksum that was made before the first was sent, else it would have failed.
    const ownUploads = async () => (await (await page.request.get(`/api/v1${OWN}`)).json()) as Upload[];
    await expect
      .poll(async () => (await ownUploads()).map(({ size, state }) => [size, state]), { timeout: SENDING })
      .toEqual([[SIZE, "waiting"]]);
    if (isSlowRun) console.log(`${SIZE} bytes in ${offsets.length} requests, two kills`);
  } finally {
    await context.close();
  }
});
