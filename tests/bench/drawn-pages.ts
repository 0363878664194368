/** Pages as of a comic: panels on paper with shapes, outlines, hatching and speech, as SVG. */
import { random } from "#tests/support/random.ts";

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

type Random = () => number;

/** Space between panels, and around them where the page has a margin. */
const GUTTER = 10;
const WORDS = "the archive keeps what was drawn and nobody knows where that page went once more".split(" ");

/**
 * Draws a page.
 * @param template number of its paper, margin and panels
 * @param content number of what is in the panels
 */
export function drawnPage(template: number, content: number, width: number, height: number): string {
  const [layout, next] = [random(template), random(template * 10_007 + content)];
  const margin = layout() < 0.7 ? GUTTER * (1 + layout() * 2) : 0;
  const paper = layout() < 0.8 ? "#fffdf8" : "#111";
  const page = { left: margin, top: margin, width: width - 2 * margin, height: height - 2 * margin };
  const panels = split(page, layout, 3).map((box, at) => panel(box, at, next));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${paper}"/>${panels.join("")}</svg>`;
}

/** Halves a box, about in the middle, so many times or fewer. */
function split(box: Box, next: Random, times: number): Box[] {
  if (times === 0 || (times < 3 && next() < 0.3)) return [box];
  const share = 0.35 + next() * 0.3;
  const isWide = box.width > box.height * (0.6 + next() * 0.8);
  const [side, start] = isWide ? (["width", "left"] as const) : (["height", "top"] as const);
  const first = box[side] * share - GUTTER / 2;
  const second = box[side] - first - GUTTER;
  return [
    ...split({ ...box, [side]: first }, next, times - 1),
    ...split({ ...box, [side]: second, [start]: box[start] + first + GUTTER }, next, times - 1),
  ];
}

function panel({ left, top, width, height }: Box, number: number, next: Random): string {
  const x = () => next() * width;
  const y = () => next() * height;
  const [bright, dark] = [
    `hsl(${next() * 360} 45% ${55 + next() * 40}%)`,
    `hsl(${next() * 360} 40% ${20 + next() * 60}%)`,
  ];
  const parts = [
    `<linearGradient id="g${number}" x2="${next()}" y2="${next()}"><stop stop-color="${bright}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`,
    `<rect width="${width}" height="${height}" fill="url(#g${number})"/>`,
  ];
  for (let count = 4 + next() * 6; count > 0; count -= 1) {
    const fill = next() < 0.25 ? "#fff" : next() < 0.3 ? "#000" : `hsl(${next() * 360} 60% ${next() * 100}%)`;
    const [wide, high] = [width * (0.05 + next() * 0.3), height * (0.05 + next() * 0.3)];
    parts.push(
      next() < 0.5
        ? `<ellipse cx="${x()}" cy="${y()}" rx="${wide}" ry="${high}" fill="${fill}" stroke="#000" stroke-width="2"/>`
        : `<path d="M${x()} ${y()} Q${x()} ${y()} ${x()} ${y()} T${x()} ${y()} Z" fill="${fill}" stroke="#000" stroke-width="3"/>`,
    );
  }
  if (next() < 0.4) {
    const [slope, from] = [next() * 60 - 30, x()];
    for (let at = 0; at < 12; at += 1)
      parts.push(
        `<path d="M${from + at * 5} 0 l${slope} ${height}" stroke="#000" stroke-width="1" fill="none"/>`,
      );
  }
  if (next() < 0.7)
    parts.push(speech({ left: x() * 0.6, top: y() * 0.7, width: width * 0.4, height: 46 }, next));
  return `<svg x="${left}" y="${top}" width="${width}" height="${height}">${parts.join("")}
    <rect width="${width}" height="${height}" fill="none" stroke="#000" stroke-width="4"/></svg>`;
}

function speech({ left, top, width, height }: Box, next: Random): string {
  const line = () => Array.from({ length: 3 }, () => WORDS[Math.floor(next() * WORDS.length)]).join(" ");
  const lines = [16, 30].map(
    (down) => `<text x="${left + 8}" y="${top + down}" font-size="12">${line()}</text>`,
  );
  return `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="14" fill="#fff" stroke="#000" stroke-width="2"/>${lines.join("")}`;
}
