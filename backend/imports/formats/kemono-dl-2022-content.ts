/** Post page written by kemono-dl of 2022: the text, then the comments as shown on the site. */
import { DomUtils, parseDocument } from "htmlparser2";
import { extensionOf, filePath } from "#shared/rules/files.ts";
import { toUtc } from "./lib/dates.ts";
import type { FoundRecord } from "./lib/format.ts";
import { elementsOfClass } from "./lib/html-elements.ts";

type Comment = Omit<Extract<FoundRecord, { entity: "comments" }>["fields"], "service" | "post">;
type Node = Parameters<typeof DomUtils.textContent>[0];

const HASH = /[0-9a-f]{64}/;

export function splitContent(html: string): { content: string; comments: Comment[] } {
  const document = parseDocument(html);
  const comments: Comment[] = [];
  for (const list of elementsOfClass(document, "post__comments")) {
    for (const one of DomUtils.getElementsByTagName("article", list)) {
      const comment = commentOf(one);
      if (comment) comments.push(comment);
    }
    DomUtils.removeElement(list);
  }
  for (const image of DomUtils.getElementsByTagName("img", document)) {
    // A path on the downloading machine, whose file name is the hash.
    const { src = "" } = image.attribs;
    const hash = HASH.exec(src)?.[0];
    if (hash !== undefined) image.attribs["src"] = filePath(hash, extensionOf(src));
  }
  return { content: DomUtils.getOuterHTML(document.childNodes).trim(), comments };
}

/** The site shows names but no accounts. */
function commentOf(article: Node & { attribs: Record<string, string> }): Comment | undefined {
  const [name, message, time] = ["comment__name", "comment__message", "timestamp"].map(
    (one) => elementsOfClass(article, one)[0],
  );
  const { id } = article.attribs;
  const published = toUtc(time?.attribs["datetime"] ?? "", "UTC");
  if (!id || !message || published === undefined) return undefined;
  const commenter = name ? DomUtils.textContent(name).trim() : "";
  const content = DomUtils.getInnerHTML(message).trim();
  return { id, commenter, commenter_name: commenter || undefined, content, published };
}
