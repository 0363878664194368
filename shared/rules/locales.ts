/** Languages of the app, and the best match for a visitor. */

/** Complete catalogs, by BCP 47 tag. */
export const LOCALES = {
  en: "English",
  es: "Español",
  ja: "日本語",
  ko: "한국어",
  ru: "Русский",
  "zh-Hans": "简体中文",
  "zh-Hant": "繁體中文",
} as const;
export type Locale = keyof typeof LOCALES;

/** First preferred language that has a catalog. */
export function bestLocale(languages: readonly string[]): Locale {
  for (const tag of languages) {
    const { language, script } = parseTag(tag);
    const name = language === "zh" ? `zh-${script}` : (language ?? "");
    if (isLocale(name)) return name;
  }
  return "en";
}

const isLocale = (tag: string): tag is Locale => Object.hasOwn(LOCALES, tag);

/** Some systems report tags like `en-US@posix`, which are invalid. */
function parseTag(tag: string): { language?: string | undefined; script?: string | undefined } {
  // Common tags skip Intl, whose first use is slow on a phone.
  const [, plainTag] = /^(en|es|ja|ko|ru)(-[A-Z]{2})?$/.exec(tag) ?? [];
  if (plainTag !== undefined) return { language: plainTag };
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return {};
  }
}
