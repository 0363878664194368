/** Long texts (notices, instructions) in separate catalogs, loaded only by their screens. */
import type { Messages } from "@lingui/core";
import { i18n } from "./locale.ts";
import type english from "./texts/en.json";

export type TextId = keyof typeof english;

const OTHERS = import.meta.glob<Messages>(["./texts/*.json", "!./texts/en.json"], { import: "default" });

/** Loads the texts of the active language for `t()`. */
export async function loadTexts(): Promise<void> {
  const { locale } = i18n;
  const english = (await import("./texts/en.json")).default as unknown as Messages;
  const translated = await OTHERS[`./texts/${locale}.json`]?.();
  const texts = { ...english, ...translated };
  i18n.load(locale, /-X[AB]$/.test(locale) ? (await import("./pseudo.ts")).pseudo(texts) : texts);
}
