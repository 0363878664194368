/** Converts HTML of a post to XHTML that is valid in an EPUB: sanitized as in the app, then made to fit the content model. */

import { imageAddress, linkAttributes } from "#shared/rules/content-links.ts";
import { FILE_PATH } from "#shared/rules/files.ts";
import { cleanHtml } from "../../../lib/clean-html.ts";
import type { Part } from "./book.ts";
import { allowedInXml } from "./xml.ts";

/** Elements that may contain phrasing content only. */
const PHRASING_ONLY = new Set("p h1 h2 h3 h4 h5 h6 pre span strong b em i u s sub sup code rt rp".split(" "));
/** Elements that are no phrasing content. */
const BLOCKS = new Set(
  "p h1 h2 h3 h4 h5 h6 pre div blockquote ul ol li figure figcaption table thead tbody tr th td details summary".split(
    " ",
  ),
);
/** Elements that need a certain parent, as wrong ones are more common than right ones. */
const PLAIN: Record<string, string> = { figure: "div", figcaption: "div", details: "div", summary: "p" };
const PARENTS: Record<string, readonly string[]> = {
  li: ["ul", "ol"],
  thead: ["table"],
  tbody: ["table"],
  tr: ["thead", "tbody"],
  td: ["tr"],
  th: ["tr"],
};
const CHILDREN: Record<string, readonly string[]> = {
  table: ["thead", "tbody"],
  thead: ["tr"],
  tbody: ["tr"],
  tr: ["td", "th"],
};

/**
 * @param images index of each image of the post by its path
 * @param origin of links to pages of the archive
 */
export function toXhtml(html: string, images: ReadonlyMap<string, number>, origin: string): Part[] {
  const root = document.createElement("div");
  root.append(cleanHtml(html));
  const alts = new Map<number, string>();
  for (const element of [...root.querySelectorAll("img")]) {
    const path = (imageAddress(element.getAttribute("src") ?? "") ?? "").replace(/^\/data/, "");
    const index = FILE_PATH.test(path) ? images.get(path) : undefined;
    if (index === undefined) element.remove();
    else {
      alts.set(index, element.alt);
      element.replaceWith(document.createComment(String(index)));
    }
  }
  for (const link of [...root.querySelectorAll("a")]) rewriteLink(link, origin);
  for (const child of [...root.childNodes]) reshape(child, false);
  return split(new XMLSerializer().serializeToString(root), alts);
}

/** Comments are only those that stand for images: the sanitizer removes all others. */
function split(text: string, alts: ReadonlyMap<number, string>): Part[] {
  const [first = "", ...pieces] = text.split("<!--");
  return [
    first,
    ...pieces.flatMap((piece): Part[] => {
      const end = piece.indexOf("-->");
      const image = Number(piece.slice(0, end));
      return [{ image, alt: alts.get(image) ?? "" }, piece.slice(end + "-->".length)];
    }),
  ];
}

function rewriteLink(link: HTMLAnchorElement, origin: string): void {
  const { href } = linkAttributes(link.getAttribute("href") ?? "");
  const url = href === undefined ? null : URL.parse(href, origin);
  for (const { name } of [...link.attributes]) link.removeAttribute(name);
  if (url === null || link.parentElement?.closest("a") != null) link.replaceWith(...link.childNodes);
  else link.setAttribute("href", strictAddress(url.href));
}

/** Escapes what browsers accept in addresses and the standard (RFC 3986) does not. */
function strictAddress(href: string): string {
  return href.replace(/%(?![0-9a-f]{2})/gi, "%25").replace(/[|[\]{}^`\\"<>\s]/g, encodeURIComponent);
}

/** @param isPhrasing true inside of an element that may contain phrasing content only */
function reshape(node: Node, isPhrasing: boolean): void {
  if (node instanceof Text) {
    node.data = allowedInXml(node.data);
    return;
  }
  if (!(node instanceof HTMLElement)) return;
  const element = fitted(node, isPhrasing);
  if (element === undefined) return;
  const name = element.localName;
  for (const { name, value } of [...element.attributes]) element.setAttribute(name, allowedInXml(value));
  const inner = isPhrasing || PHRASING_ONLY.has(name);
  if (name === "ul" || name === "ol") wrapItems(element);
  for (const child of [...element.childNodes]) reshape(child, inner);
  if (name === "ruby" && element.querySelector("rt") === null) rename(element, "span");
  if (["ul", "ol", "table", "thead", "tbody", "tr"].includes(name) && element.childElementCount === 0)
    element.remove();
}

/** The element in a form that its place allows; undefined if only its contents stay. */
function fitted(element: HTMLElement, isPhrasing: boolean): HTMLElement | undefined {
  const name = element.localName;
  const parent = element.parentElement?.localName ?? "";
  if (isPhrasing && name === "hr") return void element.replaceWith(document.createElement("br"));
  if (isPhrasing && BLOCKS.has(name)) {
    const span = rename(element, "span");
    span.className = "block";
    return span;
  }
  if (name === "rb" || ((name === "rt" || name === "rp") && parent !== "ruby"))
    return rename(element, "span");
  if (PLAIN[name] !== undefined) return rename(element, PLAIN[name]);
  if (PARENTS[name] !== undefined && !PARENTS[name].includes(parent)) return rename(element, "div");
  const wanted = CHILDREN[name];
  if (wanted !== undefined)
    for (const child of [...element.childNodes])
      if (!(child instanceof HTMLElement && wanted.includes(child.localName))) moveOut(child, element);
  return element;
}

/** Moves what a table may not contain in front of it. */
function moveOut(child: ChildNode, from: HTMLElement): void {
  const table = from.closest("table") ?? from;
  if (child instanceof Text && child.data.trim() === "") child.remove();
  else {
    table.before(child);
    reshape(child, false);
  }
}

/** Puts what is not an item of a list into one. */
function wrapItems(list: HTMLElement): void {
  for (const child of [...list.childNodes]) {
    if (child instanceof HTMLElement && child.localName === "li") continue;
    if (child instanceof Text && child.data.trim() === "") continue;
    const item = document.createElement("li");
    child.replaceWith(item);
    item.append(child);
  }
}

function rename(element: HTMLElement, name: string): HTMLElement {
  const renamed = document.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}
