/** Lines of words of what tesseract writes as TSV. */
import type { PictureLine, PictureWord } from "#shared/entities/picture-text.ts";

/** Percent: words that tesseract is less sure of are left out (decision 0084 has what was measured). */
const MIN_CONFIDENCE = 60;
/** Letters of a text: what has fewer is a mark in a drawing. */
const MIN_LETTERS = 4;
const MIN_WORDS = 2;
const MAX_WORDS = 10_000;
/** Hangul closer than this part of its height is one word, which tesseract often cuts. */
const HANGUL_GAP = 0.18;
const HANGUL = /\p{sc=Hangul}/u;
const LETTERS = /[\p{L}\p{N}]/gu;
/** Numbers of the levels of a row. */
const LINE_LEVEL = "4";
const WORD_LEVEL = "5";
const COLUMNS = 12;

/** Pixels. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Found extends Box {
  /** Same for the words of a line. */
  line: string;
  text: string;
  confidence: number;
}

/**
 * @param tsv with a header
 * @returns none if there are too few words for a text
 */
export function linesOf(tsv: string, size: { width: number; height: number }): PictureLine[] {
  const words = wordsOf(tsv)
    .filter(({ text, confidence }) => confidence >= MIN_CONFIDENCE && lettersIn(text) > 0)
    .slice(0, MAX_WORDS);
  const letters = words.reduce((sum, { text }) => sum + lettersIn(text), 0);
  if (words.length < MIN_WORDS || letters < MIN_LETTERS) return [];
  const lines = new Map<string, Found[]>();
  for (const word of words) {
    const line = lines.get(word.line) ?? [];
    const before = line.at(-1);
    if (before !== undefined && isCut(before, word)) line.splice(-1, 1, joined(before, word));
    else line.push(word);
    lines.set(word.line, line);
  }
  return [...lines.values()].map((line) => ({ words: line.map((word) => placed(word, size)) }));
}

/** Percent that tesseract gives the letters of an image on average; 0 without letters. @param tsv with a header */
export function meanConfidence(tsv: string): number {
  const words = wordsOf(tsv);
  const letters = words.reduce((sum, { text }) => sum + lettersIn(text), 0);
  return letters === 0
    ? 0
    : words.reduce((sum, { text, confidence }) => sum + lettersIn(text) * confidence, 0) / letters;
}

const lettersIn = (text: string): number => text.match(LETTERS)?.length ?? 0;

/** Words in the boxes of their lines, which fit the letters: those of single characters are often wider. */
function wordsOf(tsv: string): Found[] {
  const rows = tsv.split("\n").map((row) => row.split("\t"));
  const boxes = new Map(
    rows.filter(([level]) => level === LINE_LEVEL).map((cells) => [lineOf(cells), boxOf(cells)]),
  );
  return rows.flatMap((cells) => {
    const text = cells[COLUMNS - 1]?.trim() ?? "";
    if (cells[0] !== WORD_LEVEL || text === "") return [];
    const line = lineOf(cells);
    const box = boxOf(cells);
    return [{ line, text, confidence: Number(cells[COLUMNS - 2]), ...within(box, boxes.get(line) ?? box) }];
  });
}

const lineOf = (cells: readonly string[]) => cells.slice(1, 5).join();

function boxOf(cells: readonly string[]): Box {
  const [left = 0, top = 0, width = 0, height = 0] = cells.slice(6, 10).map(Number);
  return { left, top, width, height };
}

/** The part of a box that is in the other one. */
function within(box: Box, other: Box): Box {
  const left = Math.max(box.left, other.left);
  const top = Math.max(box.top, other.top);
  return {
    left,
    top,
    width: Math.max(0, Math.min(box.left + box.width, other.left + other.width) - left),
    height: Math.max(0, Math.min(box.top + box.height, other.top + other.height) - top),
  };
}

const isCut = (before: Found, next: Found): boolean =>
  HANGUL.test(before.text) &&
  HANGUL.test(next.text) &&
  next.left - before.left - before.width < HANGUL_GAP * Math.max(before.height, next.height);

function joined(before: Found, next: Found): Found {
  const top = Math.min(before.top, next.top);
  return {
    ...before,
    text: before.text + next.text,
    top,
    width: Math.max(before.left + before.width, next.left + next.width) - before.left,
    height: Math.max(before.top + before.height, next.top + next.height) - top,
  };
}

function placed(
  { text, left, top, width, height }: Found,
  size: { width: number; height: number },
): PictureWord {
  const part = (pixels: number, of: number) => Math.round((10_000 * pixels) / of) / 10_000;
  return {
    text,
    box: [part(left, size.width), part(top, size.height), part(width, size.width), part(height, size.height)],
  };
}
