/** Text of the lines of an image. */
import type { PictureLine } from "../entities/picture-text.ts";

/** Scripts without spaces between words. */
const ENDS_WITHOUT_SPACE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303fー]$/u;
const BEGINS_WITHOUT_SPACE = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303fー]/u;

/** True if there is a space between these words of a line. */
const isSpaced = (before: string, after: string): boolean =>
  !(ENDS_WITHOUT_SPACE.test(before) && BEGINS_WITHOUT_SPACE.test(after));

export function textOfLine({ words }: PictureLine): string {
  return words.reduce(
    (text, word) => (text === "" ? word.text : text + (isSpaced(text, word.text) ? " " : "") + word.text),
    "",
  );
}

export const textOfLines = (lines: readonly PictureLine[]): string => lines.map(textOfLine).join("\n");
