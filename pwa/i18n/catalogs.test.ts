import { readFile } from "node:fs/promises";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";
import { LOCALES } from "#shared/rules/locales.ts";

type Catalog = Record<string, string>;
const read = async (locale: string): Promise<Catalog> =>
  JSON.parse(await readFile(new URL(`${locale}.json`, import.meta.url), "utf8"));

/** Names of values, and of the elements a message holds. */
function holes(text: string): string[] {
  const names = new Set<string>();
  const collect = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return;
    for (const token of tokens) {
      if (!Array.isArray(token)) continue;
      names.add(String(token[0]));
      if (typeof token[2] === "object" && token[2] !== null)
        for (const form of Object.values(token[2])) collect(form);
    }
  };
  collect(compileMessage(text));
  for (const [tag] of text.matchAll(/<\/?\w+>/g)) names.add(tag);
  return [...names].sort();
}

const others = Object.keys(LOCALES).filter((locale) => locale !== "en");

test.each(["", "texts/"].flatMap((folder) => others.map((locale) => [folder, locale] as const)))(
  "%s%s says everything that English says, with the same values",
  async (folder, locale) => {
    const [english, other] = await Promise.all([read(`${folder}en`), read(`${folder}${locale}`)]);
    expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
    for (const [id, text] of Object.entries(english))
      expect([id, holes(other[id] ?? "")]).toEqual([id, holes(text)]);
  },
);
