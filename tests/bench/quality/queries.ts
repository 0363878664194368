/** The labeled set: queries of each class made from the texts by a seeded generator, each with the documents it should find. */
import { rngOf } from "#backend/sample/prng.ts";
import { gramsOf, gramsOfRun, runsOf } from "#shared/search/grams.ts";
import { ACCENTED, MIXED, NAMED } from "./texts.ts";
import { withTypos } from "./typos.ts";

export interface Doc {
  key: string;
  title: string;
  tags: string[];
  creator: string;
  content: string;
}

export interface Labeled {
  q: string;
  /** Keys of the documents that hold what was meant; empty where nothing does. */
  right: ReadonlySet<string>;
}

export interface QueryClass {
  name: string;
  /** Kind of the hits. */
  of: "posts" | "creators";
  queries: Labeled[];
}

const EACH = 24;
/** Number of queries for each kind of typo: more, since randomly picked words differ more here. */
const EACH_TYPO = 40;
const EACH_SCRIPT = 20;
/** A word of more documents than this identifies none. */
const COMMON = 40;

type Fold = (text: string) => string;
const folded: Fold = (text) => text.normalize("NFKC").toLowerCase();
const unaccented: Fold = (text) =>
  folded(text)
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");

/** The texts with what the labels are made by: plain containment. */
class Texts {
  readonly texts: string[];
  readonly words: Set<string>[];
  readonly vocabulary = new Map<string, number>();
  private readonly grams: Set<string>[];

  constructor(readonly docs: readonly Doc[]) {
    const plain = docs.map(({ title, tags, creator, content }) =>
      [title, ...tags, creator, content].join("\n"),
    );
    this.texts = plain.map(folded);
    this.words = plain.map((text) => new Set(unaccented(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []));
    this.grams = plain.map((text) => new Set(gramsOf(text).split(" ")));
    for (const words of this.words)
      for (const word of words) this.vocabulary.set(word, (this.vocabulary.get(word) ?? 0) + 1);
  }

  /** Finds the texts that contain all of these words; the last one may be the beginning of a longer one. */
  holding(...words: string[]): Set<string> {
    const wanted = words.map(unaccented);
    const last = wanted.at(-1) ?? "";
    return this.where(
      (at) =>
        wanted.slice(0, -1).every((word) => this.words[at]?.has(word)) &&
        (this.words[at]?.has(last) || [...(this.words[at] ?? [])].some((word) => word.startsWith(last))),
    );
  }

  /** Finds the texts that contain this substring as it is. */
  containing(run: string): Set<string> {
    return this.where((at) => this.texts[at]?.includes(folded(run)) === true);
  }

  /** Finds the texts that contain the substring in any form of its characters. */
  containingForms(run: string): Set<string> {
    const wanted = runsOf(run).flatMap((one) => gramsOfRun(one.text));
    return this.where((at) => wanted.every((gram) => this.grams[at]?.has(gram)));
  }

  both(a: Set<string>, b: Set<string>): Set<string> {
    return new Set([...a].filter((key) => b.has(key)));
  }

  isWord(word: string): boolean {
    return [...this.vocabulary.keys()].some((known) => known.startsWith(word));
  }

  private where(holds: (at: number) => boolean): Set<string> {
    return new Set(this.docs.flatMap((doc, at) => (holds(at) ? [doc.key] : [])));
  }
}

const LATIN = /^[a-z]+$/;
const HAN = /\p{sc=Han}/u;
const KANA = /[\p{sc=Hira}\p{sc=Kana}]/u;
const HANGUL = /\p{sc=Hang}/u;

/** The same texts give the same queries. */
export function labeledQueries(
  docs: readonly Doc[],
  people: readonly { key: string; name: string }[],
): QueryClass[] {
  const texts = new Texts(docs);
  return [
    ...latinClasses(texts),
    ...runClasses(texts),
    { name: "Latin word and another script", of: "posts", queries: mixed(texts) },
    { name: "accents left out or added", of: "posts", queries: accents(texts) },
    { name: "creator and tag", of: "posts", queries: creatorAndTag(texts) },
    { name: "romanized names", of: "creators", queries: romanized(people) },
    { name: "nothing to be found", of: "posts", queries: nothing(texts) },
  ];
}

function take<T>(count: number, make: () => T | undefined): T[] {
  const made: T[] = [];
  for (let tries = 0; made.length < count && tries < count * 400; tries += 1) {
    const one = make();
    if (one !== undefined) made.push(one);
  }
  return made;
}

function latinClasses(texts: Texts): QueryClass[] {
  const rng = rngOf("quality/latin");
  const known = [...texts.vocabulary].filter(([word, count]) => LATIN.test(word) && count <= COMMON);
  const words = (from: number, to: number) =>
    known.flatMap(([word]) => (word.length >= from && word.length <= to ? word : [])).sort();
  const inOneText = (from: number) => {
    const own = [...rng.pick(texts.words)].filter((word) => LATIN.test(word) && word.length >= from);
    const [a, b] = rng.some(own, 2);
    return a === undefined || b === undefined ? undefined : ([a, b] as const);
  };
  /** A mistyped word that is no other word, alone or after one of the same text. */
  const mistyped = (kind: Parameters<typeof withTypos>[1], from: number, to: number) =>
    take(EACH_TYPO, () => {
      const word = rng.pick(words(from, to));
      const wrong = withTypos(word, kind, rng);
      if (wrong === undefined || texts.isWord(wrong)) return undefined;
      if (rng.chance(0.5)) return { q: wrong, right: texts.holding(word) };
      const at = texts.words.findIndex((own) => own.has(word));
      const beside = [...(texts.words[at] ?? [])].filter(
        (own) => LATIN.test(own) && own.length > 3 && own !== word,
      );
      if (beside.length === 0) return undefined;
      const other = rng.pick(beside);
      return { q: `${other} ${wrong}`, right: texts.holding(other, word) };
    });
  const exact = take(EACH, () => {
    const pair = inOneText(3);
    return pair && { q: pair.join(" "), right: texts.holding(...pair) };
  });
  const rare = take(EACH, () => {
    const word = rng.pick(words(4, 20));
    return { q: word, right: texts.holding(word) };
  });
  const prefixes = take(EACH, () => {
    const word = rng.pick(words(6, 20));
    const begun = word.slice(0, rng.int(3, word.length - 2));
    return { q: begun, right: texts.holding(begun) };
  });
  const classes: [string, Labeled[]][] = [
    ["exact, one word", rare],
    ["exact, two words", exact],
    ["beginning of a word", prefixes],
    ["one typo", mistyped("one", 4, 7)],
    ["two typos", mistyped("two", 8, 20)],
    ["swapped letters", mistyped("swapped", 4, 20)],
    ["doubled letter", mistyped("doubled", 4, 20)],
  ];
  return classes.map(([name, queries]) => ({ name, of: "posts", queries }));
}

interface Script {
  name: string;
  isOwn: (text: string) => boolean;
  run: RegExp;
}

const SCRIPTS: readonly Script[] = [
  { name: "Chinese", isOwn: (text) => HAN.test(text) && !KANA.test(text), run: /\p{sc=Han}+/gu },
  { name: "Japanese", isOwn: (text) => KANA.test(text), run: /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]+/gu },
  { name: "Korean", isOwn: (text) => HANGUL.test(text), run: /\p{sc=Hang}+/gu },
];

