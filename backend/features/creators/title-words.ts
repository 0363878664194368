/** Extracts a creator's typical words from titles, in any script. */

/** The engine reads at most ten words of a query. */
const MAX_WORDS = 8;
const segmenter = new Intl.Segmenter("und", { granularity: "word" });

/**
 * Words that occur in most titles, most frequent first; a title counts a word once. Single letters and numbers are
 * ignored; if no word occurs twice, the words of the newest titles are used.
 */
export function titleWords(titles: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const title of titles) {
    for (const word of wordsOf(title)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  // Sorting is stable: ties keep the words of newer titles first.
  const ranked = [...counts].sort(([, a], [, b]) => b - a);
  const repeated = ranked.filter(([, count]) => count > 1);
  return (repeated.length > 0 ? repeated : ranked).slice(0, MAX_WORDS).map(([word]) => word);
}

function wordsOf(title: string): Set<string> {
  const words = [...segmenter.segment(title.slice(0, 500).normalize("NFKC").toLowerCase())];
  return new Set(
    words
      .filter(({ isWordLike, segment }) => isWordLike && /\p{L}/u.test(segment) && isSignificant(segment))
      .map(({ segment }) => segment),
  );
}

/** Single kana are particles; a single ideograph or Hangul syllable may be a word. */
function isSignificant(word: string): boolean {
  return [...word].length > (/\p{Script=Han}|\p{Script=Hangul}/u.test(word) ? 0 : 2) || isKanaWord(word);
}

function isKanaWord(word: string): boolean {
  return /^[\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}$/u.test(word) && /\p{Script=Katakana}/u.test(word);
}
