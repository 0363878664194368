/** Converts Quill JSON (texts of Fantia's blogs) to HTML. */
import { z } from "zod";
import { ReadError } from "./format.ts";
import { htmlOfText } from "./text.ts";

const Attributes = z.record(z.string(), z.unknown()).nullish();
const Delta = z.object({
  ops: z.array(
    z.object({ insert: z.union([z.string(), z.record(z.string(), z.unknown())]), attributes: Attributes }),
  ),
});
type Attributes = z.infer<typeof Attributes>;

const MARKS: Record<string, string> = { bold: "strong", italic: "em", underline: "u", strike: "s" };

/**
 * @param json the document as text or already parsed
 * @returns unsanitized HTML, without the service's images and videos, which are files of the post
 * @throws ReadError if it is not a Quill document
 */
export function htmlOfQuill(json: unknown): string {
  const delta = Delta.safeParse(typeof json === "string" ? parsed(json) : json);
  if (!delta.success) throw new ReadError("The text is no Quill document.");
  const blocks: string[] = [];
  let line = "";
  const end = (attributes: Attributes) => {
    addLine(blocks, line, attributes);
    line = "";
  };
  for (const { insert, attributes } of delta.data.ops) {
    if (typeof insert !== "string") continue;
    const [first = "", ...others] = insert.split("\n");
    line += marked(first, attributes);
    for (const text of others) {
      end(attributes); // the line end has the format of the line
      line += marked(text, attributes);
    }
  }
  if (line !== "") end(undefined);
  return blocks.join("");
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new ReadError("The text is no JSON.");
  }
}

function marked(text: string, attributes: Attributes): string {
  if (text === "") return "";
  let html = htmlOfText(text);
  for (const [mark, tag] of Object.entries(MARKS))
    if (attributes?.[mark] === true) html = `<${tag}>${html}</${tag}>`;
  const link = attributes?.["link"];
  return typeof link === "string" ? `<a href="${htmlOfText(link)}">${html}</a>` : html;
}

function addLine(blocks: string[], line: string, attributes: Attributes): void {
  const list = attributes?.["list"];
  if (typeof list === "string") {
    const tag = list === "ordered" ? "ol" : "ul";
    const last = blocks.at(-1);
    const before = last?.startsWith(`<${tag}>`)
      ? (blocks.pop() ?? "").slice(0, -`</${tag}>`.length)
      : `<${tag}>`;
    blocks.push(`${before}<li>${line}</li></${tag}>`);
    return;
  }
  const level = Number(attributes?.["header"]);
  const heading = level >= 1 && level <= 6 ? `h${Math.trunc(level)}` : undefined;
  const tag = heading ?? (attributes?.["blockquote"] === true ? "blockquote" : "p");
  blocks.push(`<${tag}>${line || "<br>"}</${tag}>`);
}
