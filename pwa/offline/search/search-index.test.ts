import fc from "fast-check";
import { expect, test } from "vitest";
import { fold } from "#shared/text/fold.ts";
import { EXACT, matchQuality, minimumOf, type Part, parseQuery, TYPO } from "./query.ts";
import { SearchIndex } from "./search-index.ts";
import { Segment } from "./segment.ts";
import { CREATOR, type SearchDocument, TAGS, TEXT, TITLE, termsOf } from "./tokenize.ts";

const post = (key: string, title: string, more: Partial<SearchDocument> = {}): SearchDocument => ({
  key: `fanbox/1/${key}`,
  title,
  text: "",
  creator: "",
  tags: [],
  date: 0,
  ...more,
});

function found(index: SearchIndex, q: string, filter = {}): string[] {
  return index.search(parseQuery(q), filter, 0, 50).keys.map((key) => key.replace("fanbox/1/", ""));
}

function indexOf(...documents: SearchDocument[]): SearchIndex {
  const index = new SearchIndex();
  index.update(documents);
  return index;
}

const drain = (index: SearchIndex, isAll = false) => {
  for (const _ of index.merge(isAll));
};

test("width, case and accents make no difference", () => {
  const index = indexOf(post("1", "Ｃａｆé ﬁn"), post("2", "ŁÓDŹ straße"), post("3", "ｶﾞﾗｽ"));
  expect(found(index, "cafe")).toEqual(["1"]);
  expect(found(index, "CAFÉ FIN")).toEqual(["1"]);
  expect(found(index, "lodz STRASSE")).toEqual(["2"]);
  expect(found(index, "ガラス")).toEqual(["3"]);
  expect(found(index, "がらす")).toEqual(["3"]); // either syllabary
  expect(found(index, "カラス")).toEqual([]); // a mark of kana is another letter
});

test.each(["lantrn", "lanternn", "lantarn", "latnern", "antern", "lanterm"])(
  "%s finds lantern, and digits and short words are taken as they are",
  (typo) => {
    const index = indexOf(post("1", "The lantern of 2041, cat"));
    expect(found(index, typo)).toEqual(["1"]);
    expect(found(index, "2042")).toEqual([]);
    expect(found(index, "bat")).toEqual([]);
  },
);

test.each([
  ["lodz", "Łódź"],
  ["ŁÓDŹ", "A day in lodz"],
  ["🦩", "Heron 🦩"],
  ["heron 🦩", "Heron 🦩"],
  ["👋", "Hello 👋🏽"],
  ["1.2.3", "Release v1.2.3"],
  ["v1.2.3", "Release v1.2.3"],
  ["at&t", "AT&T"],
])("%s finds %s", (q, title) => {
  expect(found(indexOf(post("1", title), post("2", "Other 🐦 words")), q)).toEqual(["1"]);
});

test("two typos are forgiven from nine letters on", () => {
  const index = indexOf(post("1", "lighthouse"), post("2", "lantern"));
  expect(found(index, "lihgthuose")).toEqual(["1"]);
  expect(found(index, "latnenr")).toEqual([]);
});

test("all words must be there; the last may be unfinished, an earlier one not", () => {
  const index = indexOf(post("1", "red harbor", { text: "at night" }), post("2", "red house"));
  expect(found(index, "red har")).toEqual(["1"]);
  expect(found(index, "har red")).toEqual([]);
  expect(found(index, "night red")).toEqual(["1"]);
  expect(found(index, "red -harbor")).toEqual(["2"]);
  expect(found(index, '"red" "hous"')).toEqual([]);
});

test("exact before unfinished before mistyped; title, tags, text; then the newer", () => {
  const index = indexOf(
    post("text", "", { text: "stone", date: 9 }),
    post("old", "stone", { date: 1 }),
    post("new", "stone", { date: 2 }),
    post("tag", "", { tags: ["stone"], date: 9 }),
    post("longer", "stones", { date: 9 }),
    post("typo", "stove", { date: 9 }),
  );
  expect(found(index, "stone")).toEqual(["new", "old", "tag", "text", "longer", "typo"]);
});

test("scripts without spaces are found by any part, also with one character wrong in four or more", () => {
  const index = indexOf(post("1", "東京都の古い灯台"), post("2", "바다의 등대지기"), post("3", "京都"));
  expect(found(index, "灯台")).toEqual(["1"]);
  expect(found(index, "京")).toEqual(["3", "1"].sort());
  expect(found(index, "등대")).toEqual(["2"]);
  expect(found(index, "古い燈台")).toEqual(["1"]);
  expect(found(index, "등대지가")).toEqual(["2"]);
  expect(found(index, "灯火")).toEqual([]);
});

