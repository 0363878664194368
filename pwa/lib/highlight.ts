/** Search highlights: splits plain text at private-use marks, so that no HTML is ever built. */
import { MARK_END, MARK_START } from "#shared/search/highlight.ts";

export interface Piece {
  text: string;
  isMatch: boolean;
}

/** Splits a text into pieces, in order; stray or nested marks are dropped, text never is. */
export function splitMarked(text: string): Piece[] {
  const pieces: Piece[] = [];
  let isMatch = false;
  for (const part of text.split(new RegExp(`([${MARK_START}${MARK_END}])`))) {
    if (part === MARK_START || part === MARK_END) isMatch = part === MARK_START;
    else if (part !== "") pieces.push({ text: part, isMatch });
  }
  return pieces;
}

export function withoutMarks(text: string): string {
  return splitMarked(text)
    .map((piece) => piece.text)
    .join("");
}
