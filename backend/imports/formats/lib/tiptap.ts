/** Converts TipTap JSON (`content_json_string` of Patreon's API) to HTML, with the elements Patreon used for its texts. */
import { z } from "zod";
import { ReadError } from "./format.ts";
import { htmlOfText } from "./text.ts";

const Attributes = z.record(z.string(), z.unknown()).nullish();
const Mark = z.object({ type: z.string(), attrs: Attributes });
const TipTapNode = z.object({
  type: z.string(),
  text: z.string().nullish(),
  attrs: Attributes,
  marks: z.array(Mark).nullish(),
  content: z.array(z.unknown()).nullish(),
});
type TipTapNode = z.infer<typeof TipTapNode>;

const MAX_DEPTH = 200;
const NODES: Record<string, string> = {
  paragraph: "p",
  bulletList: "ul",
  orderedList: "ol",
  listItem: "li",
  blockquote: "blockquote",
};
const MARKS: Record<string, string> = { bold: "strong", italic: "em", underline: "u", strike: "s" };

/**
 * @param json the document as text or already parsed
 * @returns unsanitized HTML; unknown nodes are replaced by their content, unknown marks by their text
 * @throws ReadError if it is not a TipTap document
 */
export function htmlOfTipTap(json: unknown): string {
  let document = json;
  try {
    if (typeof json === "string") document = JSON.parse(json);
  } catch {
    throw new ReadError("has a text that is not JSON");
  }
  return html(document, 0);
}

function html(value: unknown, depth: number): string {
  const node = TipTapNode.safeParse(value);
  if (!node.success) throw new ReadError("has a text that is no TipTap document");
  if (depth > MAX_DEPTH) throw new ReadError(`has a text that is nested deeper than ${MAX_DEPTH} levels`);
  const content = (node.data.content ?? []).map((child) => html(child, depth + 1)).join("");
  return element(node.data, content);
}

function element(node: TipTapNode, content: string): string {
  const tag = NODES[node.type];
  if (tag !== undefined) return `<${tag}>${content}</${tag}>`;
  switch (node.type) {
    case "text":
      return (node.marks ?? []).reduceRight(marked, htmlOfText(node.text ?? ""));
    case "heading": {
      const level = Number(node.attrs?.["level"]);
      const heading = level >= 1 && level <= 6 ? `h${Math.trunc(level)}` : "h3";
      return `<${heading}>${content}</${heading}>`;
    }
    case "image":
      return image(node);
    case "link":
      return link(node.attrs, content);
    case "hardBreak":
      return "<br/>";
    case "horizontalRule":
      return "<hr/>";
    default:
      return content;
  }
}

function marked(text: string, mark: z.infer<typeof Mark>): string {
  if (mark.type === "link") return link(mark.attrs, text);
  const tag = MARKS[mark.type];
  return tag === undefined ? text : `<${tag}>${text}</${tag}>`;
}

function link(attrs: z.infer<typeof Attributes>, content: string): string {
  const href = attrs?.["href"];
  return typeof href === "string" ? `<a href="${attribute(href)}">${content}</a>` : content;
}

/** The media id names the downloaded file. */
function image({ attrs }: TipTapNode): string {
  const { src, alt, media_id: id } = attrs ?? {};
  if (typeof src !== "string") return "";
  const described = typeof alt === "string" ? ` alt="${attribute(alt)}"` : "";
  const media =
    typeof id === "string" || typeof id === "number" ? ` data-media-id="${attribute(`${id}`)}"` : "";
  return `<div data-image-container="true"><figure><img src="${attribute(src)}"${described}${media}/></figure></div>`;
}

const attribute = (text: string) => htmlOfText(text.replace(/\s+/g, " "));
