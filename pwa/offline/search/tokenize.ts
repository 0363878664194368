/** Converts text to index terms: folded words, and unigrams and bigrams of scripts without spaces. */

import { fold } from "#shared/text/fold.ts";
import { CJK, EMOJI } from "#shared/text/scripts.ts";
import { MAX_WORD_LENGTH } from "#shared/text/typos.ts";

/** Indexed by characters: scripts without spaces or with suffixes, and emoji. */
const GRAM = `${CJK}${EMOJI}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}`;
const PIECE = new RegExp(`([${GRAM}]+)|(?:(?![${GRAM}])[\\p{L}\\p{N}\\p{M}])+`, "gu");

/** The number of a version. */
const VERSION = /^v(\d+)$/;

export interface Piece {
  text: string;
  /** True for scripts indexed by character. */
  isRun: boolean;
  /** Offset in the folded text. */
  at: number;
}

/** Splits folded text into words and runs. */
export function* piecesOf(folded: string): Generator<Piece> {
  for (const found of folded.matchAll(PIECE)) {
    const isRun = found[1] !== undefined;
    yield { text: isRun ? found[0] : found[0].slice(0, MAX_WORD_LENGTH), isRun, at: found.index };
  }
}

/** Bigrams of a run. */
export function pairsOf(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

/** Fields of a document as bits; a higher bit weighs more. */
export const TEXT = 1;
export const CREATOR = 2;
export const TAGS = 4;
export const TITLE = 8;

/** Indexed fields of a post. */
export interface SearchDocument {
  /** `service/creator/post`. */
  key: string;
  title: string;
  /** Plain text. */
  text: string;
  creator: string;
  tags: readonly string[];
  /** Unix seconds; 0 if unknown. */
  date: number;
}

/**
 * Term of a whole tag. No word begins with `#`, so a tag never matches a word. Spaces, hyphens and underscores are
 * equivalent.
 */
export function tagTerm(tag: string): string {
  return `#${fold(tag).replace(/[\s_-]+/g, " ")}`;
}

/** Every term of a document with its fields. */
export function termsOf(document: SearchDocument): Map<string, number> {
  const terms = new Map<string, number>();
  const add = (term: string, field: number) => terms.set(term, (terms.get(term) ?? 0) | field);
  addText(document.title, TITLE, add);
  for (const tag of document.tags) {
    addText(tag, TAGS, add);
    add(tagTerm(tag), TAGS);
  }
  addText(document.creator, CREATOR, add);
  addText(document.text, TEXT, add);
  return terms;
}

function addText(text: string, field: number, add: (term: string, field: number) => void): void {
  for (const piece of piecesOf(fold(text))) {
    if (!piece.isRun) {
      add(piece.text, field);
      const [, version] = VERSION.exec(piece.text) ?? [];
      if (version !== undefined) add(version, field); // "1.2.3" finds "v1.2.3"
      continue;
    }
    let before = "";
    for (const character of piece.text) {
      add(character, field);
      if (before !== "") add(before + character, field);
      before = character;
    }
  }
}
