/** `files.md` and `files.txt` of Kemono and Coomer Downloader: the post as Markdown or as in the API, and its files. */
import type { FoundRecord } from "./lib/format.ts";

export interface PostPage {
  title: string;
  /** HTML. */
  content: string;
  embed: Extract<FoundRecord, { entity: "posts" }>["fields"]["embed"];
  files: { name: string; url: string }[];
}

const TITLE = "Raw Title: ";
const CONTENT = "\nRaw Content:\n";
const LISTS = ["Attachments", "Videos", "Images"].flatMap((list) => [`\n## ${list}\n\n`, `\n${list}:\n\n`]);
const LINKED = /^- (?<name>.*): (?<url>https?:\/\/\S+)$/;
const IMAGE = /^!\[Image \d+\]\((?<url>https?:\/\/[^)\s]+)\) - (?<name>.*)$/;
const TEXT_IMAGE = /^Image \d+: (?<url>https?:\/\/\S+) \(Name: (?<name>.*)\)$/;

/** @returns undefined if the text is from another program */
export function parsePage(source: string): PostPage | undefined {
  const text = source.replaceAll("\r\n", "\n");
  const title = text.indexOf(TITLE);
  const raw = text.indexOf(CONTENT, title);
  if (title < 0 || raw < 0) return undefined;
  const rest = text.slice(raw + CONTENT.length);
  const ends = LISTS.map((heading) => rest.indexOf(heading)).filter((index) => index >= 0);
  const end = Math.min(rest.length, ...ends);
  return {
    title: text.slice(title + TITLE.length, raw).trim(),
    content: rest.slice(0, end).trim(),
    embed: embedOf(text.slice(0, title)),
    files: rest.slice(end).split("\n").flatMap(fileOf),
  };
}

function fileOf(line: string): { name: string; url: string }[] {
  const { name, url } = (LINKED.exec(line) ?? IMAGE.exec(line) ?? TEXT_IMAGE.exec(line))?.groups ?? {};
  return name !== undefined && url !== undefined ? [{ name, url }] : [];
}

function embedOf(head: string): PostPage["embed"] {
  const [, list] = head.split(/^(?:## Embedded Content|Embedded Content:)\n/m);
  const fields = ["URL", "Subject", "Description"].map((key) => {
    const value = list
      ?.split("\n")
      .find((line) => line.startsWith(`- ${key}: `))
      ?.slice(key.length + 4);
    return value === "N/A" || value === "None" ? undefined : value || undefined;
  });
  const [url, subject, description] = fields;
  return url || subject || description ? { url, subject, description } : undefined;
}
