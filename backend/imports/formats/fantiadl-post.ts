/** A post of Fantia's API, and the files that fantiadl writes for its parts. */
import { z } from "zod";
import { trimEndOf } from "#shared/text/trim-end.ts";
import { type Entry, type LocalFile, ReadError } from "./lib/format.ts";
import { htmlOfQuill } from "./lib/quill.ts";
import { htmlOfText } from "./lib/text.ts";

const Id = z.union([z.string(), z.int()]).transform(String);
const Text = z.string().nullish();

const Part = z.object({
  id: Id,
  title: Text,
  category: Text,
  comment: Text,
  visible_status: Text,
  filename: Text,
  embed_url: Text,
  parent_post: z.object({ title: Text }).nullish(),
  post_content_photos: z.array(z.unknown()).nullish(),
});
type Part = z.infer<typeof Part>;

export const FantiaPost = z.object({
  id: Id,
  title: Text,
  comment: Text,
  posted_at: Text,
  fanclub: z.object({ id: Id, name: Text, creator_name: Text }),
  thumb: z.object({ original: Text }).nullish(),
  tags: z.array(z.object({ name: z.string() })).nullish(),
  post_contents: z.array(Part),
});
type FantiaPost = z.infer<typeof FantiaPost>;

const BY_NUMBER = new Intl.Collator("en", { numeric: true });

/** Text of the post and its visible parts. Video links stay in the text; the first becomes the embed. */
export function textOfPost(post: FantiaPost, report: (reason: string) => void) {
  const parts = post.post_contents.filter(({ visible_status: status }) => status === "visible");
  const html = [paragraph(post.comment), ...parts.map((part) => htmlOfPart(part, report))].join("");
  const url = parts.find((part) => part.category === "embed" && part.embed_url)?.embed_url;
  return { content: html || undefined, embed: url ? { url } : undefined };
}

function htmlOfPart(part: Part, report: (reason: string) => void): string {
  const title = part.title ? `<h3>${htmlOfText(part.title)}</h3>` : "";
  const url = part.category === "embed" && part.embed_url ? htmlOfText(part.embed_url) : undefined;
  const link = url === undefined ? "" : `<p><a href="${url}">${url}</a></p>`;
  return `${title}${part.category === "blog" ? blog(part, report) : paragraph(part.comment)}${link}`;
}

function blog({ id, comment }: Part, report: (reason: string) => void): string {
  try {
    return comment ? htmlOfQuill(comment) : "";
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    report(`part ${id}: ${error.message}`);
    return "";
  }
}

const paragraph = (text: string | null | undefined) => (text ? `<p>${htmlOfText(text)}</p>` : "");

/** The cover and the files of each part in order; other files come last. */
export function filesOfPost(post: FantiaPost, path: string, entries: readonly Entry[]) {
  const rest = new Set([...entries].sort((a, b) => BY_NUMBER.compare(a.path, b.path)));
  const take = (matches: (below: string) => boolean, name?: string): LocalFile[] => {
    const found = [...rest].filter((entry) =>
      matches(path === "" ? entry.path : entry.path.slice(path.length + 1)),
    );
    for (const entry of found) rest.delete(entry);
    return found.map((entry) => ({ entry, name: name ?? entry.name }));
  };
  const server = post.thumb?.original?.split("?")[0]?.split("/").at(-1);
  const [file, ...covers] = take((below) => below.startsWith("thumb.") || below === server);
  const folders = galleryFolders(post.post_contents);
  const attachments = post.post_contents.flatMap((part, index) => {
    const { filename } = part;
    const gallery = take((below) => below.startsWith(`${folders[index]}/`));
    return filename
      ? [...gallery, ...take((below) => below === filename || below === onDisk(filename), filename)]
      : gallery;
  });
  return { file, attachments: [...attachments, ...covers, ...take(() => true)] };
}

/** Folder names of galleries; the program numbers repeated titles. */
function galleryFolders(parts: readonly Part[]): string[] {
  const titles: string[] = [];
  for (const part of parts) {
    const base = part.title || part.parent_post?.title || part.id;
    let title = base;
    for (let number = 2; titles.includes(title); number++) title = `${base}_${number}`;
    titles.push(title);
  }
  return titles.map(onDisk);
}

function onDisk(name: string): string {
  return trimEndOf(name.replace(/[<>"?\\/*:|]/g, " ").replace(/\p{Cc}/gu, ""), /[\s.]/);
}
