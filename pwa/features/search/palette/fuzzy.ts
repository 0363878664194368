/** Fuzzy matching of names, tolerant of typos. */

/** Normalizes a text: lower case, no accents, one width. */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Rank of a match, lower is better: 0 prefix of the name, 1 prefix of a word, 2 substring, 3 with typos; undefined for no match. */
export function fitness(name: string, typed: string): number | undefined {
  const text = fold(name);
  const wanted = fold(typed).trim();
  if (text.startsWith(wanted)) return 0;
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const parts = wanted.split(/\s+/);
  if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 1;
  if (text.includes(wanted)) return 2;
  return parts.every((part) => words.some((word) => isMisspelt(part, word))) ? 3 : undefined;
}

/** Allows one typo from four letters on, two from eight; matches prefixes. */
function isMisspelt(part: string, word: string): boolean {
  const allowed = Math.min(2, Math.floor([...part].length / 4));
  if (allowed === 0) return word.startsWith(part);
  for (let length = part.length - allowed; length <= part.length + allowed; length++)
    if (distance(part, word.slice(0, length)) <= allowed) return true;
  return false;
}

/** Damerau–Levenshtein distance. */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      next.push(best);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
