/** The text files of AfdianToMarkdown: lines the program adds around the markdown of a post or product. */
import { stableId } from "./lib/names.ts";
import { htmlOfText } from "./lib/text.ts";

export interface AfdianPost {
  id: string;
  title: string;
  /** Markdown. */
  body: string;
  /** Relative to the folder of the text file. */
  images: string[];
  /** Lines below the post, with headings. */
  comments: string[];
}

export interface AfdianProduct {
  id: string;
  name: string;
  /** Markdown; begins with the price, for which the archive has no field. */
  description: string;
  images: string[];
  /** Local time. */
  updated: string;
}

export interface AfdianComment {
  id: string;
  /** Name; the files contain no id. */
  commenter: string;
  commenter_name: string;
  content: string;
  /** Local time. */
  time: string;
}

const RULE = "----";
const IMAGE = /^!\[(?:image|cover)\]\((\.assets[\\/].+)\)$/;
const COMMENT = /^##### <span>\[\d+\] (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) by (.*)<\/span>$/;
const REPLY = /^> (回复 .*: )$/;

/** @returns undefined if the text is not a post */
export function parsePost(text: string): AfdianPost | undefined {
  const lines = text.split(/\r?\n/);
  const refer = lines.indexOf("### Refer");
  const start = lines.indexOf("### 正文", refer);
  const id = lastPart(lines.slice(refer + 1, start).find((line) => line !== ""));
  if (refer < 0 || start < 0 || id === undefined) return undefined;
  const found = lines.findIndex((_, index) => index > start && beginsComments(lines, index));
  const end = found < 0 ? lines.length : found;
  return {
    id,
    title: headingOf(lines),
    ...withoutImages(lines.slice(start + 1, end)),
    comments: lines.slice(end),
  };
}

/** @returns undefined if the text is not a product */
export function parseProduct(text: string): AfdianProduct | undefined {
  const lines = text.split(/\r?\n/);
  const id = lastPart(labeled(lines, "链接"));
  const updated = labeled(lines, "更新时间");
  const start = lines.indexOf("---");
  if (id === undefined || updated === undefined || start < 0) return undefined;
  const { body, images } = withoutImages(lines.slice(start + 1));
  const price = labeled(lines, "价格");
  const description = price ? `价格: ${price}\n\n${body}` : body;
  return { id, name: headingOf(lines), description, images, updated };
}

/** Removes duplicates: popular comments are listed twice. */
export function commentsOf(post: AfdianPost): AfdianComment[] {
  const { comments: lines } = post;
  const starts = lines.flatMap((_, index) => (beginsComment(lines, index) ? [index] : []));
  const byId = new Map<string, AfdianComment>();
  for (const start of starts) {
    const end = lines.findIndex(
      (_, index) => index > start && (beginsComment(lines, index) || beginsComments(lines, index)),
    );
    const comment = parseComment(post.id, lines.slice(start + 1, end < 0 ? lines.length : end));
    byId.set(comment.id, comment);
  }
  return [...byId.values()];
}

function parseComment(post: string, [heading = "", ...rest]: string[]): AfdianComment {
  const [, time = "", name = ""] = COMMENT.exec(heading) ?? [];
  const reply = REPLY.exec(rest[0] ?? "")?.[1] ?? "";
  const text = reply + (reply === "" ? rest : rest.slice(1)).join("\n").trim();
  const id = stableId(post, time, name, text);
  return { id, commenter: name, commenter_name: name, content: htmlOfText(text), time };
}

function beginsComment(lines: string[], index: number): boolean {
  return lines[index] === RULE && COMMENT.test(lines[index + 1] ?? "");
}

/** A post may contain the same heading; the program's own is followed by a comment or nothing. */
function beginsComments(lines: string[], index: number): boolean {
  if (lines[index] !== "## 热评" && lines[index] !== "## 评论") return false;
  const next = lines.findIndex((line, at) => at > index && line !== "");
  return next < 0 || beginsComment(lines, next) || beginsComments(lines, next);
}

/** Extracts images: each is on a separate line, and its path may contain spaces, which is invalid markdown. */
function withoutImages(lines: string[]): { body: string; images: string[] } {
  const images = lines.flatMap((line) => IMAGE.exec(line)?.[1]?.replaceAll("\\", "/") ?? []);
  const body = lines.filter((line) => !IMAGE.test(line)).join("\n");
  return { body: body.trim(), images };
}

function headingOf(lines: string[]): string {
  return lines[0]?.startsWith("## ") === true ? lines[0].slice(3) : "";
}

function labeled(lines: string[], label: string): string | undefined {
  const start = `**${label}**: `;
  return lines.find((line) => line.startsWith(start))?.slice(start.length);
}

function lastPart(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  return new URL(address).pathname.split("/").at(-1) || undefined;
}
