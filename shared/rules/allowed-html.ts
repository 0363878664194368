/**
 * HTML allowed in posts and comments. Import, server rendering and the browser share this list, so that none drops what
 * another keeps.
 */
import { FILE_PATH } from "./files.ts";

export const ALLOWED_TAGS = [
  ..."p br hr div span h1 h2 h3 h4 h5 h6 strong b em i u s del sub sup blockquote pre code ul ol li a img".split(
    " ",
  ),
  ..."figure figcaption table thead tbody tr th td details summary ruby rb rt rp".split(" "),
];

/** Allowed attributes by tag; other tags have none. */
export const ALLOWED_ATTRIBUTES: Record<string, string[]> = {
  a: ["href", "rel"],
  img: ["src", "alt", "width", "height"],
};

/** Removed together with their content; other disallowed tags keep their content. */
export const TAGS_WITHOUT_CONTENT =
  "script style textarea option select noscript xmp iframe noembed noframes plaintext title template svg math object applet audio video canvas head".split(
    " ",
  );

/** Deeper elements are removed, but their text stays. */
export const MAX_DEPTH = 100;

const LINK_PREFIXES = ["https://", "http://", "mailto:"];
export const ALLOWED_SCHEMES = LINK_PREFIXES.map((prefix) => prefix.slice(0, prefix.indexOf(":")));
const INTERNAL_PATH = /^\/(?![/\\])[^\t\n\r\\]*$/;
const STORED_IMAGE = /^\/(inline|data)\/(?!.*\.\.)[\w./-]+$/;

/** True for `/path` on this origin, as opposed to `//host` and `/\host`. */
export function isInternalPath(address: string): boolean {
  return INTERNAL_PATH.test(address);
}

/** True for addresses a link may point to. Expects no surrounding white space. */
export function isAllowedLink(address: string): boolean {
  const start = address.slice(0, 8).toLowerCase();
  return isInternalPath(address) || LINK_PREFIXES.some((prefix) => start.startsWith(prefix));
}

/** True for stored files, the only allowed image sources: others would reveal who reads. */
export function isAllowedImage(source: string): boolean {
  return FILE_PATH.test(source) || STORED_IMAGE.test(source);
}

/** True for pixel sizes in image attributes. */
export function isPixels(value: string | undefined): value is string {
  return /^\d{1,5}$/.test(value ?? "");
}

/** `rel` of links that leave the archive. */
export const EXTERNAL_REL = "noopener noreferrer nofollow";

/** Options that every use of sanitize-html has. */
export const SANITIZE_OPTIONS = {
  allowedTags: ALLOWED_TAGS,
  allowedSchemes: ALLOWED_SCHEMES,
  allowProtocolRelative: false,
  nonTextTags: TAGS_WITHOUT_CONTENT,
  nestingLimit: MAX_DEPTH,
  parseStyleAttributes: false,
};
