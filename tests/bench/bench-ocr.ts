/** Words of drawn notices and comics that are read, by script. */
import { readText, TESSERACT_LIMITS } from "#backend/files/text/tesseract.ts";
import { textOfLine } from "#shared/text/picture-lines.ts";
import {
  type LetteredPicture,
  letteredPicture,
  SCRIPTS,
  type Script,
  tesseract,
} from "#tests/support/lettered-pictures.ts";
import type { Line } from "./measure.ts";

const KINDS = ["notice", "comic"] as const;
/** Share of words, or for scripts without spaces of pairs of characters. */
const GOALS = { spaced: 0.9, unspaced: 0.8 };
/** Pixels that a box may go beyond that of its line. */
const SLACK = 4;

/** @param pictures number of each kind and script */
export async function benchOcr(pictures: number): Promise<Line[]> {
  if (tesseract === undefined) throw new Error("tesseract is not installed with all languages.");
  const lines: Line[] = [];
  for (const script of Object.keys(SCRIPTS) as Script[])
    for (const kind of KINDS) {
      const counts = { found: 0, all: 0, inside: 0, boxes: 0 };
      let reading = 0;
      for (let seed = 1; seed <= pictures; seed += 1) {
        const picture = await letteredPicture(script, kind, seed);
        const from = performance.now();
        const read = await readText(picture, {
          ...{ tesseract, limits: TESSERACT_LIMITS, signal: new AbortController().signal },
        });
        reading += performance.now() - from;
        add(counts, picture, read, SCRIPTS[script].isSpaced);
      }
      const recall = counts.found / counts.all;
      const goal = SCRIPTS[script].isSpaced && script !== "Korean" ? GOALS.spaced : GOALS.unspaced;
      lines.push(
        {
          what: `recall: ${script}, ${kind}, ${pictures} pictures, ${Math.round(reading / pictures)} ms each`,
          ours: `${(100 * recall).toFixed(1)} %`,
          limit: `${100 * goal} %`,
          ...{ ratio: recall / goal, goal: "≥ 1", met: recall >= goal },
        },
        {
          what: `boxes of words inside those of their lines: ${script}, ${kind}`,
          ours: `${((100 * counts.inside) / counts.boxes).toFixed(1)} %`,
          limit: "100 %",
          ...{ ratio: counts.inside / counts.boxes, goal: "-", met: undefined },
        },
      );
    }
  return lines;
}

type Read = Awaited<ReturnType<typeof readText>>;

function add(
  counts: { found: number; all: number; inside: number; boxes: number },
  { lines, width, height }: LetteredPicture,
  read: Read,
  isSpaced: boolean,
): void {
  const text = ` ${read.map(textOfLine).join(" ")} `;
  const joined = text.replaceAll(/\s/g, "");
  for (const line of lines) {
    const wanted = isSpaced ? line.text.split(" ") : pairsOf(line.text);
    counts.all += wanted.length;
    counts.found += wanted.filter((one) =>
      isSpaced ? text.includes(` ${one} `) : joined.includes(one),
    ).length;
  }
  for (const { words } of read)
    for (const { box } of words) {
      const [left, top] = [box[0] * width, box[1] * height];
      const [right, bottom] = [left + box[2] * width, top + box[3] * height];
      counts.boxes += 1;
      const isInside = lines.some(
        (line) =>
          left >= line.left - SLACK &&
          top >= line.top - SLACK &&
          right <= line.left + line.width + SLACK &&
          bottom <= line.top + line.height + SLACK,
      );
      if (isInside) counts.inside += 1;
    }
}

const pairsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
