/** Messages in the visitor's language. Import `index.ts`, or `initial.ts` in modules of the initial bundle. */
import type english from "./en.json";
import { type Language, print, type Token } from "./format.ts";
import { i18n } from "./locale.ts";
import type { TextId } from "./texts.ts";

export { LOCALES, type Locale } from "#shared/rules/locales.ts";
export { activate, chooseLocale, loadCatalogs, startLocale, switchTo, useLocale } from "./locale.ts";

/** Messages of `texts.ts` are available once `loadTexts` has resolved. */
export type MessageId = keyof typeof english | TextId;
export type Values = Record<string, string | number>;

/** Formats a message in the visitor's language (ICU MessageFormat). */
export function t(id: MessageId, values?: Values): string {
  const message = i18n.messages[id];
  const quick =
    typeof message === "string" || message === undefined
      ? undefined
      : print(message as Token[], values ?? {}, LANGUAGE);
  return quick ?? i18n._(id, values);
}

let plurals: { locale: string; rules: Intl.PluralRules } | undefined;
const LANGUAGE: Language = {
  number: (value) => formatNumber(value),
  plural: (count) => {
    const locale = intlLocale();
    if (plurals?.locale !== locale) plurals = { locale, rules: new Intl.PluralRules(locale) };
    return plurals.rules.select(count);
  },
};

export interface Piece {
  text: string;
  /** Name of the surrounding element: `link` in `See <link>all posts</link>.` */
  tag?: string;
}

/** Placeholder for `<` while splitting, so that values cannot add elements. */
const OPENING = "\ue010";

/** Splits a message at its elements. */
export function pieces(id: MessageId, values: Values = {}): Piece[] {
  const safe = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? value.replaceAll("<", OPENING) : value,
  ]);
  return t(id, Object.fromEntries(safe))
    .split(/(<\w+>[^<]*<\/\w+>)/)
    .filter((part) => part !== "")
    .map((part) => {
      const [, tag, inside = part] = /^<(\w+)>([^<]*)<\/\1>$/.exec(part) ?? [];
      const text = inside.replaceAll(OPENING, "<");
      return tag === undefined ? { text } : { tag, text };
    });
}

/** Text of a message without its elements, for titles and labels. */
export function plain(id: MessageId, values?: Values): string {
  return pieces(id, values)
    .map(({ text }) => text)
    .join("");
}

/** Cached by language and options: creating one is slow, and a list needs a hundred. */
const formats = new Map<string, Intl.NumberFormat>();

/** Formats a number. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  const locale = intlLocale();
  // Small integers look the same in all of these languages; creating the first formatter takes a tenth of a second on
  // slow phones.
  if (options === undefined && /^(en|ja|zh)/.test(locale) && Number.isSafeInteger(value) && value >= 0)
    return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, options);
    formats.set(key, format);
  }
  return format.format(value);
}

/** Formats items of a list: `a, b, c`. The type `unit` would join them without commas in Chinese. */
export function formatList(items: string[]): string {
  return new Intl.ListFormat(intlLocale(), { type: "conjunction", style: "narrow" }).format(items);
}

/** Formats alternatives: `a, b or c`. */
export function formatChoices(items: string[]): string {
  return new Intl.ListFormat(intlLocale(), { type: "disjunction" }).format(items);
}

/** Language tag for `Intl`; pseudo-languages use a real one. */
export function intlLocale(): string {
  return i18n.locale.replace(/-X[AB]$/, "");
}
