/** Third-party HTML, cleaned once on its way in by a list of our own (safety P1 to P3). The app cleans it again where it shows it. */
import sanitize from "sanitize-html";
import { FILE_PATH } from "#shared/rules/files.ts";
import { stripControls } from "./text.ts";

/** Raised whenever the list below changes; posts keep the version their content has passed. */
export const SANITIZER_VERSION = 1;

export const ALLOWED_TAGS = [
  ..."p br hr div span h1 h2 h3 h4 h5 h6 strong b em i u s del sub sup blockquote pre code ul ol li a img".split(
    " ",
  ),
  ..."figure figcaption table thead tbody tr th td details summary ruby rt rp".split(" "),
];

/** Dropped with all that is in them; of any other unknown tag the content stays. */
const DROPPED_WHOLE =
  "script style textarea option select noscript xmp iframe noembed noframes plaintext title template svg math object applet audio video canvas head".split(
    " ",
  );

const MAX_DEPTH = 100; // deeper elements are taken out, their text stays
const DEEPEST = 1000;
const INTERNAL = /^\/(?![/\\])/;
const INTERNAL_IMAGE = /^\/(inline|data)\/(?!.*\.\.)[\w./-]+$/;

function safeHref(href: string): string | undefined {
  const address = stripControls(href).trim();
  if (INTERNAL.test(address)) return /[\t\n\r\\]/.test(address) ? undefined : address;
  if (!/^(https?:\/\/|mailto:)/i.test(address)) return undefined;
  return URL.canParse(address) ? address : undefined;
}

function safeImage(attribs: sanitize.Attributes): sanitize.Attributes {
  const src = attribs["src"] ?? "";
  const kept: sanitize.Attributes = {};
  if (!FILE_PATH.test(src) && !INTERNAL_IMAGE.test(src)) return kept;
  kept["src"] = src;
  if (attribs["alt"] !== undefined) kept["alt"] = stripControls(attribs["alt"]);
  for (const side of ["width", "height"]) {
    const value = attribs[side];
    if (value !== undefined && /^\d{1,5}$/.test(value)) kept[side] = value;
  }
  return kept;
}

const OPTIONS: sanitize.IOptions = {
  allowedTags: ALLOWED_TAGS,
  allowedAttributes: { a: ["href", "rel"], img: ["src", "alt", "width", "height"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  nonTextTags: DROPPED_WHOLE,
  nestingLimit: MAX_DEPTH,
  parseStyleAttributes: false,
  transformTags: {
    a: (tagName, attribs) => {
      const href = safeHref(attribs["href"] ?? "");
      const kept: sanitize.Attributes =
        href === undefined ? {} : { href, rel: "noopener noreferrer nofollow" };
      return { tagName, attribs: kept };
    },
    img: (tagName, attribs) => ({ tagName, attribs: safeImage(attribs) }),
  },
  exclusiveFilter: (frame) => frame.tag === "img" && frame.attribs["src"] === undefined,
};

/** The parser's time grows with the square of the depth. */
class TooDeep extends Error {}

const ALLOWED: ReadonlySet<string> = new Set(ALLOWED_TAGS);
const PASSES = 8;

/** One pass; `settled` when it took out no element whose absence changes how its output is read. */
function pass(html: string): { clean: string; settled: boolean } {
  let depth = 0;
  let settled = true;
  const clean = sanitize(html, {
    ...OPTIONS,
    onOpenTag: (tag) => {
      depth += 1;
      if (depth > DEEPEST) throw new TooDeep();
      if (depth > MAX_DEPTH || !ALLOWED.has(tag)) settled = false;
    },
    onCloseTag: () => {
      depth -= 1;
    },
  });
  return { clean: stripControls(clean), settled }; // character references can name control characters
}

const textOnly = (html: string) => pass(html.replace(/<[^<>]*>/g, " ").replaceAll("<", "&lt;")).clean;

/**
 * The HTML with nothing left but the listed tags and attributes; cleaning it again changes nothing.
 * Where elements are nested beyond all reason only the text is kept.
 */
export function sanitizeHtml(html: string): string {
  let text = stripControls(html);
  if (!/[<&]/.test(text)) return text;
  if (!/&|<[a-z/!?]/i.test(text)) return text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  try {
    for (let count = 0; count < PASSES; count++) {
      const { clean, settled } = pass(text);
      if (settled || clean === text) return clean;
      text = clean;
    }
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
  }
  return textOnly(text);
}
