/** Converts the XHTML of a chapter to HTML whose images and links name parts of the book. It is not safe yet. */
import { DomUtils, parseDocument } from "htmlparser2";
import { type Element, resolve } from "./package.ts";
import type { ChapterText } from "./worker-api.ts";

/** @param path of the chapter in the book @param paths of all chapters @param has true for files of the book */
export function readChapter(
  xhtml: string,
  path: string,
  paths: readonly string[],
  has: (path: string) => boolean,
): ChapterText {
  // As HTML, so that all names of letters are known, but with empty elements as in XML.
  const document = parseDocument(xhtml, { recognizeSelfClosing: true, recognizeCDATA: true });
  const [html] = DomUtils.getElementsByTagName("html", document, true, 1);
  const [body] = DomUtils.getElementsByTagName("body", document, true, 1);
  const language = attribute(body, "lang") ?? attribute(html, "lang");
  const images: string[] = [];
  const root = body ?? document;
  // In HTML they would be comments.
  for (const quoted of DomUtils.find(DomUtils.isCDATA, root.children, true, Infinity))
    if (DomUtils.isCDATA(quoted)) for (const text of quoted.children) DomUtils.replaceElement(quoted, text);
  for (const element of DomUtils.findAll(() => true, root.children)) {
    if (element.name === "a") rewriteLink(element, path, paths);
    if (element.name === "svg") replaceByCover(element);
  }
  for (const image of DomUtils.getElementsByTagName("img", root)) {
    const target = resolve(path, image.attribs["src"] ?? "");
    if (target === undefined || !has(target.path)) {
      DomUtils.removeElement(image);
      continue;
    }
    const at = images.indexOf(target.path);
    image.attribs["src"] = String(at >= 0 ? at : images.push(target.path) - 1);
  }
  return {
    html: DomUtils.getInnerHTML(root, { decodeEntities: true }),
    images,
    ...(language === undefined ? {} : { language }),
  };
}

const attribute = (element: Element | undefined, name: string) =>
  element?.attribs[name] ?? element?.attribs[`xml:${name}`];

function rewriteLink(link: Element, path: string, paths: readonly string[]): void {
  const target = resolve(path, link.attribs["href"] ?? "");
  if (target === undefined || link.attribs["href"] === undefined) return; // elsewhere
  const chapter = paths.indexOf(target.path);
  if (chapter < 0) delete link.attribs["href"];
  else
    link.attribs["href"] =
      `#${chapter}${target.anchor === "" ? "" : `/${encodeURIComponent(target.anchor)}`}`;
}

/** Many books wrap the picture of their cover in SVG, to fit it into the page. */
function replaceByCover(svg: Element): void {
  const found = DomUtils.findOne((element) => element.name === "image", svg.children);
  const source = found?.attribs["xlink:href"] ?? found?.attribs["href"];
  svg.children = [];
  svg.name = "img";
  svg.attribs = { src: source ?? "", alt: "" };
}
