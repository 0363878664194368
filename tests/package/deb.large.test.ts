/**
 * The Debian package: built, installed by dpkg into a minimal system with nothing but what it depends on, run, upgraded,
 * removed and purged. Only in `npm run test:slow`, as root, with dpkg and mmdebstrap installed. Not proven, as systemd
 * does not run in a chroot: that it starts and stops the service and the timer (their files are verified, and the service's
 * command runs as its user on a read-only system), its other restrictions, the removal by apt, arm64.
 */
import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PROJECT } from "#backend/supervisor/build.ts";
import { freePort } from "#backend/supervisor/processes.ts";
import { canMakeDebian, makeDebian, startInside, untilFirstPage } from "#tests/support/debian.ts";
import { runs } from "#tests/support/packages.ts";
import { ROOST } from "#tests/support/roost.ts";

const run = promisify(execFile);
const canRun = canMakeDebian && (await runs("/usr/bin/dpkg-deb"));
const MAX_BYTES = 200 * 1024 * 1024;
const APP = "usr/lib/roost/dist/pwa";

vi.setConfig({ testTimeout: 900_000, hookTimeout: 1_800_000 });

let folder: string;
let root: string;
let file: string;
let address: string;
/** Data folder, unlike any other on this machine: a start ends processes that were left on its own. */
let data: string;
let service: ChildProcess | undefined;

/** Packages that the package depends on; the first of alternatives. */
async function dependencies(): Promise<string[]> {
  const { stdout } = await run("dpkg-deb", ["--field", file, "Depends"]);
  return stdout.split(",").map((one) => one.trim().split(" ")[0] ?? "");
}

beforeAll(async () => {
  if (!canRun) return;
  folder = await mkdtemp(join(tmpdir(), "roost-deb-test-"));
  const { stdout } = await run("npm", ["run", "--silent", "package:deb", "--", folder], { cwd: PROJECT });
  data = join("var/lib/roost", basename(folder));
  file = stdout.trim().split("\n").at(-1) ?? "";
  root = join(folder, "root");
  await makeDebian(root, await dependencies());
  address = `http://127.0.0.1:${await freePort("127.0.0.1")}`;
});

afterAll(async () => {
  if (!canRun) return;
  service?.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command as root in the system, which it may change. @returns both outputs */
async function asRoot(...command: string[]): Promise<string> {
  const { stdout, stderr } = await run("chroot", [root, ...command], {
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", DEBIAN_FRONTEND: "noninteractive" },
  });
  return stdout + stderr;
}

async function install(deb: string): Promise<string> {
  const inside = "root/package.deb";
  await run("cp", [deb, join(root, inside)]);
  const output = await asRoot("dpkg", "--install", `/${inside}`);
  await rm(join(root, inside));
  return output;
}

const system = () => ({ root, volume: join(root, "var/lib/roost") });

const inRoot = (path: string) => readFile(join(root, path), "utf8");

/** Value of a setting of the service's unit. */
async function unit(name: string): Promise<string> {
  const lines = (await inRoot("usr/lib/systemd/system/roost.service")).split("\n");
  return lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
}

/** Starts the service as its unit says. @returns seconds until the first page */
async function start(): Promise<number> {
  const [user, settings, command] = await Promise.all(["User", "EnvironmentFile", "ExecStart"].map(unit));
  service?.kill("SIGKILL");
  const env = { HOME: "/var/lib/roost", ...parseEnv(await inRoot(settings ?? "")) };
  service = startInside(
    system(),
    `${user}:${user}`,
    env as Record<string, string>,
    command?.split(" ") ?? [],
  );
  return untilFirstPage(address);
}

async function stop(): Promise<void> {
  service?.kill("SIGTERM");
  expect(await once(service as ChildProcess, "exit")).toEqual([0, null]);
}

/** Runs the command line as root, which becomes the service's user. */
async function roost(...args: string[]): Promise<number> {
  const [code] = await once(
    startInside(system(), "root:root", { HOME: "/root" }, ["roost", ...args]),
    "exit",
  );
  return code as number;
}

const creators = async () => (await fetch(`${address}/api/v1/creators`)).text();

const exists = (path: string) =>
  stat(join(root, path)).then(
    () => true,
    () => false,
  );

test.runIf(canRun)("it is installed with its user, folders, settings and units", async () => {
  const { size } = await stat(file);
  console.log(`The package has ${(size / 1e6).toFixed(0)} MB.`);
  expect(size).toBeLessThan(MAX_BYTES);
  await install(file);
  const { version } = JSON.parse(await readFile(join(PROJECT, "package.json"), "utf8"));
  const status = await asRoot("dpkg", "--status", "roost");
  for (const text of [
    "Status: install ok installed\n",
    `Version: ${version}\n`,
    "\nRecommends: ffmpeg, tesseract-ocr, tesseract-ocr-eng, tesseract-ocr-jpn, tesseract-ocr-chi-sim, tesseract-ocr-chi-tra, tesseract-ocr-kor, tesseract-ocr-rus\n",
    "\n /etc/roost/roost.env ",
  ])
    expect(status).toContain(text);
  expect(await asRoot("dpkg", "--verify", "roost")).toBe("");
  expect(await asRoot("getent", "passwd", "roost")).toMatch(/:\/var\/lib\/roost:\/usr\/sbin\/nologin\n$/);
  const owners = ["--format", "%U:%G %a", "/var/lib/roost", "/etc/roost/roost.env", "/usr/lib/roost/dist"];
  expect((await asRoot("stat", ...owners)).trim().split("\n")).toEqual([
    "roost:roost 750",
    "root:roost 640",
    "root:root 755",
  ]);
  const wanted = await readdir(join(root, "etc/systemd/system/multi-user.target.wants"));
  expect(wanted).toContain("roost.service");
  await asRoot("systemd-analyze", "verify", "roost.service", "roost-backup.service", "roost-backup.timer");
  expect(await asRoot("roost", "--version")).toBe(`${version}\n`);
  expect(await asRoot("roost", "--help")).toContain("Usage: roost");
});

test.runIf(canRun)("another user has to become root first", async () => {
  const asNobody = run("chroot", ["--userspec=nobody", root, "/usr/bin/roost", "doctor"]);
  await expect(asNobody).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("sudo roost") });
});

