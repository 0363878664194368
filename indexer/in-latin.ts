/** Names by their sound, for those who cannot type them. */
import { pinyin } from "pinyin-pro";
import { toRomaji } from "wanakana";

const KANA = /[\p{sc=Hira}\p{sc=Kana}]/u;
const HAN = /\p{sc=Han}/u;

/** Romaji of kana and pinyin of Han characters, the latter in syllables and in one word; empty for other names. */
export function inLatin(name: string): string {
  const width = name.normalize("NFKC");
  if (KANA.test(width)) return toRomaji(width);
  if (!HAN.test(width)) return "";
  const syllables = pinyin(width, { toneType: "none", type: "array", nonZh: "consecutive" });
  return `${syllables.join(" ")} ${syllables.join("")}`;
}
