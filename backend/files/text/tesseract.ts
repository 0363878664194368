/** Finds tesseract and reads text with it (docs/decisions/0084-text-in-pictures.md). */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { PictureLine } from "#shared/entities/picture-text.ts";
import { canRun, MediaError, onPath, outputOf, type ProgramLimits, versionOf } from "../run-program.ts";
import { linesOf } from "./lines.ts";

export interface Tesseract {
  program: string;
  /** Asked for and installed. */
  languages: string[];
  /** Asked for, but without data. */
  missing: string[];
  /** Version and languages: what was read with others may be read better. */
  version: string;
}

export const TESSERACT_LIMITS: ProgramLimits = { milliseconds: 300_000, bytes: 1024 ** 3 };
const LIST_TIMEOUT_MS = 20_000;
const MAX_OUTPUT_BYTES = 16 * 1024 ** 2;
/** Data that recognizes scripts; Debian's package depends on it. */
const SCRIPT_DATA = "osd";
/** One image uses one core. */
const ENV = { OMP_THREAD_LIMIT: "1" };

/** Scripts of languages as tesseract names both. Others have Latin letters. */
const SCRIPT_OF: Readonly<Record<string, string>> = {
  ara: "Arabic",
  bel: "Cyrillic",
  bul: "Cyrillic",
  chi_sim: "Han",
  chi_tra: "Han",
  ell: "Greek",
  heb: "Hebrew",
  hin: "Devanagari",
  jpn: "Japanese",
  kor: "Korean",
  mkd: "Cyrillic",
  rus: "Cyrillic",
  srp: "Cyrillic",
  tha: "Thai",
  ukr: "Cyrillic",
};
/** Other names of scripts that it finds. Few characters of Japanese are taken for Chinese. */
const SCRIPTS_OF: Readonly<Record<string, readonly string[]>> = {
  Han: ["Han", "Japanese"],
  Hangul: ["Korean"],
  Hiragana: ["Japanese"],
  Katakana: ["Japanese"],
};

/**
 * Finds tesseract on the PATH.
 * @param wanted languages as tesseract names them
 * @returns undefined if it is not there or does not start
 */
export async function findTesseract(wanted: readonly string[]): Promise<Tesseract | undefined> {
  for (const program of onPath("tesseract")) {
    if (!(await canRun(program))) continue;
    const version = await versionOf(program, "--version");
    if (version === undefined) continue;
    const run = promisify(execFile)(program, ["--list-langs"], { timeout: LIST_TIMEOUT_MS, env: {} });
    const { stdout } = await run.catch(() => ({ stdout: "" }));
    const installed = new Set(stdout.split("\n").map((line) => line.trim()));
    const languages = wanted.filter((language) => installed.has(language));
    return {
      program,
      languages,
      missing: wanted.filter((language) => !installed.has(language)),
      version: `${version}, ${languages.join("+")}`,
    };
  }
  return undefined;
}

/** An image that is decoded already, as PNG. */
interface ReadableImage {
  bytes: Uint8Array;
  /** Pixels. */
  width: number;
  height: number;
}

interface TextReader {
  tesseract: Tesseract;
  limits: ProgramLimits;
  signal: AbortSignal;
}

/** @throws MediaError with the reason */
export async function readText(image: ReadableImage, reader: TextReader): Promise<PictureLine[]> {
  const languages = await languagesFor(image, reader);
  const args = ["-l", languages.join("+"), "--psm", pageMode(languages)];
  return linesOf(await run(image, reader, args, "tsv"), image);
}

/** Text that is scattered (11), as in comics; Korean is read whole only as one block (6). Measured for decision 0084. */
const pageMode = (languages: readonly string[]) => (languages[0] === "kor" ? "6" : "11");

/** Languages of the script of the image: all of them at once take several times as long, and make more mistakes. */
async function languagesFor(image: ReadableImage, reader: TextReader): Promise<readonly string[]> {
  const { languages } = reader.tesseract;
  if (languages.length < 2) return languages;
  const found = await run(image, reader, ["-l", SCRIPT_DATA, "--psm", "0"]).catch((error: unknown) => {
    if (error instanceof MediaError) return ""; // It has too few letters for it.
    throw error;
  });
  return languagesOf(/^Script: (\w+)$/m.exec(found)?.[1] ?? "", languages);
}

/** @returns all languages if none has that script */
function languagesOf(script: string, languages: readonly string[]): readonly string[] {
  const scripts = SCRIPTS_OF[script] ?? [script];
  const found = languages.filter((language) => scripts.includes(SCRIPT_OF[language] ?? "Latin"));
  return found.length > 0 ? found : languages;
}

async function run(
  { bytes }: ReadableImage,
  { tesseract, signal, limits }: TextReader,
  args: string[],
  ...form: string[]
): Promise<string> {
  const output = await outputOf(tesseract.program, ["stdin", "stdout", ...args, ...form], {
    ...{ signal, limits, maxBytes: MAX_OUTPUT_BYTES, input: bytes, env: ENV },
  });
  return output.toString();
}