test.runIf(canRun)("an import says that the user of the service cannot read a folder", async () => {
  await chmod(join(root, "root"), 0o700);
  const importing = asRoot("roost", "import", "/root/downloads");
  const stderr = expect.stringContaining("/root/downloads cannot be read by the user that Roost runs as");
  await expect(importing).rejects.toMatchObject({ code: 2, stderr });
});

test.runIf(canRun)("it starts without any setup, and the commands work beside it", async () => {
  const { port } = new URL(address);
  await appendFile(join(root, "etc/roost/roost.env"), `PORT=${port}\nROOST_DATA=/${data}\n`);
  console.log(`First page after ${(await start()).toFixed(1)} s.`);
  await run(process.execPath, [ROOST, "sample", "--posts", "60", "--out", join(root, "srv/bundle")]);
  expect(await roost("ingest", "/srv/bundle")).toBe(0);
  expect((JSON.parse(await creators()) as unknown[]).length).toBeGreaterThan(0);
  for (const command of [
    "doctor",
    "account list",
    "export /var/lib/roost/export",
    "backup /var/lib/roost/copy",
  ])
    expect([command, await roost(...command.split(" "))]).toEqual([command, 0]);

  const uid = Number(await asRoot("id", "--user", "roost"));
  const { stdout } = await run("ps", ["-eo", "uid,args"]);
  const lines = stdout.split("\n").filter((line) => line.includes("/usr/lib/roost/"));
  expect(lines.length).toBeGreaterThanOrEqual(5);
  for (const line of lines) expect(Number.parseInt(line, 10)).toBe(uid);
  await stop();
});

/** Repacks the package as the next version, with one part of the app under another name. @returns path and that part */
async function nextVersion(): Promise<{ next: string; part: string }> {
  const tree = join(folder, "next");
  await mkdir(tree);
  await run("dpkg-deb", ["--raw-extract", file, tree]);
  const control = join(tree, "DEBIAN/control");
  await writeFile(control, (await readFile(control, "utf8")).replace(/^Version: .*/m, "Version: 999.0.0"));
  const [part = ""] = (await readdir(join(tree, APP, "assets"))).filter((name) => name.endsWith(".js"));
  await rename(join(tree, APP, "assets", part), join(tree, APP, "assets", `next-${part}`));
  const next = join(folder, "next.deb");
  await run("dpkg-deb", ["--root-owner-group", "-Znone", "--build", tree, next]);
  return { next, part };
}

test.runIf(canRun)(
  "an upgrade keeps content, settings, and parts of the app that open pages need",
  async () => {
    await start();
    const before = await creators();
    await stop();
    const { next, part } = await nextVersion();
    await install(next);
    expect(await asRoot("dpkg", "--status", "roost")).toContain("Version: 999.0.0\n");
    expect(await exists(join(APP, "assets", part))).toBe(false);
    await start();
    expect(await creators()).toBe(before);
    expect((await fetch(`${address}/assets/${part}`)).status).toBe(200);
    expect(await roost("doctor")).toBe(0);
    await stop();
  },
);

test.runIf(canRun)("removing keeps settings and content, purging the content", async () => {
  await asRoot("dpkg", "--remove", "roost");
  expect(await exists("usr/lib/roost")).toBe(false);
  expect(await exists("usr/bin/roost")).toBe(false);
  expect(await inRoot("etc/roost/roost.env")).toContain(`PORT=${new URL(address).port}`);
  expect(await asRoot("dpkg", "--purge", "roost")).toContain("/var/lib/roost");
  expect(await exists("etc/roost")).toBe(false);
  const wanted = await readdir(join(root, "etc/systemd/system/multi-user.target.wants"));
  expect(wanted).not.toContain("roost.service");
  expect(await exists(join(data, "engines/postgres/PG_VERSION"))).toBe(true);
  expect(await asRoot("stat", "--format", "%U", "/var/lib/roost")).toBe("roost\n");
});
