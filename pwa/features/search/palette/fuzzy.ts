/** Ranks names against typed words; words with typos match too, a little worse. */
import { foldTyped } from "#shared/text/fold.ts";
import { MAX_WORD_LENGTH, typosToPrefix, unitsOf } from "#shared/text/typos.ts";

/**
 * Smaller is better: 0 begins with the words, 1 has words that do, 2 contains the text, 3 with typos; undefined does not match.
 */
export function fitness(name: string, typed: string): number | undefined {
  const text = foldTyped(name);
  const wanted = foldTyped(typed).trim();
  if (text.startsWith(wanted)) return 0;
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const parts = wanted.split(/\s+/);
  if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 1;
  if (text.includes(wanted)) return 2;
  return parts.every((part) => words.some((word) => isMisspelt(part, word))) ? 3 : undefined;
}

/** One typo in four letters, two in eight; the word may go on. */
function isMisspelt(part: string, word: string): boolean {
  if (word.startsWith(part)) return true;
  const max = Math.min(2, Math.floor(part.length / 4));
  if (max === 0 || part.length > MAX_WORD_LENGTH) return false;
  return typosToPrefix(unitsOf(part), unitsOf(word.slice(0, part.length + max)), max) <= max;
}
