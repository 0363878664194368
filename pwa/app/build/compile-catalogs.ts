/** Compiles message catalogs when the app is built, so that no ICU parser is sent to anyone; and cuts the English one in two. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { type ESTree, type Plugin, Visitor } from "vite";

const CATALOG = /\/pwa\/i18n\/(texts\/)?[\w-]+\.json$/;

/** Areas whose English is in the first load: the frame, the lists, the search and failures. All others come with their screens. */
const FIRST = /^(creators|errors|language|list|navigation|notFound|offline|pages|posts|search|shell|theme)\./;
const HALF = /\/pwa\/i18n\/english-(initial|deferred)\.ts$/;
const ENGLISH = fileURLToPath(new URL("../../i18n/en.json", import.meta.url));
const LATER = fileURLToPath(new URL("../../i18n/deferred.ts", import.meta.url));

/** @throws Error naming the catalog and the message that is not valid ICU */
export function compileCatalogs(): Plugin {
  return {
    name: "roost-catalogs",
    enforce: "pre",
    async load(id) {
      const [, half] = HALF.exec(id) ?? [];
      if (half === undefined && !CATALOG.test(id)) return null;
      const file = half === undefined ? id : ENGLISH;
      const compiled = Object.entries(await read(file))
        .filter(([key]) => half === undefined || (half === "initial") === FIRST.test(key))
        .map(([key, text]) => [key, compile(file, key, text)]);
      const text = JSON.stringify(Object.fromEntries(compiled));
      return half === undefined ? text : `export const messages = ${text};`;
    },
    /** Whatever uses a message that comes later brings it along. */
    async transform(code, id) {
      if (!/\/pwa\/(?!i18n\/).*\.tsx?$/.test(id)) return null;
      const deferred = Object.keys(await read(ENGLISH)).filter((key) => !FIRST.test(key));
      const areas = new Set(deferred.map(areaOf));
      const program = this.parse(code, { lang: id.endsWith("x") ? "tsx" : "ts" });
      const isUsed = textsIn(program).some((text) => MESSAGE_ID.test(text) && areas.has(areaOf(text)));
      return isUsed ? { code: `import ${JSON.stringify(LATER)};${code}`, map: null } : null;
    },
  };
}

const MESSAGE_ID = /^\w+\.(\w|$)/;
const areaOf = (id: string) => id.split(".", 1)[0] ?? "";

/** Strings of a module, and the beginnings of its templates. */
function textsIn(program: ESTree.Program): string[] {
  const texts: string[] = [];
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === "string") texts.push(value);
    },
    TemplateLiteral: ({ quasis: [first] }) => {
      texts.push(first?.value.cooked ?? "");
    },
  }).visit(program);
  return texts;
}

async function read(file: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(file, "utf8"));
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
