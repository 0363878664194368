import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import { LOCALES } from "#shared/rules/locales.ts";

const NAMES = ["title", "online", "offline", "again", "reset"];

/** Inlines all translations into `public/rescue.js`, which resets a damaged app and therefore loads nothing. */
export function rescueWords(): Plugin {
  return {
    name: "rescue-words",
    apply: "build",
    async writeBundle({ dir = "" }) {
      const file = join(dir, "rescue.js");
      const words = JSON.stringify(await readWords());
      await writeFile(file, `const WORDS = ${words};\n${await readFile(file, "utf8")}`);
    },
  };
}

/** Texts by language and name; English if a translation is missing. */
async function readWords(): Promise<Record<string, Record<string, string | undefined>>> {
  const textsOf = async (locale: string): Promise<Record<string, string>> =>
    JSON.parse(await readFile(new URL(`../../i18n/texts/${locale}.json`, import.meta.url), "utf8"));
  const english = await textsOf("en");
  const words = Object.keys(LOCALES).map(async (locale) => {
    const texts = { ...english, ...(await textsOf(locale)) };
    return [locale, Object.fromEntries(NAMES.map((name) => [name, texts[`rescue.${name}`]]))];
  });
  return Object.fromEntries(await Promise.all(words));
}