test("one and two characters of such a script are found exactly, pairs only side by side", () => {
  const index = indexOf(
    post("1", "春風が吹く"),
    post("2", "春の風"),
    post("3", "さくら", { tags: ["夏祭り"] }),
  );
  expect(found(index, "春").sort()).toEqual(["1", "2"]);
  expect(found(index, "春風")).toEqual(["1"]);
  expect(found(index, "祭")).toEqual(["3"]);
  expect(found(index, "サク")).toEqual(["3"]);
  expect(found(index, "風春")).toEqual([]);
});

test("tags are whole, a creator's slice is the creator's", () => {
  const index = indexOf(post("1", "a sea", { tags: ["Low Tide"] }), post("2", "a sea", { tags: ["tide"] }), {
    ...post("", "a sea"),
    key: "fanbox/10/3",
  });
  expect(found(index, "sea", { tags: [["low tide"]] })).toEqual(["1"]);
  expect(found(index, "", { tags: [["tide"]] })).toEqual(["2"]);
  expect(found(index, "", { tags: [["Ｌｏｗ_tide"]] })).toEqual(["1"]);
  expect(found(index, "", { tags: [["lowtide"]] })).toEqual([]);
  expect(found(index, "", { tags: [["tide", "LOW tide", "none"]] })).toEqual(["1", "2"]);
  expect(found(index, "", { tags: [["tide"], ["low tide"]] })).toEqual([]);
  expect(found(index, "sea", { without: ["low tide"] })).toEqual(["2", "fanbox/10/3"]);
  expect(found(index, "sea", { within: ["fanbox/1/"] })).toEqual(["1", "2"]);
});

test("a segment of another version is refused", () => {
  const index = indexOf(post("1", "one"));
  const data = index.entries[0]!.segment.data.slice(0);
  new Uint32Array(data)[0]!++;
  expect(() => new Segment(data)).toThrow(RangeError);
});

// Few letters, so that typos, prefixes and equal words are common.
const word = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", "c", "é"), minLength: 1, maxLength: 11 }),
  fc.string({ unit: fc.constantFrom("海", "の", "등", "𠮷"), minLength: 1, maxLength: 6 }),
  fc.constantFrom("1", "12", "a1b2", "ß"),
);
const words = (max: number) => fc.array(word, { maxLength: max }).map((list) => list.join(" "));
const documents = fc.array(
  fc.record({
    key: fc.constantFrom(..."abcdefgh").map((key) => `s/u/${key}`),
    title: words(2),
    text: words(5),
    creator: words(1),
    tags: fc.array(word, { maxLength: 2 }),
    date: fc.nat(3),
  }),
  { maxLength: 12 },
);

/** The rules once more, said about one document, without any index. */
function costOf(
  part: Part,
  document: SearchDocument,
  isNearly: boolean,
): [fit: number, field: number] | undefined {
  const rank = (fields: number) => (fields & TITLE ? 0 : fields & TAGS ? 1 : fields & CREATOR ? 2 : 3);
  const terms = termsOf(document);
  const costs: [number, number][] = [];
  if (part.kind === "word") {
    for (const [term, fields] of terms) {
      const fit = term.startsWith("#") ? undefined : matchQuality(part, term);
      if (fit !== undefined) costs.push([fit, rank(fields)]);
    }
  } else {
    const least = minimumOf(part);
    for (const field of [TITLE, TAGS, CREATOR, TEXT]) {
      const count = (grams: string[]) =>
        [...new Set(grams)].filter((gram) => (terms.get(gram) ?? 0) & field).length;
      const grams = part.pairs.length > 0 ? part.pairs : part.characters;
      if (!isNearly && count(grams) === new Set(grams).size) costs.push([EXACT, rank(field)]);
      if (
        isNearly &&
        least !== undefined &&
        count(part.characters) >= least.characters &&
        count(part.pairs) >= least.pairs
      )
        costs.push([TYPO, Math.min(20, (new Set(part.pairs).size - count(part.pairs)) * 4 + rank(field))]);
    }
  }
  return costs.sort((a, b) => a[0] - b[0] || a[1] - b[1])[0];
}

