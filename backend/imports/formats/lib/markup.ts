/** Texts that may be HTML or plain text. */
import { Parser } from "htmlparser2";
import { ALLOWED_TAGS } from "#shared/rules/allowed-html.ts";
import { htmlOfText } from "./text.ts";

const TAGS: ReadonlySet<string> = new Set(ALLOWED_TAGS);
const CHARACTER_REFERENCE = /&(?:[a-z]+|#\d+|#x[\da-f]+);/i;

/** Returns text with a known tag or a character reference unchanged; escapes any other text as plain text. */
export function htmlOfMarkupOrText(text: string): string {
  return CHARACTER_REFERENCE.test(text) || hasTag(text) ? text : htmlOfText(text);
}

function hasTag(text: string): boolean {
  let found = false;
  const parser = new Parser({
    onopentagname: (name) => {
      found ||= TAGS.has(name);
    },
  });
  parser.end(text);
  return found;
}