function runClasses(texts: Texts): QueryClass[] {
  const classes: QueryClass[] = [];
  for (const script of SCRIPTS) {
    const rng = rngOf(`quality/${script.name}`);
    const runs = texts.texts.flatMap((text) => (script.isOwn(text) ? [text.match(script.run) ?? []] : []));
    const piece = (length: number) => {
      const run = [...rng.pick(rng.pick(runs.filter((own) => own.length > 0)))];
      if (run.length < length) return undefined;
      const from = rng.int(0, run.length - length);
      return run.slice(from, from + length).join("");
    };
    for (const length of [1, 2, 3, 4]) {
      const queries = take(EACH_SCRIPT, () => {
        const q = piece(length);
        if (q === undefined) return undefined;
        const right = texts.containing(q);
        // Where another form of a character is meant too, containment is no label.
        return texts.containingForms(q).size === right.size ? { q, right } : undefined;
      });
      classes.push({
        name: `${script.name}, ${length} ${length === 1 ? "character" : "characters"}`,
        of: "posts",
        queries,
      });
    }
    if (script.name === "Korean") {
      const words = runs.flat().filter((word) => /^[가-힣]{3,}$/.test(word));
      const begun = () => rng.pick(words).slice(0, rng.int(3, 5));
      classes.push({ name: "hangul, one letter wrong", of: "posts", queries: wrongJamo(texts, begun, rng) });
    }
  }
  classes.push({ name: "other form of the characters", of: "posts", queries: otherForms(texts) });
  return classes;
}

/** One vowel or consonant of a syllable replaced. */
function wrongJamo(texts: Texts, begun: () => string, rng: ReturnType<typeof rngOf>): Labeled[] {
  const VOWELS = "ᅡᅢᅣᅥᅦᅧᅩᅭᅮᅲᅳᅵ";
  const INITIALS = "ᄀᄂᄃᄅᄆᄇᄉᄋᄌᄎᄏᄐᄑᄒ";
  const FINALS = "ᆨᆫᆯᆷᆸᆼ";
  return take(EACH_TYPO, () => {
    const right = begun();
    const letters = [...right.normalize("NFD")];
    const at = rng.int(1, letters.length - 1);
    const others = [VOWELS, INITIALS, FINALS].find((alike) => alike.includes(letters[at]!));
    if (others === undefined) return undefined;
    letters[at] = rng.pick([...others].filter((one) => one !== letters[at]));
    const q = letters.join("").normalize("NFC");
    return texts.containing(q).size === 0 ? { q, right: texts.containing(right) } : undefined;
  });
}

