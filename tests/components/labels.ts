/** Measures labels of buttons and links. */
import { page } from "vitest/browser";

/** Checks that the texts of an element lie within the window and have no line break inside a word. @returns problems */
function brokenLabels(box: Element): string[] {
  const problems: string[] = [];
  const segmenter = new Intl.Segmenter(document.documentElement.lang, { granularity: "word" });
  for (const control of box.querySelectorAll("button, a")) {
    if (!control.checkVisibility({ checkVisibilityCSS: true })) continue;
    const label = control.textContent.trim();
    const { left, right } = control.getBoundingClientRect();
    if (left < 0 || right > innerWidth) problems.push(`${label} is outside of the window`);
    for (const node of textsOf(control)) {
      const wasBroken = [...segmenter.segment(node.data)].some(
        ({ segment, index, isWordLike }) => isWordLike === true && linesOf(node, index, segment.length) > 1,
      );
      if (wasBroken) problems.push(`${label} is broken inside a word`);
    }
  }
  return problems;
}

function* textsOf(control: Element): Generator<Text> {
  const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
  // Texts for screen readers alone have a width of one pixel.
  while (walker.nextNode() !== null)
    if ((walker.currentNode.parentElement?.clientWidth ?? 0) !== 1) yield walker.currentNode as Text;
}

function linesOf(node: Text, start: number, length: number): number {
  const range = document.createRange();
  range.setStart(node, start);
  range.setEnd(node, start + length);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}

/** Measures at the widths of phones, each with usual and doubled text. */
export async function brokenLabelsOnPhones(find: () => Element | null | undefined): Promise<string[]> {
  const problems: string[] = [];
  for (const width of [320, 360, 390])
    for (const size of ["", "200%"]) {
      await page.viewport(width, 844);
      document.documentElement.style.fontSize = size;
      const box = find();
      if (box == null) throw new Error("There is nothing to measure.");
      problems.push(...brokenLabels(box).map((problem) => `${width} px ${size}: ${problem}`));
    }
  return problems;
}
