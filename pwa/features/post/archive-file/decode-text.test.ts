import { expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";

const bytes = (hex: string) => Uint8Array.from(hex.split(" "), (byte) => Number.parseInt(byte, 16));

test.each<[string, string, string, string]>([
  ["UTF-8", "e8 a1 a8 e7 b4 99", "en", "表紙"],
  ["UTF-8 with a mark", "ef bb bf 61", "en", "a"],
  ["UTF-16", "ff fe 68 88 19 7d", "ja", "表紙"],
  ["UTF-16, the other way round", "fe ff 88 68 7d 19", "ja", "表紙"],
  ["Shift-JIS", "95 5c 8e 86", "ja", "表紙"],
  ["GB18030", "b7 e2 c3 e6", "zh-Hans", "封面"],
  ["Big5", "ab ca ad b1", "zh-Hant", "封面"],
  ["EUC-KR", "c7 a5 c1 f6", "ko", "표지"],
  ["Windows-1251", "f2 e5 ea f1 f2", "ru", "текст"],
])("a text in %s is readable", (_, hex, language, text) => {
  expect(decodeText(bytes(hex), language, false)).toBe(text);
});

test("a text may break off inside a character", () => {
  expect(decodeText(bytes("61 e8 a1"), "en", true)).toBe("a");
});
