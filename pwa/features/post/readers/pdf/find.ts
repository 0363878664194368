/** Finds words in the text of a PDF, page by page. */
import { fold } from "#shared/text/fold.ts";

/** The part of a document that is read. */
export interface TextSource {
  getPage: (number: number) => Promise<{ getTextContent: () => Promise<{ items: readonly object[] }> }>;
}

/** Text of a page, folded and without white space, which PDFs have in odd places. */
async function textOf(document: TextSource, index: number): Promise<string> {
  const { items } = await (await document.getPage(index + 1)).getTextContent();
  return squeeze(items.map((item) => ("str" in item ? String(item.str) : "")).join(""));
}

const squeeze = (text: string) => fold(text).replace(/\s+/gu, "");

/**
 * Finds the next page with these words, after `index` or before it; goes around at the end.
 * @param onPage called with the index of each page that is read
 * @returns its index; undefined if there is none
 */
export async function findPage(
  document: TextSource,
  { query, index, total, step }: { query: string; index: number; total: number; step: 1 | -1 },
  signal: AbortSignal,
  onPage: (index: number) => void = () => {},
): Promise<number | undefined> {
  const wanted = squeeze(query);
  if (wanted === "") return undefined;
  for (let turn = 0; turn < total; turn += 1) {
    const at = (((index + turn * step) % total) + total) % total;
    onPage(at);
    const text = await textOf(document, at);
    signal.throwIfAborted();
    if (text.includes(wanted)) return at;
  }
  return undefined;
}

/** Places of these words in a text, as offsets of their start and end. */
export function foldedPlaces(text: string, query: string): [number, number][] {
  const wanted = fold(query.trim());
  if (wanted === "") return [];
  // Folding may change lengths, so it is done letter by letter.
  const starts: number[] = [];
  let folded = "";
  let offset = 0;
  for (const letter of text) {
    const part = fold(letter);
    for (let at = 0; at < part.length; at += 1) starts.push(offset);
    folded += part;
    offset += letter.length;
  }
  const places: [number, number][] = [];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length))
    places.push([starts[at] ?? 0, starts[at + wanted.length] ?? text.length]);
  return places;
}
