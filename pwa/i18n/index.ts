/** Words of the app. Call inside components and handlers, never at the top of a module: the language may change. */
import type english from "./en.json";
import { i18n } from "./locale.ts";

export { chooseLocale, currentLocale, LOCALES, type Locale, startLocale, useLocale } from "./locale.ts";

export type MessageId = keyof typeof english;
export type Values = Record<string, string | number>;

/** A message of the catalog in the visitor's language (ICU MessageFormat). */
export function t(id: MessageId, values?: Values): string {
  return i18n._(id, values);
}

/** A number as the language writes it. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(intlLocale(), options).format(value);
}

/** Tag for `Intl`; the pseudo-language has English numbers. */
export function intlLocale(): string {
  return i18n.locale === "en-XA" ? "en" : i18n.locale;
}
