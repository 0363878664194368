/** Texts that PixivUtil2 writes next to the files of a FANBOX post. */
import { DomUtils, parseDocument } from "htmlparser2";
import { elementsOfClass } from "./lib/html-elements.ts";
import { htmlOfText } from "./lib/text.ts";

export interface PostText {
  creator?: { id: string; name: string; public_id?: string };
  title: string;
  /** HTML. */
  content: string;
  /** ISO 8601 with its offset. */
  date?: string;
}

/** Fields in the order of the file; the caption continues until the next field. */
const FIELDS = [
  "ArtistID",
  "ArtistName",
  "ImageID",
  "Title",
  "Caption",
  "Image Mode",
  "Pages",
  "Date",
  "Link",
];

/** `Title      = Low tide`. @returns empty texts if the line is none */
function fieldOf(line: string): [key: string, value: string] {
  const at = line.indexOf("=");
  const key = line.slice(0, Math.max(0, at)).trimEnd();
  return FIELDS.includes(key) ? [key, line.slice(at + 1).replace(/^ /, "")] : ["", ""];
}

/** `<post> - <title>.txt`. @returns undefined if the text is from another program */
export function parseInfo(source: string): PostText | undefined {
  const fields = new Map<string, string>();
  let last = -1;
  for (const line of source.split(/\r\n|\n/)) {
    const [key, value] = fieldOf(line);
    const at = FIELDS.indexOf(key);
    if (last < 0 && at !== 0) return undefined;
    // The lines of a caption can look like fields, but only the next field ends it.
    const isNext = key !== "" && (FIELDS[last] === "Caption" ? key === "Image Mode" : at > last);
    if (isNext) {
      last = at;
      fields.set(key, value);
    } else if (FIELDS[last] === "Caption") fields.set("Caption", `${fields.get("Caption")}\n${line}`);
  }
  if (!/fanbox/.test(fields.get("Link") ?? "")) return undefined;
  return {
    creator: {
      id: fields.get("ArtistID") ?? "",
      name: fields.get("ArtistName") ?? "",
      ...publicIdOf(fields.get("Link") ?? ""),
    },
    title: fields.get("Title") ?? "",
    content: captionHtml(fields.get("Caption") ?? "", fields.get("Image Mode") ?? ""),
    date: fields.get("Date"),
  };
}

/** Name of the creator in an address: `https://www.fanbox.cc/@inkpond/posts/1`, formerly `https://inkpond.fanbox.cc/posts/1`. */
function publicIdOf(link: string): { public_id?: string } {
  const [, path, host] = /fanbox\.cc\/@([\w-]+)|\/\/(?!www\.)([\w-]+)\.fanbox\.cc/.exec(link) ?? [];
  const name = path ?? host;
  return name === undefined ? {} : { public_id: name };
}

/** Converts a caption to HTML: articles and old entries are HTML, as is the part of a video post after its text. */
function captionHtml(caption: string, mode: string): string {
  if (/^(article|entry)\b/.test(mode)) return caption.trim();
  const film = mode.startsWith("video") ? caption.lastIndexOf("<br />") : -1;
  if (film < 0) return htmlOfText(caption.trim());
  return `${htmlOfText(caption.slice(0, film))}${caption.slice(film)}`.trim();
}

/** `<post> - <title>.html`. @returns undefined if the page is from another program */
export function parsePage(html: string): PostText | undefined {
  const document = parseDocument(html);
  const [main] = elementsOfClass(document, "main");
  const parts = ["article", "non-article"].flatMap((name) => (main ? elementsOfClass(main, name) : []));
  const body = parts.find((part) => part !== main && part.name === "div");
  if (main === undefined || body === undefined) return undefined;
  const [title] = DomUtils.getElementsByTagName("h1", main);
  const [date] = DomUtils.getElementsByTagName("h5", main);
  return {
    title: title ? DomUtils.textContent(title).trim() : "",
    content: DomUtils.getInnerHTML(body).trim(),
    date: date && DomUtils.textContent(date).trim(),
  };
}
