import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkGalleryDl } from "#backend/doctor/check-gallery-dl.ts";
import { GALLERY_DL_SERVICES } from "./services.ts";
import { outdated } from "./version.ts";

/** Runs with a program that states a version as gallery-dl does. */
async function withVersion<T>(version: string, use: (program: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "roost-gallery-dl-version-"));
  const program = join(folder, "gallery-dl");
  try {
    await writeFile(program, `#!/bin/sh\necho ${version}\n`);
    await chmod(program, 0o755);
    return await use(program);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test("a gallery-dl that is older than a service needs is named, with the version needed", async () => {
  const { since } = GALLERY_DL_SERVICES.patreon;
  expect(await withVersion("1.25.3", (program) => outdated(program, ["patreon", "afdian"]))).toBe(
    `gallery-dl 1.25.3 is too old for patreon (needs ${since})`,
  );
  for (const version of [since, "1.100.0-dev", "2.0"])
    expect(await withVersion(version, (program) => outdated(program, ["patreon"]))).toBeUndefined();
});

test("the doctor warns of it where a service is enabled", async () => {
  await withVersion("1.25.3", async (program) => {
    const config = { GALLERY_DL: program, IMPORTERS: ["patreon" as const] };
    expect(await checkGalleryDl(config)).toMatchObject([
      { state: "warning", text: expect.stringContaining("gallery-dl 1.25.3 is too old for patreon") },
    ]);
    expect(await checkGalleryDl({ ...config, IMPORTERS: ["gumroad"] })).toEqual([]);
    await writeFile(program, "#!/bin/sh\nexit 3\n");
    expect(await checkGalleryDl(config)).toMatchObject([{ text: expect.stringContaining("does not run") }]);
    expect(await checkGalleryDl({ ...config, GALLERY_DL: "/nowhere" })).toEqual([]);
  });
});

test("the documentation lists the version that each service needs", async () => {
  const docs = await readFile(new URL("../../../../docs/connectors.md", import.meta.url), "utf8");
  const rows = [...docs.matchAll(/^\| (\w+) \| (\d[\d.]*) \|/gm)].map(([, service, since]) => [
    service,
    since,
  ]);
  expect(rows).toEqual(Object.entries(GALLERY_DL_SERVICES).map(([service, { since }]) => [service, since]));
});
