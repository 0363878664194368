/** Replaces what the allowed HTML lacks by links and text: the stored text is all that is kept of a post. */
import { Parser } from "htmlparser2";

/** Elements that show something from elsewhere; each becomes one link. */
const EMBEDS: ReadonlySet<string> = new Set([
  ...["iframe", "frame", "video", "audio", "object", "embed", "oembed", "math"],
]);
/** Embeds without an end tag. */
const VOID: ReadonlySet<string> = new Set(["embed", "frame"]);
/** Custom elements, such as those of players, have a hyphen in their names. */
const MAY_CONTAIN = /<(?:i?frame|video|audio|object|o?embed|math|img|area|noscript|a|[a-z]\w*-)/i;
/** Attributes with the address of what is shown, also those from which a script would load it. */
const ADDRESSES = ["src", "data", "data-src", "data-original", "data-lazy-src", "data-url"];
const SETS = ["srcset", "data-srcset"];
/** Schemes that no reader should be shown. */
const HIDDEN_SCHEMES: ReadonlySet<string> = new Set([
  "javascript",
  "vbscript",
  "data",
  "blob",
  "file",
  "about",
]);
const LINKED_SCHEMES: ReadonlySet<string> = new Set(["http", "https", "mailto"]);
/** Images of this size count visitors. */
const TRACKER_SIDE = /^[01](?:px)?$/;

type Attributes = Readonly<Record<string, string>>;

interface Embed {
  name: string;
  start: number;
  title: string;
  address: string | undefined;
  text: string;
  /** TeX of a formula. */
  formula: string;
  depth: number;
}

/** Deeper HTML is left to the sanitizer, which keeps its text only: parsing time grows with the square of the depth. */
const MAX_DEPTH = 1000;
class TooDeep extends Error {}

/** Leaves everything else as it is; the sanitizer removes what remains disallowed. */
export function replaceEmbeds(html: string, isStoredImage: (source: string) => boolean): string {
  if (!MAY_CONTAIN.test(html)) return html;
  try {
    return replaceIn(html, isStoredImage);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return html;
  }
}

function replaceIn(html: string, isStoredImage: (source: string) => boolean): string {
  const pieces: string[] = [];
  let copied = 0;
  let embed: Embed | undefined;
  let lastEnd = -1;
  /** Addresses of the open links: an address that is shown behind the link, else undefined. */
  const links: (string | undefined)[] = [];
  let isAnnotation = false;
  let depth = 0;
  /** Open `noscript` elements: their content is shown, as no script runs. */
  let noscript = 0;
  let lastImage: string | undefined;

  const replace = (start: number, end: number, replacement: string) => {
    if (replacement === "" && start === end) return;
    const isAdjacent = replacement !== "" && start === lastEnd;
    pieces.push(html.slice(copied, start), isAdjacent ? "<br>" : "", replacement);
    copied = end;
    lastEnd = end;
  };
  const close = (end: number) => {
    if (embed === undefined) return;
    const { start, address, title, text, formula, name } = embed;
    const label = title || (name === "math" ? formula || text : address === undefined ? text : "");
    embed = undefined;
    replace(start, end, linkTo(address, label.trim(), links.length > 0));
  };

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > MAX_DEPTH) throw new TooDeep();
        if (embed !== undefined) {
          embed.depth += 1;
          if (name === "source" || name === "embed" || name === "iframe")
            embed.address ??= addressOf(attributes);
          isAnnotation = name === "annotation" && /tex/i.test(attributes["encoding"] ?? "");
        } else if (EMBEDS.has(name)) {
          embed = {
            name,
            start: parser.startIndex,
            title: titleOf(attributes),
            address:
              name === "math" ? undefined : (addressOf(attributes) ?? webAddress(attributes["poster"])),
            text: "",
            formula: "",
            depth: 0,
          };
        } else if (name === "a") {
          links.push(unlinkedAddress(attributes["href"] ?? ""));
        } else if (name === "img" && !isStoredImage(attributes["src"] ?? "")) {
          const address = addressOf(attributes);
          // The same picture, for browsers without scripts.
          const isRepeated = noscript > 0 && address !== undefined && address === lastImage;
          const shown = isRepeated ? "" : imageLink(attributes, links.length > 0);
          replace(parser.startIndex, parser.endIndex + 1, shown);
          lastImage = address;
        } else if (name === "area" || name.includes("-")) {
          const address = webAddress(attributes["href"]) ?? addressOf(attributes);
          if (address === undefined) return;
          const label = (attributes["alt"] ?? "").trim() || titleOf(attributes);
          replace(parser.startIndex, parser.endIndex + 1, linkTo(address, label, links.length > 0));
        } else if (name === "noscript") {
          noscript += 1;
          replace(parser.startIndex, parser.endIndex + 1, "");
        }
      },
      ontext(text) {
        if (embed === undefined) return;
        if (isAnnotation) embed.formula += text;
        else embed.text += text;
      },
      onclosetag(name, isImplied) {
        depth -= 1;
        const end = isImplied ? parser.startIndex : parser.endIndex + 1;
        isAnnotation = false;
        if (embed !== undefined) {
          if (embed.depth > 0) embed.depth -= 1;
          else close(VOID.has(name) ? parser.endIndex + 1 : Math.max(end, embed.start));
        } else if (name === "a") {
          const address = links.pop();
          if (address !== undefined)
            replace(parser.startIndex, parser.startIndex, ` (${escapeText(address)})`);
        } else if (name === "noscript" && noscript > 0) {
          noscript -= 1;
          if (!isImplied) replace(parser.startIndex, parser.endIndex + 1, "");
        }
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(html);
  return pieces.length === 0 ? html : pieces.join("") + html.slice(copied);
}

function linkTo(address: string | undefined, label: string, isInLink: boolean): string {
  const text = escapeText(label === "" ? (address ?? "") : label);
  return address === undefined || isInLink ? text : `<a href="${escapeText(address)}">${text}</a>`;
}

function imageLink(attributes: Attributes, isInLink: boolean): string {
  const { width = "", height = "", alt = "" } = attributes;
  if (TRACKER_SIDE.test(width) && TRACKER_SIDE.test(height)) return "";
  return linkTo(addressOf(attributes), alt.trim() || titleOf(attributes), isInLink);
}

const titleOf = (attributes: Attributes): string =>
  attributes["title"] || attributes["aria-label"] || attributes["alttext"] || "";

/** The first address on the web. */
function addressOf(attributes: Attributes): string | undefined {
  const written = [
    ...ADDRESSES.map((name) => attributes[name]),
    ...SETS.map((name) => attributes[name]?.trim().split(/[\s,]/, 1)[0]),
    attributes["url"], // of oembed
  ];
  return written.map(webAddress).find((address) => address !== undefined);
}

function webAddress(written = ""): string | undefined {
  const value = written.trim();
  const address = value.startsWith("//") ? `https:${value}` : value;
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;
}

/** Address of a link that the sanitizer removes but a reader may want, such as `magnet:`. */
function unlinkedAddress(href: string): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]{1,20}):./i.exec(href.trim())?.[1]?.toLowerCase();
  if (scheme === undefined || HIDDEN_SCHEMES.has(scheme) || LINKED_SCHEMES.has(scheme)) return undefined;
  return href.trim();
}

function escapeText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
