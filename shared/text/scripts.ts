/** Scripts that are searched by characters, as parts of regular expressions with the flag `u`. */

/** Han, kana with the sign for long vowels, and hangul. */
export const CJK = "\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\u30fc";
export const EMOJI = "\\p{Extended_Pictographic}\\p{RI}";

const CHARACTER_WORD = new RegExp(`[${CJK}${EMOJI}]`, "u");
const WORD = /[\p{L}\p{N}]/u;

/** True if a text can be searched for: one Chinese, Japanese or Korean character or emoji, else `minimum` characters. */
export function isSearchable(text: string, minimum: number): boolean {
  const trimmed = text.trim();
  if (CHARACTER_WORD.test(trimmed)) return true;
  // A character takes one or two places: so many suffice, however long the text is.
  return [...trimmed.slice(0, 2 * minimum)].length >= minimum && WORD.test(trimmed);
}
