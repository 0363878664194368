/** The language of the app: chosen by the visitor, else the browser's, else English. */
import { type Messages, setupI18n } from "@lingui/core";
import { bestLocale, LOCALES, type Locale } from "#shared/rules/locales.ts";
import { LOCALE_COOKIE } from "#shared/rules/ssr.ts";
import { writeCookie } from "../lib/cookie.ts";
import { createStore } from "../lib/create-store.ts";
import { readStored, writeStored } from "../lib/storage.ts";
import { messages as first } from "./english-initial.ts";

/** Every letter changed, written from the left and from the right: whatever stays plain on a screen is not in the catalog. For tests; offered to nobody. */
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
// Plain texts are compiled as they are; without this each one is warned about.
i18n.setMessagesCompiler((text) => [text]);
/** The tag in use. The server and a browser that hydrates activate the same one before they render. */
const activeLocale = createStore("en", { server: () => i18n.locale });

/** The tag in use, for `lang` and `Intl`. */
export const currentLocale = (): string => i18n.locale;

/** Re-renders when the language changes. */
export const useLocale = activeLocale.use;

/** Loads the visitor's language before the first paint; where its catalog cannot be had the app starts in English. */
export async function startLocale(): Promise<void> {
  const wanted = asked() ?? readStored(STORED) ?? bestLocale(navigator.languages);
  await switchTo(Object.hasOwn(CATALOGS, wanted) ? wanted : "en").catch(() => {});
  if (readStored(STORED) === i18n.locale) writeCookie(LOCALE_COOKIE, i18n.locale);
}

/** `?lang=ja` in an address opens it in that language, this once. */
function asked(): string | undefined {
  const lang = new URLSearchParams(location.search).get("lang");
  return lang !== null && Object.hasOwn(CATALOGS, lang) ? lang : undefined;
}

let own: Messages = {};

/** More of the English that stands in for what a catalog lacks. */
export function addEnglish(messages: Messages): void {
  Object.assign(ENGLISH, messages);
  i18n.load("en", messages);
  if (i18n.locale !== "en") i18n.load(i18n.locale, { ...messages, ...own });
}

/** @throws Error where the catalog cannot be loaded: nothing changes then */
export async function chooseLocale(locale: Locale): Promise<void> {
  await switchTo(locale);
  writeStored(STORED, currentLocale());
  writeCookie(LOCALE_COOKIE, currentLocale());
}

/** All catalogs, so that a render can take any of them with `activate`; for the server. */
export async function loadCatalogs(): Promise<void> {
  for (const locale of Object.keys(LOCALES))
    i18n.load(locale, { ...ENGLISH, ...(await CATALOGS[locale]?.()) });
}

/** A language that is loaded, for what is rendered next; for the server. */
export const activate = (locale: string): void => i18n.activate(locale);

let latest: string | undefined;

/** Loads a language and shows the app in it. @throws Error where the catalog cannot be loaded: nothing changes then */
export async function switchTo(locale: string): Promise<void> {
  latest = locale;
  const messages = await CATALOGS[locale]?.();
  if (messages === undefined || latest !== locale) return; // another choice was quicker to make than this one to load
  own = messages;
  i18n.load(locale, { ...ENGLISH, ...messages });
  i18n.activate(locale);
  document.documentElement.lang = locale;
  document.documentElement.dir = Object.hasOwn(LOCALES, locale) ? "ltr" : directionOf(locale);
  activeLocale.set(locale);
}

/** No complete catalog is written from right to left yet; screens are laid out so that one can come. */
function directionOf(locale: string): "ltr" | "rtl" {
  return ["ar", "fa", "he", "ur"].includes(new Intl.Locale(locale).language) ? "rtl" : "ltr";
}
