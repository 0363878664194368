/** Language of the app: the visitor's choice, else the browser's, else English. */
import { type Messages, setupI18n } from "@lingui/core";
import { bestLocale, LOCALES, type Locale } from "#shared/rules/locales.ts";
import { LOCALE_COOKIE } from "#shared/rules/ssr.ts";
import { writeCookie } from "../lib/cookie.ts";
import { createStore } from "../lib/create-store.ts";
import { readStored, writeStored } from "../lib/storage.ts";
import { messages as first } from "./english-initial.ts";

/**
 * Pseudo-languages, left-to-right and right-to-left: unchanged text on a screen is missing from the catalog. For tests;
 * not offered to visitors.
 */
const pseudo = async () => {
  const [{ pseudo }, { messages: later }] = await Promise.all([
    import("./pseudo.ts"),
    import("./english-deferred.ts"),
  ]);
  return pseudo({ ...ENGLISH, ...later });
};

const STORED = "locale";
const ENGLISH: Messages = { ...first };
const OTHERS = import.meta.glob<Messages>(["./*.json", "!./en.json"], { import: "default" });
const CATALOGS: Record<string, () => Promise<Messages>> = {
  en: async () => ENGLISH,
  ...Object.fromEntries(Object.entries(OTHERS).map(([file, load]) => [file.slice(2, -5), load])),
  "en-XA": pseudo,
  "ar-XB": pseudo,
};

export const i18n = setupI18n({ locale: "en", messages: { en: ENGLISH } });
// Suppresses warnings about uncompiled plain texts.
i18n.setMessagesCompiler((text) => [text]);
/** Active language tag. Server and hydrating browser activate the same one before rendering. */
const activeLocale = createStore("en", { server: () => i18n.locale });

/** Active language tag, for `lang` and `Intl`. */
export const currentLocale = (): string => i18n.locale;

/** Re-renders when the language changes. */
export const useLocale = activeLocale.use;

/** Loads the visitor's language before the first paint; falls back to English if the catalog fails to load. */
export async function startLocale(): Promise<void> {
  const wanted = asked() ?? readStored(STORED) ?? bestLocale(navigator.languages);
  await switchTo(Object.hasOwn(CATALOGS, wanted) ? wanted : "en").catch(() => {});
  if (readStored(STORED) === i18n.locale) writeCookie(LOCALE_COOKIE, i18n.locale);
}

/** Language from `?lang=ja` in the address, for this visit only. */
function asked(): string | undefined {
  const lang = new URLSearchParams(location.search).get("lang");
  return lang !== null && Object.hasOwn(CATALOGS, lang) ? lang : undefined;
}

let longTexts: Messages = {};

/** Adds English messages, the fallback for missing translations. */
export function addEnglish(messages: Messages): void {
  Object.assign(ENGLISH, messages);
  i18n.load("en", messages);
  if (i18n.locale !== "en") i18n.load(i18n.locale, { ...messages, ...longTexts });
}

/** @throws Error if the catalog cannot be loaded; nothing changes then */
export async function chooseLocale(locale: Locale): Promise<void> {
  await switchTo(locale);
  writeStored(STORED, currentLocale());
  writeCookie(LOCALE_COOKIE, currentLocale());
}

/** Loads all catalogs, so that `activate` can select one for each render. Server only. */
export async function loadCatalogs(): Promise<void> {
  for (const locale of Object.keys(LOCALES))
    i18n.load(locale, { ...ENGLISH, ...(await CATALOGS[locale]?.()) });
}

/** Selects a loaded language for the next render. Server only. */
export const activate = (locale: string): void => i18n.activate(locale);

let latest: string | undefined;

/** Loads a language and switches the app to it. @throws Error if the catalog cannot be loaded; nothing changes then */
export async function switchTo(locale: string): Promise<void> {
  latest = locale;
  const messages = await CATALOGS[locale]?.();
  if (messages === undefined || latest !== locale) return; // another language was chosen meanwhile
  longTexts = messages;
  i18n.load(locale, { ...ENGLISH, ...messages });
  i18n.activate(locale);
  markLanguage(locale, Object.hasOwn(LOCALES, locale) ? "ltr" : directionOf(locale));
  activeLocale.set(locale);
}

/** Sets what differs: setting either, even to the same value, restyles the whole page. */
function markLanguage(locale: string, direction: "ltr" | "rtl"): void {
  const root = document.documentElement;
  if (root.lang !== locale) root.lang = locale;
  if (root.dir !== direction) root.dir = direction;
}

/** Text direction; only a pseudo-language is right-to-left so far. */
function directionOf(locale: string): "ltr" | "rtl" {
  return ["ar", "fa", "he", "ur"].includes(new Intl.Locale(locale).language) ? "rtl" : "ltr";
}
