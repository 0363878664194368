/** Messages in the visitor's language. Import `index.ts`, or `initial.ts` in what the first load needs. */
import type english from "./en.json";
import { type Language, print, type Token } from "./format.ts";
import { i18n } from "./locale.ts";
import type { TextId } from "./texts.ts";

export { LOCALES, type Locale } from "#shared/rules/locales.ts";
export { activate, chooseLocale, loadCatalogs, startLocale, switchTo, useLocale } from "./locale.ts";

/** Messages of `texts.ts` are available once `loadTexts` has resolved. */
export type MessageId = keyof typeof english | TextId;
export type Values = Record<string, string | number>;

/** A message of the catalog in the visitor's language (ICU MessageFormat). */
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
  /** Name of the element around it: `link` in `See <link>all posts</link>.` */
  tag?: string;
}

/** Stands for `<` while a message is cut up, so that no value can bring an element of its own. */
const OPENING = "\ue010";

/** A message with elements in it, cut at them. */
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

/** A message with elements in it, as text alone: for titles and labels. */
export function plain(id: MessageId, values?: Values): string {
  return pieces(id, values)
    .map(({ text }) => text)
    .join("");
}

/** Kept by language and options: making one takes longer than a card has, and a list asks a hundred times. */
const formats = new Map<string, Intl.NumberFormat>();

/** A number as the language writes it. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  const locale = intlLocale();
  // Written alike in all of these; the first formatter costs a slow phone a tenth of a second.
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

/** `a, b or c`, as the language says it. */
export function formatChoices(items: string[]): string {
  return new Intl.ListFormat(intlLocale(), { type: "disjunction" }).format(items);
}

/** Tag for `Intl`; the pseudo-languages have the numbers of the real ones. */
export function intlLocale(): string {
  return i18n.locale.replace(/-X[AB]$/, "");
}
