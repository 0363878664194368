/** The browser's built-in translator, which runs on the device. */
import { cleanHtml } from "../../../lib/clean-html.ts";

interface Translator {
  translate: (text: string) => Promise<string>;
}
interface Pair {
  sourceLanguage: string;
  targetLanguage: string;
}
interface TranslatorMaker {
  availability: (pair: Pair) => Promise<string>;
  create: (pair: Pair) => Promise<Translator>;
}

const maker = () => (globalThis as { Translator?: TranslatorMaker }).Translator;
const base = (tag: string) => tag.split("-")[0];

/** True if the browser can translate between the languages, perhaps after a download. */
export async function canTranslate(from: string, to: string): Promise<boolean> {
  if (maker() === undefined || base(from) === base(to)) return false;
  const state = await maker()?.availability({ sourceLanguage: from, targetLanguage: to });
  return state !== undefined && state !== "unavailable";
}

/** Translates text nodes; elements stay unchanged. @throws errors of the browser's translator */
export async function translateHtml(html: string, from: string, to: string): Promise<string> {
  const translator = await maker()?.create({ sourceLanguage: from, targetLanguage: to });
  const box = document.createElement("div");
  box.append(cleanHtml(html));
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode);
  for (const text of texts) {
    const words = text.textContent ?? "";
    if (!/\p{L}/u.test(words)) continue;
    const inner = words.trim();
    const before = words.slice(0, words.length - words.trimStart().length);
    const after = words.slice(before.length + inner.length);
    text.textContent = `${before}${(await translator?.translate(inner)) ?? inner}${after}`;
  }
  return box.innerHTML;
}
