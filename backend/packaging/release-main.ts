/** `npm run release`: makes the files of a release in dist/release (docs/CONTRIBUTING.md, Releases). */
import { execFile } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { build, PROJECT } from "#backend/supervisor/build.ts";
import { VERSION } from "#backend/version.ts";
import { buildDeb } from "./deb.ts";
import { packImage, packProgram, packSource, readHead, writeChecksums } from "./release.ts";

const run = promisify(execFile);
const OUT = join(PROJECT, "dist/release");

/** @throws if the files would not be those of a commit, or the changelog lacks the version */
async function checkCheckout(): Promise<void> {
  const { stdout } = await run("git", ["status", "--porcelain"], { cwd: PROJECT });
  if (stdout !== "") throw new Error(`Commit these first:\n${stdout}`);
  const changelog = await readFile(join(PROJECT, "docs/CHANGELOG.md"), "utf8");
  if (!changelog.includes(`\n## [${VERSION}] - `))
    throw new Error(`docs/CHANGELOG.md has no heading for ${VERSION}.`);
}

const isInstalled = (program: string) =>
  run(program, ["--version"]).then(
    () => true,
    () => false,
  );

const { "without-image": withoutImage } = parseArgs({
  options: { "without-image": { type: "boolean", default: false } },
}).values;

await checkCheckout();
const commit = await readHead(PROJECT);
await build({ force: true, log: console.log });
await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
const source = await packSource(PROJECT, commit, OUT);
await packProgram(PROJECT, commit, OUT);
process.env["SOURCE_DATE_EPOCH"] = String(commit.time); // read by dpkg-deb
if (await isInstalled("dpkg-deb")) await buildDeb(OUT, console.log);
else console.log("No Debian package: dpkg-deb is missing.");
if (withoutImage || !(await isInstalled("buildah")))
  console.log("No image: buildah is missing, or --without-image.");
else await packImage(source, commit, OUT);
await writeChecksums(OUT);
console.log(await readFile(join(OUT, "SHA256SUMS"), "utf8"));
