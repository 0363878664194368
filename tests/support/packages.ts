/** Packages of the distribution that tests need. */
import { spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Checks that the file exists and can be started. */
export const runs = (file: string) =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

/** Checks that packages can be installed here: by root, with apt-get. */
export const canInstall = async () => process.getuid?.() === 0 && (await runs("/usr/bin/apt-get"));

export async function installPackages(...names: string[]): Promise<void> {
  await attempt("apt-get", ["update", "-q"]);
  await attempt("apt-get", ["install", "-qy", "--no-install-recommends", ...names]);
}

/** Waits for the end, good or bad: what counts is what is there afterwards. */
export function attempt(file: string, args: string[]): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  });
}

/** Files that some tests need, with the packages that have them. Those tests are skipped without. */
const PROGRAMS = {
  ffmpeg: "/usr/bin/ffmpeg",
  "gallery-dl": "/usr/bin/gallery-dl",
  openssl: "/usr/bin/openssl",
  "tesseract-ocr": "/usr/bin/tesseract",
  ...Object.fromEntries(
    ["eng", "jpn", "chi-sim", "chi-tra", "kor", "rus"].map((language) => [
      `tesseract-ocr-${language}`,
      `/usr/share/tesseract-ocr/5/tessdata/${language.replace("-", "_")}.traineddata`,
    ]),
  ),
  "fonts-dejavu-core": "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
  "fonts-noto-cjk": "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
};

export async function installTestPrograms(log: (line: string) => void): Promise<void> {
  const found = await Promise.all(Object.values(PROGRAMS).map(isThere));
  const missing = Object.keys(PROGRAMS).filter((_, at) => found[at] !== true);
  if (missing.length === 0 || !(await canInstall())) return;
  log(`Installing ${missing.join(", ")} ...`);
  await installPackages(...missing);
}
