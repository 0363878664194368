/**
 * `npm run check:catalogs`: every catalog has the messages of English with the same values, and each message is used. With a
 * language (`-- ko`) it prints the English of the messages which that one lacks, as JSON.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { parseSync, Visitor } from "vite";
import { LOCALES } from "#shared/rules/locales.ts";

type Catalog = Record<string, string>;

const PWA = fileURLToPath(new URL("../pwa/", import.meta.url));
/** Short words and long texts. */
const FOLDERS = ["i18n/", "i18n/texts/"];

const read = (path: string): Catalog => JSON.parse(readFileSync(join(PWA, path), "utf8"));
const others = Object.keys(LOCALES).filter((locale) => locale !== "en");
const english: Catalog = Object.assign({}, ...FOLDERS.map((folder) => read(`${folder}en.json`)));

const [asked] = process.argv.slice(2);
if (asked === undefined) check();
else printMissing(asked);

function check(): void {
  const problems = [
    ...FOLDERS.flatMap((folder) => others.flatMap((locale) => catalogProblems(folder, locale))),
    ...unused(),
  ];
  for (const problem of problems) console.error(problem);
  const count = Object.keys(english).length;
  console.log(`Catalogs: ${count} messages, ${others.length + 1} languages, ${problems.length} problems`);
  process.exitCode = problems.length > 0 || count === 0 ? 1 : 0;
}

function printMissing(locale: string): void {
  const own: Catalog = Object.assign({}, ...FOLDERS.map((folder) => read(`${folder}${locale}.json`)));
  const missing = Object.entries(english).filter(([id]) => !Object.hasOwn(own, id));
  console.log(JSON.stringify(Object.fromEntries(missing), null, 2));
}

function catalogProblems(folder: string, locale: string): string[] {
  const file = `${folder}${locale}.json`;
  const [first, own] = [read(`${folder}en.json`), read(file)];
  const ids = Object.keys(own);
  return [
    ...Object.keys(first).flatMap((id) =>
      messageProblem(first[id] ?? "", own[id]).map((why) => `${file}: ${id}: ${why}`),
    ),
    ...ids.filter((id) => !Object.hasOwn(first, id)).map((id) => `${file}: ${id}: not in English`),
    ...(ids.join() === ids.toSorted().join() ? [] : [`${file}: not sorted`]),
  ];
}

function messageProblem(text: string, own: string | undefined): string[] {
  if (own === undefined) return ["missing"];
  try {
    const [wanted, found] = [holes(text), holes(own)];
    return wanted === found ? [] : [`has ${found || "no values"}, English ${wanted || "none"}`];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Names of the values a message takes and of the elements it holds. */
function holes(text: string): string {
  const names = new Set<string>();
  const collect = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return;
    for (const token of tokens.filter(Array.isArray)) {
      names.add(String(token[0]));
      if (typeof token[2] === "object" && token[2] !== null) Object.values(token[2]).forEach(collect);
    }
  };
  collect(compileMessage(text));
  for (const [tag] of text.matchAll(/<\/?\w+>/g)) names.add(tag);
  return [...names].sort().join(" ");
}

/** Ids that no source names, in whole or by the beginning of a template. */
function unused(): string[] {
  const texts = new Set<string>();
  const starts = new Set<string>();
  for (const { name, parentPath } of readdirSync(PWA, { recursive: true, withFileTypes: true })) {
    if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name)) continue;
    const path = join(parentPath, name);
    new Visitor({
      Literal: ({ value }) => void (typeof value === "string" && texts.add(value)),
      TemplateLiteral: ({ quasis: [head], expressions }) =>
        void (expressions.length > 0 ? starts : texts).add(head?.value.cooked ?? ""),
    }).visit(parseSync(path, readFileSync(path, "utf8")).program);
  }
  const beginnings = [...starts].filter((start) => /^\w+\./.test(start));
  return Object.keys(english)
    .filter((id) => !texts.has(id) && !beginnings.some((start) => id.startsWith(start)))
    .map((id) => `i18n/en.json: ${id}: not shown anywhere`);
}
