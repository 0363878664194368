/** Reads what an EPUB says about itself: its chapters in their order, and its table of contents (EPUB 2 and 3). */
import { DomUtils, parseDocument } from "htmlparser2";
import type { Book, BookEntry } from "./worker-api.ts";
import type { Zip } from "./zip.ts";

export type Document = ReturnType<typeof parseDocument>;
export type Element = ReturnType<typeof DomUtils.findAll>[number];

const MAX_CHAPTERS = 5_000;
const MAX_ENTRIES = 5_000;

export interface Package extends Book {
  /** Path of each chapter in the ZIP. */
  paths: string[];
}

/** A book whose text is encrypted. */
export class ProtectedError extends Error {
  override name = "protected";
}

/** @throws Error if it is no EPUB; ProtectedError */
export function readPackage(zip: Zip): Package {
  const container = parseXml(zip.text("META-INF/container.xml"));
  const root = attribute(all(container, "rootfile")[0], "full-path") ?? "";
  const opf = parseXml(zip.text(root));
  const items = all(opf, "item").map((item) => ({
    id: attribute(item, "id") ?? "",
    path: resolve(root, attribute(item, "href") ?? "")?.path ?? "",
    type: attribute(item, "media-type") ?? "",
    properties: (attribute(item, "properties") ?? "").split(/\s+/),
  }));
  const byId = new Map(items.map((item) => [item.id, item]));
  const paths = all(opf, "itemref")
    .map((ref) => byId.get(attribute(ref, "idref") ?? "")?.path ?? "")
    .filter((path) => zip.has(path))
    .slice(0, MAX_CHAPTERS);
  if (paths.length === 0) throw new Error("no chapters");
  refuseEncrypted(zip, paths);
  const nav = items.find(({ properties }) => properties.includes("nav"));
  const ncx =
    byId.get(attribute(all(opf, "spine")[0], "toc") ?? "") ??
    items.find(({ type }) => type === "application/x-dtbncx+xml");
  const contents = contentsOf(zip, nav?.path, ncx?.path, paths).slice(0, MAX_ENTRIES);
  const titles = new Map<number, string>();
  for (const { chapter, title } of contents) if (!titles.has(chapter)) titles.set(chapter, title);
  const language = textOf(all(opf, "language")[0]);
  return {
    title: textOf(all(opf, "title")[0]),
    ...(language === "" ? {} : { language }),
    paths,
    contents,
    chapters: paths.map((_, at) => {
      const title = titles.get(at);
      return title === undefined ? {} : { title };
    }),
  };
}

/** Fonts may be, as they often are; they are not used. @throws ProtectedError */
function refuseEncrypted(zip: Zip, paths: readonly string[]): void {
  if (!zip.has("META-INF/encryption.xml")) return;
  const encrypted = all(parseXml(zip.text("META-INF/encryption.xml")), "CipherReference").map((reference) =>
    decodePath(attribute(reference, "URI") ?? ""),
  );
  if (encrypted.some((path) => paths.includes(path))) throw new ProtectedError();
}

/** A table of contents that cannot be read leaves the book without one. */
function contentsOf(
  zip: Zip,
  nav: string | undefined,
  ncx: string | undefined,
  paths: readonly string[],
): BookEntry[] {
  try {
    if (nav !== undefined && zip.has(nav)) {
      const entries = fromNav(parseXml(zip.text(nav)), nav, paths);
      if (entries.length > 0) return entries;
    }
    return ncx !== undefined && zip.has(ncx) ? fromNcx(parseXml(zip.text(ncx)), ncx, paths) : [];
  } catch {
    return [];
  }
}

function fromNav(document: Document, path: string, paths: readonly string[]): BookEntry[] {
  const navs = all(document, "nav");
  const toc = navs.find((nav) => attribute(nav, "type")?.split(/\s+/).includes("toc")) ?? navs[0];
  if (toc === undefined) return [];
  return all(toc, "a").flatMap((link) =>
    entryOf(textOf(link), resolve(path, attribute(link, "href") ?? ""), paths, depthOf(link, toc, "ol") - 1),
  );
}

function fromNcx(document: Document, path: string, paths: readonly string[]): BookEntry[] {
  const map = all(document, "navMap")[0];
  if (map === undefined) return [];
  return all(map, "navPoint").flatMap((point) =>
    entryOf(
      textOf(all(point, "text")[0]),
      resolve(path, attribute(all(point, "content")[0], "src") ?? ""),
      paths,
      depthOf(point, map, "navPoint"),
    ),
  );
}

function entryOf(
  title: string,
  target: Target | undefined,
  paths: readonly string[],
  depth: number,
): BookEntry[] {
  const chapter = target === undefined ? -1 : paths.indexOf(target.path);
  if (chapter < 0 || title === "") return [];
  return [
    { title, chapter, depth: Math.max(0, depth), ...(target?.anchor ? { anchor: target.anchor } : {}) },
  ];
}

/** Elements of this name around it, below `top`. */
function depthOf(element: Element, top: Element, name: string): number {
  let depth = 0;
  for (let at = element.parent; at !== null && at !== top; at = at.parent)
    if (DomUtils.isTag(at) && localName(at.name) === name) depth += 1;
  return depth;
}

export interface Target {
  path: string;
  anchor: string;
}

/** Resolves an address in a file of the book. @returns undefined for addresses elsewhere */
export function resolve(from: string, address: string): Target | undefined {
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(address)) return undefined;
  const [written = "", anchor = ""] = address.split("#", 2);
  if (written === "") return { path: from, anchor: decodePath(anchor) };
  const parts = written.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const part of decodePath(written).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return { path: parts.join("/"), anchor: decodePath(anchor) };
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const parseXml = (text: string): Document => parseDocument(text, { xmlMode: true });
const localName = (name: string) => name.slice(name.indexOf(":") + 1);
const textOf = (node: Element | undefined) =>
  node === undefined ? "" : DomUtils.textContent(node).replace(/\s+/gu, " ").trim();

/** Elements by local name: files name their prefixes as they like. */
const all = (node: Document | Element, name: string): Element[] =>
  DomUtils.findAll((element) => localName(element.name) === name, node.children);

function attribute(element: Element | undefined, name: string): string | undefined {
  return Object.entries(element?.attribs ?? {}).find(([key]) => localName(key) === name)?.[1];
}
