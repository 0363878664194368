/** Files of the Debian package that are not built: settings, units, scripts of dpkg. deb.large.test.ts installs it. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readConfig, Settings } from "#backend/config.ts";
import { addSystemFiles, buildDeb, debianVersion, writeControl } from "#backend/packaging/deb.ts";
import { runs } from "#tests/support/packages.ts";
import settings from "../../package.json" with { type: "json" };

const run = promisify(execFile);
const hasDpkg = await runs("/usr/bin/dpkg-deb");

let folder: string;
let root: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "roost-deb-test-"));
  root = join(folder, "root");
  await addSystemFiles(root);
  await writeControl(root, debianVersion("1.2.3-rc.1"), "amd64");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.runIf(hasDpkg)("dpkg-deb accepts the control files, and nobody but root owns a file", async () => {
  const file = join(folder, "roost.deb");
  await run("dpkg-deb", ["--root-owner-group", "--build", root, file]);
  const { stdout } = await run("dpkg-deb", ["--show", "--showformat", `\${Package} \${Version}`, file]);
  expect(stdout).toBe("roost 1.2.3~rc.1");
  const { stdout: contents } = await run("dpkg-deb", ["--contents", file]);
  const lines = contents.trim().split("\n");
  for (const line of lines) expect(line).toContain(" root/root ");
  const modeOf = (path: string) => lines.find((line) => line.endsWith(` ${path}`))?.split(" ")[0];
  expect(modeOf("./usr/bin/roost")).toBe("-rwxr-xr-x");
  expect(modeOf("./etc/roost/roost.env")).toBe("-rw-r-----");
  expect(modeOf("./usr/lib/systemd/system/roost.service")).toBe("-rw-r--r--");
});

test("it depends on the Node that package.json asks for", async () => {
  const control = await readFile(join(root, "DEBIAN/control"), "utf8");
  expect(control).toContain(`nodejs (${settings.engines.node.replace(">=", ">= ")})`);
});

test("the shell reads every script", async () => {
  const scripts = (await readdir(join(root, "DEBIAN"))).filter((name) => /^(pre|post)/.test(name));
  expect(scripts.sort()).toEqual(["postinst", "postrm", "prerm"]);
  for (const path of [...scripts.map((name) => `DEBIAN/${name}`), "usr/bin/roost"])
    await run("sh", ["-n", join(root, path)]);
});

test("the settings file has valid settings, also those in comments", async () => {
  const text = await readFile(join(root, "etc/roost/roost.env"), "utf8");
  const all = parseEnv(text.replaceAll(/^#(?=[A-Z_]+=)/gm, ""));
  expect(Object.keys(Settings.shape)).toEqual(expect.arrayContaining(Object.keys(all)));
  expect(readConfig(all)).toMatchObject({ ROOST_DATA: "/var/lib/roost", ROOST_SAMPLE: false });
  expect(Object.keys(parseEnv(text)).sort()).toEqual(["ROOST_DATA", "ROOST_SAMPLE"]);
});

test("without dpkg-deb one sentence says what to install", async () => {
  vi.stubEnv("PATH", folder);
  await expect(buildDeb(folder, () => {})).rejects.toThrow(
    "dpkg-deb is missing: install the package dpkg, which has it.",
  );
});
