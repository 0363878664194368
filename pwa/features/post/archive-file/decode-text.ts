/** Texts in archive files state no encoding, and old ones are not UTF-8. */

/** Tried in this order, each only where every byte fits. */
const LEGACY = ["shift_jis", "gb18030", "euc-kr", "big5", "windows-1251"];
/** Encoding that is tried first, by the app's language. */
const OF_LANGUAGE: Record<string, string> = {
  "zh-Hans": "gb18030",
  "zh-Hant": "big5",
  ko: "euc-kr",
  ru: "windows-1251",
};
const MARKS: [string, string][] = [
  ["\xff\xfe", "utf-16le"],
  ["\xfe\xff", "utf-16be"],
];

/**
 * Decodes a text by its byte order mark, as UTF-8, or in the first encoding that fits.
 * @param isCut true if the bytes may end inside a character
 */
export function decodeText(bytes: Uint8Array, language: string, isCut: boolean): string {
  const head = String.fromCharCode(...bytes.subarray(0, 2));
  const marked = MARKS.find(([mark]) => mark === head)?.[1];
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  for (const encoding of ["utf-8", OF_LANGUAGE[language] ?? "utf-8", ...LEGACY]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut });
    } catch {} // another encoding
  }
  return new TextDecoder("windows-1252").decode(bytes);
}
