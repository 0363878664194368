import fc from "fast-check";
import { expect, test } from "vitest";
import { parseQuery, printQuery, profileOf, startOf, unknownConditions } from "./query.ts";

const word = (text: string, fields = {}) => ({ text, isPhrase: false, isExcluded: false, ...fields });
const condition = (key: string, value: string, isExcluded = false) => ({ key, value, isExcluded });

test("words, phrases and what must not be there", () => {
  expect(parseQuery('red "low tide" -blue -"high tide" “夏 祭り”').words).toEqual([
    word("red"),
    word("low tide", { isPhrase: true }),
    word("blue", { isExcluded: true }),
    word("high tide", { isPhrase: true, isExcluded: true }),
    word("夏 祭り", { isPhrase: true }),
  ]);
});

test("conditions, their values in one form", () => {
  const text =
    'Tag:"fan art" -tag:wip service:Patreon creator:Ann has:VIDEO ext:.PSD before:2024 after:2023-05-31 sort:oldest sort:newest tag:"fan art"';
  expect(parseQuery(text)).toEqual({
    words: [],
    conditions: [
      condition("tag", "wip", true),
      condition("service", "patreon"),
      condition("creator", "Ann"),
      condition("has", "video"),
      condition("ext", "psd"),
      condition("before", "2024"),
      condition("after", "2023-05-31"),
      condition("sort", "newest"),
      condition("tag", "fan art"),
    ],
  });
});

test("a bar between values asks for any of them, in quotes it is a character", () => {
  const any = (key: string, [value, ...or]: string[], isExcluded = false) => ({ key, value, or, isExcluded });
  const text =
    'sea tag:rain|"fan  art"|rain -tag:"low tide"|wip| has:Video|AUDIO ext:.psd|clip tag:"a|b" tag:a| person:Patreon/1|fanbox/2';
  const query = parseQuery(text);
  expect(query).toEqual({
    words: [word("sea")],
    conditions: [
      any("tag", ["rain", "fan art"]),
      any("tag", ["low tide", "wip"], true),
      any("has", ["video", "audio"]),
      any("ext", ["psd", "clip"]),
      condition("tag", "a|b"),
      condition("tag", "a"),
      any("person", ["patreon/1", "fanbox/2"]),
    ],
  });
  expect(printQuery(query)).toBe(
    'sea tag:rain|"fan art" -tag:"low tide"|wip has:video|audio ext:psd|clip tag:"a|b" tag:a person:patreon/1|fanbox/2',
  );
});

test("a person is named by service and id of one profile", () => {
  expect(parseQuery('person:Patreon/1 -person:"fanbox/a b/c" creator:patreon/1').conditions).toEqual([
    condition("person", "patreon/1"),
    condition("person", "fanbox/a b/c", true),
    condition("creator", "patreon/1"),
  ]);
  expect(profileOf("Patreon/a/b")).toEqual({ service: "patreon", id: "a/b" });
});

test.each([
  ["person:1 person:elsewhere/1 person:patreon/", ["person:1", "person:elsewhere/1", "person:patreon/"]],
  ["has:nothing", ["has:nothing"]],
  ["before:yesterday after:2024-02-30", ["before:yesterday", "after:2024-02-30"]],
  ["service:elsewhere sort:random", ["service:elsewhere", "sort:random"]],
  ["http://a.example", ["http://a.example"]],
  ["constructor:x tag: ext:", ["constructor:x", "tag:", "ext:"]],
  ['tag:"" "', ["tag:"]],
  ['"unclosed words', ["unclosed", "words"]],
  ["- 1:2", ["-", "1:2"]],
  [
    "a|b has:video|nothing tag:| sort:newest|oldest",
    ["a|b", "has:video|nothing", "tag:|", "sort:newest|oldest"],
  ],
  ['has:nothing|"a b"|c', ["has:nothing|", "a b", "|c"]],
])("a malformed condition is a word: %s", (text, words) => {
  const parsed = parseQuery(text);
  expect(parsed.conditions).toEqual([]);
  expect(parsed.words.map((one) => one.text)).toEqual(words);
});

const Piece = fc.oneof(
  fc.constantFrom(
    '"',
    "-",
    ":",
    " ",
    "\u3000",
    "“",
    "\\",
    "|",
    "tag",
    "ext:",
    "has:video",
    "before:2024",
    'tag:"a b"',
  ),
  fc.constantFrom(
    "sort:newest",
    "service:fanbox",
    'tag:sea|"low tide"',
    "has:video|",
    "-tag:",
    "creator:",
    "person:",
    "person:Patreon/",
    "-person:fanbox/a",
    "夏祭り",
    'NOT tags = "x" OR ',
  ),
  fc.string({ unit: "grapheme", maxLength: 5 }),
);

test("a printed query parses to the same one, for any text", () => {
  fc.assert(
    fc.property(fc.array(Piece, { maxLength: 12 }), (pieces) => {
      const parsed = parseQuery(pieces.join(""));
      const printed = printQuery(parsed);
      expect(parseQuery(printed)).toEqual(parsed);
      expect(printQuery(parseQuery(printed))).toBe(printed);
    }),
    { numRuns: 2_000 },
  );
});

test("words that look like conditions are named, addresses and times of day are not", () => {
  const unknown = (text: string) => unknownConditions(parseQuery(text));
  expect(unknown("tag:rain -has:video before:2024 harbor")).toEqual([]);
  expect(unknown('color:red -has:sound before:yesterday "see:this"')).toEqual([
    "color:red",
    "-has:sound",
    "before:yesterday",
  ]);
  expect(unknown("https://example.com/a 12:30 :) a: 夏:祭り")).toEqual([]);
});

test("a date begins with its first second", () => {
  expect(startOf("2024")).toBe(Date.UTC(2024, 0, 1) / 1000);
  expect(startOf("2024-05-31")).toBe(Date.UTC(2024, 4, 31) / 1000);
  expect(startOf("2023-02-29")).toBeUndefined();
});
