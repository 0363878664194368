/**
 * Han, kana, hangul and emoji as pairs of neighboring characters, each written as an invented Latin word, which the
 * engine's word segmentation leaves alone (docs/decisions/0038-search-in-cjk.md). With a dictionary: server and indexer only.
 */
import { Converter } from "opencc-js/t2cn";
import { CJK, EMOJI } from "../text/scripts.ts";

const RUN = new RegExp(`[${CJK}${EMOJI}]+`, "gu");
const ABOVE_LATIN = /[\u1100-\uffff]/;
/** Text that may hold runs: nothing below folds to one of these characters. */
const STRETCH = /[\u1100-\u{10ffff}][\u1100-\u{10ffff}\p{M}]*/gu;
const HIRAGANA = /[\u3041-\u3096\u309d\u309e]/;
const TO_KATAKANA = 0x60;
/** A character with its marks, or a hangul syllable of several: folded as one. */
const CLUSTER = /[\u1100-\u11ff]+|[\s\S]\p{M}*[\uff9e\uff9f]?/gu;

export interface Run {
  /** Folded. */
  text: string;
  /** Start and end (exclusive) of each of its UTF-16 units in the original text. */
  starts: number[];
  ends: number[];
}

const toSimplified = Converter({ from: "t", to: "cn" });
/** Caches by single character; their number is bounded. */
const folds = new Map<string, string>();
const codes = new Map<string, readonly (string | undefined)[]>();

/** Runs of these scripts: one width, one syllabary, simplified characters. Traditional and simplified text is the same. */
export function runsOf(text: string): Run[] {
  if (!hasRuns(text)) return [];
  const runs: Run[] = [];
  for (const { 0: stretch, index: offset } of text.matchAll(STRETCH)) {
    let folded = "";
    const starts: number[] = [];
    const ends: number[] = [];
    for (const { 0: cluster, index } of stretch.matchAll(CLUSTER)) {
      const one = foldCluster(cluster);
      folded += one;
      for (let unit = one.length; unit > 0; unit -= 1) {
        starts.push(offset + index);
        ends.push(offset + index + cluster.length);
      }
    }
    for (const { 0: run, index } of folded.matchAll(RUN)) {
      const end = index + run.length;
      runs.push({ text: run, starts: starts.slice(index, end), ends: ends.slice(index, end) });
    }
  }
  return runs;
}

export function hasRuns(text: string): boolean {
  return ABOVE_LATIN.test(text) && text.search(RUN) >= 0;
}

/** The text without runs. */
export function withoutRuns(text: string): string {
  let rest = "";
  let at = 0;
  for (const { starts, ends } of runsOf(text)) {
    rest += `${text.slice(at, starts[0])} `;
    at = ends.at(-1) ?? text.length;
  }
  return (rest + text.slice(at)).trim();
}

/** The `grams` attribute of a document: each pair and each single character of the texts, once. */
export function gramsOf(...texts: string[]): string {
  const grams = new Set<string>();
  for (const text of texts) {
    if (!hasRuns(text)) continue;
    for (const stretch of text.match(STRETCH) ?? []) addGrams(grams, stretch);
  }
  return grams.size === 0 ? "" : `q${[...grams].join(" q")}`;
}

/** Adds the pairs and then the characters of each run, without the leading letter. */
function addGrams(grams: Set<string>, stretch: string): void {
  let run: string[] = [];
  for (const cluster of stretch.match(CLUSTER) ?? []) {
    for (const code of codesOf(cluster)) {
      if (code !== undefined) {
        const before = run.at(-1);
        if (before !== undefined) grams.add(before + code);
        run.push(code);
      } else if (run.length > 0) {
        for (const one of run) grams.add(one);
        run = [];
      }
    }
  }
  for (const one of run) grams.add(one);
}

/** The grams that a document with this run has: all of its pairs, or its one character. */
export function gramsOfRun(run: string): string[] {
  const characters = [...run];
  return characters.length === 1 ? characters.map((one) => gramOf(one)) : [...new Set(pairsOf(characters))];
}

const pairsOf = (characters: readonly string[]) =>
  characters.slice(1).map((next, at) => gramOf(characters[at] ?? "", next));

function gramOf(...characters: string[]): string {
  return `q${characters.map(codeOf).join("")}`;
}

/** Four digits, so that no pair begins like a single character it does not contain. */
const codeOf = (character: string) => (character.codePointAt(0) ?? 0).toString(36).padStart(4, "0");

/** The codes of the characters that a cluster folds to; undefined for those of other scripts. */
function codesOf(cluster: string): readonly (string | undefined)[] {
  let found = codes.get(cluster);
  if (found === undefined) {
    found = Array.from(foldCluster(cluster), (one) => (one.search(RUN) < 0 ? undefined : codeOf(one)));
    if (cluster.length === 1) codes.set(cluster, found);
  }
  return found;
}

function foldCluster(cluster: string): string {
  const known = folds.get(cluster);
  if (known !== undefined) return known;
  const folded = [...cluster.normalize("NFKC")].map(foldCharacter).join("");
  if (cluster.length === 1) folds.set(cluster, folded);
  return folded;
}

function foldCharacter(character: string): string {
  if (HIRAGANA.test(character)) return String.fromCharCode(character.charCodeAt(0) + TO_KATAKANA);
  return character < "\u2e80" ? character : toSimplified(character);
}
