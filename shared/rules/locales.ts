/** The languages of the app. To add one: docs/translating.md. */

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

/** The first of the preferred languages that has a catalog. */
export function bestLocale(languages: readonly string[]): Locale {
  for (const tag of languages) {
    const found = namesFor(tag).find(isLocale);
    if (found !== undefined) return found;
  }
  return "en";
}

const isLocale = (tag: string): tag is Locale => Object.hasOwn(LOCALES, tag);

/** Names of catalogs that fit a tag, the closest first: zh-Hant for `zh-TW`, pt-BR for `pt`. */
function namesFor(tag: string): string[] {
  // Common tags skip Intl, whose first use is slow on a phone.
  const [, plain = "", plainRegion] = /^([a-z]{2,3})(?:-([A-Z]{2}))?$/.exec(tag) ?? [];
  if (isLocale(plain)) return [`${plain}-${plainRegion}`, plain];
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize();
    return [`${language}-${script}`, `${language}-${region}`, language];
  } catch {
    return []; // not a tag: some systems name their language like `en-US@posix`
  }
}
