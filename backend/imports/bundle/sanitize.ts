/** Sanitizes third-party HTML once, at import. The app sanitizes it again before display. */

import sanitize from "sanitize-html";
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_TAGS,
  EXTERNAL_REL,
  isAllowedImage,
  isAllowedLink,
  isInternalPath,
  isPixels,
  MAX_DEPTH,
  SANITIZE_OPTIONS,
} from "#shared/rules/allowed-html.ts";
import { replaceEmbeds } from "./replace-embeds.ts";
import { stripControls } from "./text.ts";

/** Increment when the list of allowed HTML changes; each post stores the version its content has passed. */
export const SANITIZER_VERSION = 3;

const MAX_PARSED_DEPTH = 1000;

function safeHref(href: string): string | undefined {
  const address = stripControls(href).trim();
  if (!isAllowedLink(address)) return undefined;
  return isInternalPath(address) || URL.canParse(address) ? address : undefined;
}

function safeImage(attribs: sanitize.Attributes): sanitize.Attributes {
  const src = attribs["src"] ?? "";
  const kept: sanitize.Attributes = {};
  if (!isAllowedImage(src)) return kept;
  kept["src"] = src;
  if (attribs["alt"] !== undefined) kept["alt"] = stripControls(attribs["alt"]);
  for (const side of ["width", "height"]) {
    const value = attribs[side];
    if (isPixels(value)) kept[side] = value;
  }
  return kept;
}

const OPTIONS: sanitize.IOptions = {
  ...SANITIZE_OPTIONS,
  allowedAttributes: ALLOWED_ATTRIBUTES,
  transformTags: {
    a: (tagName, attribs) => {
      const href = safeHref(attribs["href"] ?? "");
      const kept: sanitize.Attributes = href === undefined ? {} : { href, rel: EXTERNAL_REL };
      return { tagName, attribs: kept };
    },
    img: (tagName, attribs) => ({ tagName, attribs: safeImage(attribs) }),
  },
  exclusiveFilter: (frame) => frame.tag === "img" && frame.attribs["src"] === undefined,
};

/** Elements are nested too deeply: parsing time grows with the square of the depth. */
class TooDeep extends Error {}

const ALLOWED: ReadonlySet<string> = new Set(ALLOWED_TAGS);
const PASSES = 8;

/** Runs one pass; `isStable` if it removed no element whose absence changes how the output is parsed. */
function pass(html: string): { clean: string; isStable: boolean } {
  let depth = 0;
  let isStable = true;
  const clean = sanitize(html, {
    ...OPTIONS,
    onOpenTag: (tag) => {
      depth += 1;
      if (depth > MAX_PARSED_DEPTH) throw new TooDeep();
      if (depth > MAX_DEPTH || !ALLOWED.has(tag)) isStable = false;
    },
    onCloseTag: () => {
      depth -= 1;
    },
  });
  return { clean: stripControls(clean), isStable }; // character references can name control characters
}

const textOnly = (html: string) => pass(html.replace(/<[^<>]*>/g, " ").replaceAll("<", "&lt;")).clean;

/**
 * Returns the HTML with allowed tags and attributes only; sanitizing it again changes nothing.
 * Keeps only the text if elements are nested too deeply.
 */
export function sanitizeHtml(html: string): string {
  return sanitizeWithLoss(html).clean;
}

/** Elements that are removed with content a reader could see, and pictures in styles. */
const LOST = /<(?:svg|canvas|applet|select|textarea)\b|\burl\(/i;

/** @returns also whether more than attributes and markup was lost, so that the HTML is worth keeping */
export function sanitizeWithLoss(html: string): { clean: string; isLossy: boolean } {
  const text = stripControls(html);
  const replaced = stripControls(replaceEmbeds(text, isAllowedImage));
  return { clean: clean(replaced), isLossy: replaced !== text || LOST.test(text) };
}

function clean(html: string): string {
  let text = html;
  if (!/[<&]/.test(text)) return text;
  if (!/&|<[a-z/!?]/i.test(text)) return text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  try {
    for (let count = 0; count < PASSES; count++) {
      const { clean: passed, isStable } = pass(text);
      if (isStable || passed === text) return passed;
      text = passed;
    }
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
  }
  return textOnly(text);
}
