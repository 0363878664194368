import { expect, test } from "vitest";
import { foldCase } from "#shared/text/fold-case.ts";
import { holdsWord, matcherOf, NO_MUTES, parseMutes } from "./rules.ts";

const holds = (text: string, word: string) => holdsWord(foldCase(text), foldCase(word));

test.each([
  ["Cat pictures", "cat", true],
  ["The CAT.", "Cat", true],
  ["scatter", "cat", false],
  ["cats", "cat", false],
  ["blue  sky at noon", "Blue Sky", true],
  ["skyline", "sky", false],
  ["Über uns", "über", true],
  ["naïve", "na", false],
  ["ｆｏｘ hunt", "fox", true],
  ["новый Кот", "кот", true],
  ["котик", "кот", false],
  ["黒猫です", "猫", true],
  ["ねこのえ", "ねこ", true],
  ["スマート", "アート", false],
  ["アートと私", "アート", true],
  ["ｱｰﾄ", "アート", true],
  ["新しいNFT画像", "nft", true],
  ["한국 고양이는 귀엽다", "고양이", true],
  ["들고양이", "고양이", false],
  ["แมวดำ", "แมว", true],
  ["قطة سوداء", "قطة", true],
  ["100%", "100", true],
  ["1000", "100", false],
  ["🦊🦊", "🦊", true],
  ["anything", "", false],
])("%j %s", (text, word, expected) => expect(holds(text, word)).toBe(expected));

test("whose it is, its service, its tags and its words are looked at", () => {
  const match = matcherOf({
    ...NO_MUTES,
    creators: [{ service: "patreon", id: "7", name: "Mori" }],
    services: ["fansly"],
    tags: ["Spoiler"],
    words: ["kraken"],
  });
  const subject = { service: "fanbox", user: "7", text: "A quiet day", tags: ["art"] };
  expect(match(subject)).toBeUndefined();
  expect(match({ ...subject, tags: null })).toBeUndefined();
  expect(match({ ...subject, service: "patreon" })).toEqual({ kind: "creator" });
  expect(match({ ...subject, service: "fansly" })).toEqual({ kind: "service" });
  expect(match({ ...subject, tags: ["art", "SPOILER"] })).toEqual({ kind: "tag", word: "SPOILER" });
  expect(match({ ...subject, text: "Release the Kraken!" })).toEqual({ kind: "word", word: "kraken" });
});

test("only valid stored values are used", () => {
  expect(parseMutes("no")).toBeUndefined();
  expect(parseMutes("[]")).toEqual(NO_MUTES);
  expect(
    parseMutes('{"mode":"x","creators":[1,{"service":"a","id":"b","name":"c"}],"tags":["t",2,""]}'),
  ).toEqual({
    ...NO_MUTES,
    creators: [{ service: "a", id: "b", name: "c" }],
    tags: ["t"],
  });
});
