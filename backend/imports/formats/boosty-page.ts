/** Post page written by boosty-downloader (Glitchy-Sheep). */
import { DomUtils, parseDocument } from "htmlparser2";
import { ReadError } from "./lib/format.ts";

type Document = ReturnType<typeof parseDocument>;
type Element = NonNullable<ReturnType<typeof DomUtils.findOne>>;

export interface BoostyPage {
  /** Absent if the page's title is a placeholder. */
  title?: string;
  /** HTML without the downloaded media. */
  content?: string;
  /** Downloaded media, relative to the folder of the page, in the order of the post. */
  paths: string[];
}

/** Title of every page in older versions. */
const NO_TITLE = "HTML Report";
const MEDIA = new Set(["img", "source"]);

export function isPage(html: string): boolean {
  return contentOf(parseDocument(html)) !== undefined;
}

/** @throws ReadError if the page has no content, for example if truncated */
export function parsePage(html: string): BoostyPage {
  const document = parseDocument(html);
  const content = contentOf(document);
  if (content === undefined) throw new ReadError("has no content of a post");
  const paths: string[] = [];
  for (const element of DomUtils.findAll(() => true, content.children)) {
    const path = localPath(element);
    if (path === undefined) continue;
    paths.push(path);
    DomUtils.removeElement(outermost(element, content));
  }
  const title = DomUtils.findOne(({ name }) => name === "title", document.children);
  const named = title === null ? "" : DomUtils.innerText(title).trim();
  return {
    title: named === NO_TITLE || named === "" ? undefined : named,
    content: DomUtils.getInnerHTML(content, { encodeEntities: "utf8" }).trim() || undefined,
    paths,
  };
}

function contentOf(document: Document): Element | undefined {
  const isContent = ({ name, attribs }: Element) => name === "div" && attribs["class"] === "content";
  return DomUtils.findOne(isContent, document.children) ?? undefined;
}

function localPath({ name, attribs }: Element): string | undefined {
  const address = MEDIA.has(name)
    ? attribs["src"]
    : name === "a" && "download" in attribs
      ? attribs["href"]
      : undefined;
  if (address === undefined || address === "" || URL.canParse(address)) return undefined;
  return address.replaceAll("\\", "/");
}

/** Returns the element to remove with a source: its player, including the title above it. */
function outermost(element: Element, content: Element): Element {
  const parent = element.parent;
  if (parent === null || parent === content || !DomUtils.isTag(parent)) return element;
  const isPlayer =
    parent.name === "video" || parent.name === "audio" || parent.attribs["class"] === "audio-player";
  return isPlayer ? outermost(parent, content) : element;
}
