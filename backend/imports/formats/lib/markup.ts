/** Texts of programs that store HTML here and plain text there, and do not say which. */
import { Parser } from "htmlparser2";
import { ALLOWED_TAGS } from "#shared/rules/allowed-html.ts";
import { htmlOfText } from "./text.ts";

const TAGS: ReadonlySet<string> = new Set(ALLOWED_TAGS);
const CHARACTER_REFERENCE = /&(?:[a-z]+|#\d+|#x[\da-f]+);/i;

/** As it is where it has a tag that texts have, or a character reference; else as the plain text that it must be. */
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
