/** Hangul as keys of a keyboard, so that the engine tolerates a wrong letter as in Latin words. For the server and the indexer. */
import { convertHangulToQwerty } from "es-hangul";

const ABOVE_LATIN = /[\u1100-\uffff]/;
const WORD = /\p{sc=Hang}+/gu;

export function hasHangul(text: string): boolean {
  return ABOVE_LATIN.test(text) && text.search(WORD) >= 0;
}

/** The text with each word of hangul as an invented Latin word: `x` and the keys of the common keyboard. */
export function inKeys(text: string): string {
  return text
    .normalize("NFKC")
    .replace(WORD, (word) => ` ${keysOf(word)} `)
    .trim();
}

/** The `hangul` attribute of a document: each word of hangul in the texts, once. */
export function hangulWords(...texts: string[]): string {
  const words = texts.flatMap((text) => (hasHangul(text) && text.normalize("NFKC").match(WORD)) || []);
  return [...new Set(words)].map(keysOf).join(" ");
}

// Without the letter in front, English words would find hangul.
const keysOf = (word: string) => `x${Array.from(word, keysOfCharacter).join("")}`;

const keys = new Map<string, string>();

/** In lower case a tense consonant is its plain one. */
function keysOfCharacter(character: string): string {
  let found = keys.get(character);
  if (found === undefined) {
    found = convertHangulToQwerty(character).toLowerCase();
    keys.set(character, found);
  }
  return found;
}