/** Katakana for hiragana and the reverse, half-width kana, and single characters in their traditional form. */
function otherForms(texts: Texts): Labeled[] {
  const rng = rngOf("quality/forms");
  const shift = (by: number, from: RegExp) => (text: string) =>
    text.replace(from, (one) => String.fromCharCode(one.charCodeAt(0) + by));
  const TRADITIONAL: Record<string, string> = {
    画: "畫",
    绘: "繪",
    灯: "燈",
    风: "風",
    龙: "龍",
    书: "書",
    云: "雲",
    图: "圖",
    动: "動",
    线: "線",
    畫: "画",
    風: "风",
    龍: "龙",
    書: "书",
    雲: "云",
    門: "门",
    馬: "马",
    東: "东",
    長: "长",
    見: "见",
  };
  const toOther = (text: string) => [...text].map((one) => TRADITIONAL[one] ?? one).join("");
  const forms = [
    { run: /[\u3041-\u3093]{3,6}/g, to: shift(0x60, /[\u3041-\u3096]/g) },
    { run: /[\u30a1-\u30f3]{3,6}/g, to: shift(-0x60, /[\u30a1-\u30f6]/g) },
    { run: /\p{sc=Han}{2,3}/gu, to: toOther },
  ];
  return take(EACH, () => {
    const { run, to } = rng.pick(forms);
    const found = rng.pick(texts.texts).match(run) ?? [];
    if (found.length === 0) return undefined;
    const right = rng.pick(found);
    const q = to(right);
    return q === right ? undefined : { q, right: texts.containingForms(right) };
  });
}

function mixed(texts: Texts): Labeled[] {
  const rng = rngOf("quality/mixed");
  const own = MIXED.flatMap(({ title, content }) =>
    [title, content].map((text) => ({ words: text.match(/[A-Za-z]{3,}/g) ?? [], runs: runsIn(text) })),
  );
  return take(EACH, () => {
    const { words, runs } = rng.pick(own);
    if (words.length === 0 || runs.length === 0) return undefined;
    const [word, run] = [rng.pick(words), rng.pick(runs)];
    const right = texts.both(texts.holding(word), texts.containing(run));
    return right.size === 0 ? undefined : { q: rng.chance(0.5) ? `${word} ${run}` : `${run} ${word}`, right };
  });
}

const runsIn = (text: string) => text.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー]+/gu) ?? [];

function accents(texts: Texts): Labeled[] {
  const rng = rngOf("quality/accents");
  const own = ACCENTED.flatMap(({ title, content, tags }) => [title, content, ...tags])
    .join(" ")
    .match(/[\p{L}\p{M}]{3,}/gu);
  const accented = (own ?? []).filter((word) => unaccented(word) !== folded(word));
  const left = take(EACH / 2, () => {
    const word = rng.pick(accented);
    return { q: unaccented(word), right: texts.holding(word) };
  });
  const added = take(EACH / 2, () => {
    const word = rng.pick(accented);
    return { q: word.toLowerCase(), right: texts.holding(word) };
  });
  return [...left, ...added];
}

function creatorAndTag(texts: Texts): Labeled[] {
  const rng = rngOf("quality/tags");
  return take(EACH, () => {
    const { creator, tags } = rng.pick(texts.docs);
    const name = creator.match(/^[A-Za-z][A-Za-z& ]+$/) ? creator : undefined;
    const tag = tags.filter((one) => /^[\p{sc=Latn} ]{3,}$/u.test(one));
    if (name === undefined || tag.length === 0) return undefined;
    const q = `${name} ${rng.pick(tag)}`;
    return { q, right: texts.holding(...(q.match(/[\p{L}\p{N}]+/gu) ?? [])) };
  });
}

function romanized(people: readonly { key: string; name: string }[]): Labeled[] {
  return NAMED.flatMap(({ name, typed }) => {
    const right = new Set(people.flatMap((one) => (one.name === name ? one.key : [])));
    return typed.map((q) => ({ q, right }));
  });
}

/** Words of no language, ids with one digit off, sums, and pairs of characters that stand nowhere side by side. */
function nothing(texts: Texts): Labeled[] {
  const rng = rngOf("quality/nothing");
  const none = (q: string): Labeled | undefined => (texts.isWord(q) ? undefined : { q, right: new Set() });
  const letters = (count: number) =>
    Array.from({ length: count }, () => rng.pick([..."bcdfghjklmnpqrstvwxz"])).join("");
  const words = take(12, () => none(letters(rng.int(4, 9))));
  const numbers = take(12, () => {
    const number = [...texts.vocabulary.keys()].filter((word) => /^\d{4,}$/.test(word));
    if (number.length === 0) return none(String(rng.int(10_000_000, 99_999_999)));
    const digits = [...rng.pick(number)];
    digits[digits.length - 1] = String((Number(digits.at(-1)) + rng.int(1, 9)) % 10);
    return none(digits.join(""));
  });
  const sums = take(8, () => none(rng.hex(40)));
  const singles = texts.texts.flatMap((text) => text.match(/[\p{sc=Han}\p{sc=Hang}]/gu) ?? []);
  const pairs = take(16, () => {
    const q = rng.pick(singles) + rng.pick(singles) + rng.pick(singles);
    return texts.containingForms(q).size === 0 ? { q, right: new Set<string>() } : undefined;
  });
  return [...words, ...numbers, ...sums, ...pairs];
}
