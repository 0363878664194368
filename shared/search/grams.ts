/**
 * Han, kana and hangul as pairs of neighboring characters, each written as an invented Latin word, which the engine's own
 * word segmentation leaves alone (docs/decisions/0038-search-in-cjk.md). With a dictionary: for the server and the indexer.
 */
import { Converter } from "opencc-js/t2cn";

/** Han, kana with the sign for long vowels, and hangul. */
const RUN = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u30fc]+/gu;
const HIRAGANA = /[\u3041-\u3096\u309d\u309e]/;
const TO_KATAKANA = 0x60;
/** A character with its marks, or a hangul syllable of several: folded as one. */
const CLUSTER = /[\u1100-\u11ff]+|[\s\S]\p{M}*[\uff9e\uff9f]?/gu;

export interface Run {
  /** Folded. */
  text: string;
  /** Where each of its UTF-16 units starts and ends (exclusive) in the text as it was. */
  starts: number[];
  ends: number[];
}

const toSimplified = Converter({ from: "t", to: "cn" });
const simplified = new Map<string, string>();

/** Runs of these scripts: one width, one syllabary, simplified characters. Traditional and simplified text is the same. */
export function runsOf(text: string): Run[] {
  if (text.search(RUN) < 0) return [];
  let folded = "";
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const one = foldCluster(cluster);
    folded += one;
    for (let unit = one.length; unit > 0; unit -= 1) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  return [...folded.matchAll(RUN)].map(({ 0: run, index }) => ({
    text: run,
    starts: starts.slice(index, index + run.length),
    ends: ends.slice(index, index + run.length),
  }));
}

export function hasCjk(text: string): boolean {
  return text.search(RUN) >= 0;
}

/** The text without such runs. */
export function withoutCjk(text: string): string {
  let rest = "";
  let at = 0;
  for (const { starts, ends } of runsOf(text)) {
    rest += `${text.slice(at, starts[0])} `;
    at = ends.at(-1) ?? text.length;
  }
  return (rest + text.slice(at)).trim();
}

/** What the grams attribute of a document holds: each pair and each single character of the texts, once. */
export function gramsOf(...texts: string[]): string {
  const grams = new Set<string>();
  for (const text of texts) {
    for (const run of runsOf(text)) {
      const characters = [...run.text];
      for (const pair of pairsOf(characters)) grams.add(pair);
      for (const character of characters) grams.add(gramOf(character));
    }
  }
  return [...grams].join(" ");
}

/** The grams that a document with this run has: all of its pairs, or its one character. */
export function gramsOfRun(run: string): string[] {
  const characters = [...run];
  return characters.length === 1 ? characters.map((one) => gramOf(one)) : [...new Set(pairsOf(characters))];
}

const pairsOf = (characters: readonly string[]) =>
  characters.slice(1).map((next, at) => gramOf(characters[at] ?? "", next));

/** Of one width, so that no pair begins like a single character that it does not hold. */
function gramOf(...characters: string[]): string {
  const codes = characters.map((character) => (character.codePointAt(0) ?? 0).toString(36).padStart(4, "0"));
  return `q${codes.join("")}`;
}

function foldCluster(cluster: string): string {
  if (cluster.length === 1 && cluster < "\u1100") return cluster;
  return [...cluster.normalize("NFKC")].map(foldCharacter).join("");
}

function foldCharacter(character: string): string {
  if (HIRAGANA.test(character)) return String.fromCharCode(character.charCodeAt(0) + TO_KATAKANA);
  if (character < "\u2e80") return character;
  const known = simplified.get(character);
  if (known !== undefined) return known;
  const found = toSimplified(character);
  simplified.set(character, found);
  return found;
}
