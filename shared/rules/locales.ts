/** The languages of the app, and which of them fits a reader. */

/** Complete catalogs, by BCP 47 tag. */
export const LOCALES = { en: "English", ja: "日本語", "zh-Hans": "简体中文" } as const;
export type Locale = keyof typeof LOCALES;

/** The first of the preferred languages that there is a catalog of. Traditional Chinese readers get English. */
export function bestOf(languages: readonly string[]): Locale {
  for (const tag of languages) {
    const { language, script } = parseTag(tag);
    if (language === "zh" && script === "Hans") return "zh-Hans";
    if (language === "en" || language === "ja") return language;
  }
  return "en";
}

/** Some systems name their language like `en-US@posix`, which is no tag. */
function parseTag(tag: string): { language?: string | undefined; script?: string | undefined } {
  // The most frequent tags skip Intl, whose first use is slow on a phone.
  const [, plainTag] = /^(en|ja)(-[A-Z]{2})?$/.exec(tag) ?? [];
  if (plainTag !== undefined) return { language: plainTag };
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return {};
  }
}
