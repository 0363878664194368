/** Romanizes names, for people who cannot type them. */
import { romanize } from "es-hangul";
import { pinyin } from "pinyin-pro";
import { toRomaji } from "wanakana";

const KANA = /[\p{sc=Hira}\p{sc=Kana}]/u;
const HAN = /\p{sc=Han}/u;

const HANGUL = /^\p{sc=Hang}{2,4}$/u;

/** Common spellings of family names, which differ from the official romanization. */
const FAMILY_NAMES: Record<string, string> = {
  강: "kang",
  고: "ko",
  구: "koo",
  권: "kwon",
  김: "kim",
  노: "noh",
  문: "moon",
  박: "park",
  배: "bae",
  백: "baek",
  손: "son",
  신: "shin",
  심: "shim",
  오: "oh",
  우: "woo",
  유: "yoo",
  윤: "yoon",
  이: "lee",
  임: "lim",
  장: "jang",
  정: "jung",
  조: "cho",
  주: "joo",
  최: "choi",
  허: "heo",
  홍: "hong",
  황: "hwang",
};

/**
 * Romaji of kana, pinyin of Han characters, romanized hangul; as one word, and split where a given name may begin.
 * Empty for other names.
 */
export function inLatin(name: string): string {
  const width = name.normalize("NFKC");
  if (KANA.test(width)) return toRomaji(width);
  if (/\p{sc=Hang}/u.test(width)) return [...new Set(width.split(/\s+/).flatMap(koreanWord))].join(" ");
  if (!HAN.test(width)) return "";
  const syllables = pinyin(width, { toneType: "none", type: "array", nonZh: "consecutive" });
  return [...syllables, syllables.join(""), syllables.slice(1).join("")].join(" ");
}

function koreanWord(word: string): string[] {
  if (!HANGUL.test(word)) return [romanize(word)];
  const given = romanize(word.slice(1));
  const family = FAMILY_NAMES[word.charAt(0)];
  return [romanize(word), ...(family === undefined ? [] : [family]), given];
}