function searchPlainly(all: SearchDocument[], q: string): string[] {
  const parts = parseQuery(q);
  if (parts.every((part) => part.isExcluded)) return [];
  const nearly = parts.map(
    (part) => !part.isExcluded && part.kind === "run" && !all.some((one) => costOf(part, one, false)),
  );
  const ranked = all.flatMap((document) => {
    const costs = parts.map((part, at) => costOf(part, document, nearly[at]!));
    if (parts.some((part, at) => part.isExcluded === (costs[at] !== undefined))) return [];
    const sum = (at: 0 | 1) => costs.reduce((total, cost) => total + (cost?.[at] ?? 0), 0);
    return [{ document, order: [sum(0), sum(1), -document.date] }];
  });
  const compare = (a: number[], b: number[]) =>
    a.map((one, at) => one - b[at]!).find((one) => one !== 0) ?? 0;
  return ranked
    .sort((a, b) => compare(a.order, b.order) || (a.document.key < b.document.key ? -1 : 1))
    .map(({ document }) => document.key);
}

const lastOfEach = (all: SearchDocument[]) => [...new Map(all.map((one) => [one.key, one])).values()];

test("property: the index finds what the rules say, in their order, however it was brought up to date", () => {
  const batches = fc.array(fc.tuple(documents, fc.array(fc.constantFrom(..."abcdefgh"), { maxLength: 3 })), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(batches, words(3), fc.boolean(), (steps, q, isMerged) => {
      const index = new SearchIndex();
      const truth = new Map<string, SearchDocument>();
      for (const [added, removed] of steps) {
        const batch = lastOfEach(added);
        const removedKeys = removed.map((key) => `s/u/${key}`);
        index.update(batch, removedKeys);
        if (isMerged) drain(index);
        for (const key of removedKeys) truth.delete(key);
        for (const one of batch) truth.set(one.key, one);
      }
      expect(index.size).toBe(truth.size);
      expect(index.search(parseQuery(q), {}, 0, 50).keys).toEqual(searchPlainly([...truth.values()], q));
    }),
    { numRuns: 500 },
  );
});

test("property: after any updates the index is, byte for byte, the one built at once", () => {
  fc.assert(
    fc.property(fc.array(documents, { maxLength: 6 }), (steps) => {
      const index = new SearchIndex();
      for (const step of steps) index.update(lastOfEach(step));
      drain(index, true);
      const whole = new SearchIndex();
      whole.update(lastOfEach(steps.flat()));
      expect(index.entries.map(({ segment }) => segment.data)).toEqual(
        whole.entries.map(({ segment }) => segment.data),
      );
    }),
    { numRuns: 300 },
  );
});

test("property: a stored index answers like the one it was stored from", () => {
  fc.assert(
    fc.property(fc.array(documents, { minLength: 1, maxLength: 3 }), words(2), (steps, q) => {
      const index = new SearchIndex();
      for (const step of steps) index.update(lastOfEach(step));
      const copy = new SearchIndex(
        index.entries.map(({ segment, dead }) => ({
          segment: new Segment(structuredClone(segment.data)),
          dead,
        })),
      );
      const ask = (one: SearchIndex) => one.search(parseQuery(q), {}, 0, 50);
      expect(ask(copy)).toEqual(ask(index));
    }),
  );
});

test("property: pages of a list are the list", () => {
  fc.assert(
    fc.property(documents, words(1), (all, q) => {
      const index = new SearchIndex();
      index.update(lastOfEach(all));
      const whole = index.search(parseQuery(q), {}, 0, 50);
      const pages = [0, 2, 4, 6, 8].flatMap((at) => index.search(parseQuery(q), {}, at, 2).keys);
      expect(pages).toEqual(whole.keys);
      expect(whole.total).toBe(whole.keys.length);
    }),
  );
});

test("property: a word of a document with one letter wrong finds it", () => {
  const letters = "abcdefghij";
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...letters), minLength: 5, maxLength: 14 }),
      fc.nat(20),
      fc.constantFrom("insert", "delete", "replace", "swap"),
      fc.constantFrom(...letters),
      (right, place, kind, letter) => {
        const at = place % (right.length - 1);
        const wrong = {
          insert: right.slice(0, at) + letter + right.slice(at),
          delete: right.slice(0, at) + right.slice(at + 1),
          replace: right.slice(0, at) + letter + right.slice(at + 1),
          swap: right.slice(0, at) + right[at + 1] + right[at] + right.slice(at + 2),
        }[kind];
        expect(found(indexOf(post("1", right)), wrong)).toEqual(["1"]);
        expect(fold(wrong)).toBe(wrong);
      },
    ),
  );
});
