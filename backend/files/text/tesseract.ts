/** Finds tesseract and reads text with it (docs/decisions/0084-text-in-pictures.md). */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { PictureLine } from "#shared/entities/picture-text.ts";
import { canRun, onPath, outputOf, type ProgramLimits, versionOf } from "../run-program.ts";
import { linesOf, meanConfidence } from "./lines.ts";

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
/** One image uses one core. */
const ENV = { OMP_THREAD_LIMIT: "1" };

const EAST_ASIAN: ReadonlySet<string> = new Set(["chi_sim", "chi_tra", "jpn", "kor"]);
/** Scripts of other languages that do not have Latin letters. */
const SCRIPT_OF: Readonly<Record<string, string>> = {
  ara: "Arabic",
  bel: "Cyrillic",
  bul: "Cyrillic",
  ell: "Greek",
  heb: "Hebrew",
  hin: "Devanagari",
  mkd: "Cyrillic",
  rus: "Cyrillic",
  srp: "Cyrillic",
  tha: "Thai",
  ukr: "Cyrillic",
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

/**
 * Reads an image in each script by itself, and takes what tesseract is surest of: that was the right script, and the
 * right kind of Chinese, of each image measured for decision 0084. All languages at once make more mistakes.
 * @throws MediaError with the reason
 */
export async function readText(image: ReadableImage, reader: TextReader): Promise<PictureLine[]> {
  let best = { lines: [] as PictureLine[], confidence: -1 };
  for (const languages of readTogether(reader.tesseract.languages)) {
    const tsv = await run(image, reader, ["-l", languages.join("+"), "--psm", pageMode(languages), "tsv"]);
    const confidence = meanConfidence(tsv);
    if (confidence > best.confidence) best = { lines: linesOf(tsv, image), confidence };
  }
  return best.lines;
}

/** Text that is scattered (11), as in comics; Korean is read whole only as one block (6). Measured for decision 0084. */
const pageMode = (languages: readonly string[]) => (languages[0] === "kor" ? "6" : "11");

/** Groups languages by their script; the East Asian ones, whose characters look alike, are alone. */
function readTogether(languages: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const language of languages) {
    const script = EAST_ASIAN.has(language) ? language : (SCRIPT_OF[language] ?? "Latin");
    groups.set(script, [...(groups.get(script) ?? []), language]);
  }
  return [...groups.values()];
}

async function run(
  { bytes }: ReadableImage,
  { tesseract, signal, limits }: TextReader,
  args: string[],
): Promise<string> {
  const output = await outputOf(tesseract.program, ["stdin", "stdout", ...args], {
    ...{ signal, limits, maxBytes: MAX_OUTPUT_BYTES, input: bytes, env: ENV },
  });
  return output.toString();
}
