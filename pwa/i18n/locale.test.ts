import { expect, test } from "vitest";
import { bestLocale } from "#shared/rules/locales.ts";
import { pieces, plain, t } from "./index.ts";
import { pseudo } from "./pseudo.ts";

test.each([
  [["ja-JP", "en"], "ja"],
  [["en-GB", "ja"], "en"],
  [["zh-CN"], "zh-Hans"],
  [["zh-SG", "en"], "zh-Hans"],
  [["zh-TW", "ja"], "zh-Hant"],
  [["zh-Hant-HK"], "zh-Hant"],
  [["zh-MO"], "zh-Hant"],
  [["ko-KR", "en"], "ko"],
  [["es-419"], "es"],
  [["ru"], "ru"],
  [["fr", "de", "ja"], "ja"],
  [["toString", "ja"], "ja"],
  [["en-US@posix", "", "ja"], "ja"],
  [[], "en"],
])("a browser that asks for %o gets %s", (languages, locale) => {
  expect(bestLocale(languages)).toBe(locale);
});

test("a value cannot bring an element into a message", () => {
  const q = "a <b>x</b> </q><q>y</q>";
  expect(pieces("posts.titleFor", { q })).toEqual([
    { text: "Posts for “" },
    { tag: "q", text: q },
    { text: "”" },
  ]);
  expect(plain("posts.titleFor", { q })).toBe(`Posts for “${q}”`);
});

test("plurals and numbers are those of the language", () => {
  expect(t("posts.files", { count: 1 })).toBe("1 file");
  expect(t("posts.files", { count: 1234 })).toBe("1,234 files");
});

test("the pseudo-language changes words, never the names of values, forms or elements", () => {
  expect(
    pseudo({
      plain: "a <link>bc</link>",
      plural: [["count", "plural", { one: ["#", " post"], other: ["#", " posts"] }]],
    } as never),
  ).toEqual({
    plain: "á <link>ƀč</link>",
    plural: [["count", "plural", { one: ["#", " ṕóšŧ"], other: ["#", " ṕóšŧš"] }]],
  });
});
