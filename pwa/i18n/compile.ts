/** Compiles message catalogs when the app is built, so that no ICU parser is sent to anyone. */
import { readFile } from "node:fs/promises";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

const CATALOG = /\/pwa\/i18n\/(texts\/)?[\w-]+\.json$/;

/** @throws Error naming the catalog and the message that is not valid ICU */
export function compileCatalogs(): Plugin {
  return {
    name: "roost-catalogs",
    enforce: "pre",
    async load(id) {
      if (!CATALOG.test(id)) return null;
      const messages = JSON.parse(await readFile(id, "utf8")) as Record<string, string>;
      const compiled = Object.entries(messages).map(([key, text]) => [key, compile(id, key, text)]);
      return JSON.stringify(Object.fromEntries(compiled));
    },
  };
}

function compile(file: string, key: string, text: string): unknown {
  try {
    const tokens = compileMessage(text);
    const [only, ...rest] = tokens;
    return rest.length === 0 && typeof only === "string" ? only : tokens;
  } catch (error) {
    throw new Error(`${file}: ${key}: ${error instanceof Error ? error.message : error}`);
  }
}
