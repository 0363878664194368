/** Compiles message catalogs at build time, so that no ICU parser is shipped, and splits the English one. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";
import { INITIAL_AREAS } from "../../i18n/areas.ts";

const CATALOG = /\/pwa\/i18n\/(texts\/)?[\w-]+\.json$/;
const HALF = /\/pwa\/i18n\/english-(initial|deferred)\.ts$/;
const ENGLISH = fileURLToPath(new URL("../../i18n/en.json", import.meta.url));
const initialAreas = new Set<string>(INITIAL_AREAS);

/** @throws Error with the catalog and message that is not valid ICU */
export function compileCatalogs(): Plugin {
  return {
    name: "roost-catalogs",
    enforce: "pre",
    async load(id) {
      const [, half] = HALF.exec(id) ?? [];
      if (half === undefined && !CATALOG.test(id)) return null;
      const file = half === undefined ? id : ENGLISH;
      const catalog: Record<string, string> = JSON.parse(await readFile(file, "utf8"));
      const compiled = Object.entries(catalog)
        .filter(([key]) => half === undefined || (half === "initial") === isInitial(key))
        .map(([key, text]) => [key, compile(file, key, text)]);
      const text = JSON.stringify(Object.fromEntries(compiled));
      return half === undefined ? text : `export const messages = ${text};`;
    },
  };
}

const isInitial = (key: string) => initialAreas.has(key) || initialAreas.has(key.split(".", 1)[0] ?? "");

function compile(file: string, key: string, text: string): unknown {
  try {
    const tokens = compileMessage(text);
    const [only, ...rest] = tokens;
    return rest.length === 0 && typeof only === "string" ? only : tokens;
  } catch (error) {
    throw new Error(`${file}: ${key}: ${error instanceof Error ? error.message : error}`);
  }
}
