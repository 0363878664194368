/** Time to read a text, and the place in it. */

/** Words of languages that separate them, and characters of Chinese and Japanese, that most people read in a minute. */
const WORDS = 230;
const CHARACTERS = 500;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

export function minutesToRead(text: string): number {
  const characters = text.match(CJK)?.length ?? 0;
  const words = text.replace(CJK, " ").match(/\S+/g)?.length ?? 0;
  return words / WORDS + characters / CHARACTERS;
}

/** A post of this many minutes is read in parts. */
const LONG_MINUTES = 3;

export const isLongRead = (minutes: number): boolean => minutes >= LONG_MINUTES;

/** Attribute of the element with a post's text. */
export const TEXT_PLACE = "data-reading-text";

const textOf = () => document.querySelector(`main [${TEXT_PLACE}]`);

/** Part of the post's text above the lower edge of the window, from 0 to 1; undefined without a text. */
export function partRead(): number | undefined {
  const rect = textOf()?.getBoundingClientRect();
  if (rect === undefined || rect.height === 0) return undefined;
  return Math.min(1, Math.max(0, (innerHeight - rect.top) / rect.height));
}

/** Scrolls so that this part of the text is above the lower edge. Survives another font size or window. */
export function scrollToPart(part: number, behavior: ScrollBehavior = "instant"): void {
  const rect = textOf()?.getBoundingClientRect();
  if (rect !== undefined) scrollTo({ top: scrollY + rect.top + part * rect.height - innerHeight, behavior });
}
