/** Converts text to index terms: folded words, and unigrams and bigrams of scripts without spaces. */

/** Scripts without spaces or with suffixes, indexed by character. */
const GRAM =
  "\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}\\u30fc";
const PIECE = new RegExp(`([${GRAM}]+)|(?:(?![${GRAM}])[\\p{L}\\p{N}\\p{M}])+`, "gu");

/** Accents, and Hebrew and Arabic vowel points. Kana and Indic marks are letters of their own. */
const ACCENTS = /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g;
const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ς: "σ",
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");
const HIRAGANA = /[\u3041-\u3096\u309d\u309e]/g;
const TO_KATAKANA = 0x60;
const PLAIN = /^[\0-\x7f]*$/;

/** Longer words are cut, in documents and queries. */
export const MAX_WORD_LENGTH = 32;

/** Folds to lower case, one width, no accents and katakana: "Ｃａｆé" equals "cafe", and "さくら" equals "ｻｸﾗ". */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(ACCENTS, "")
    .normalize("NFC")
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + TO_KATAKANA));
}

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
