/** Converts database rows to indexed documents and search hits. */
import type { PostListItem, TaggedListItem } from "#shared/entities/post.ts";
import type { StoredFile } from "#shared/rules/offline-db.ts";
import { TEXT_LIMIT } from "#shared/search/highlight.ts";
import { fileNames } from "#shared/text/file-names.ts";
import { textOfLines } from "#shared/text/picture-lines.ts";
import { plainText } from "#shared/text/plain-text.ts";
import type { PostRow } from "../db/records.ts";
import type { SearchDocument } from "./tokenize.ts";

const SUBSTRING = 50;
/** Names that are read of one archive file. */
const MAX_ENTRIES = 5_000;

/** Most complete copy of a post: its page, a search hit, or a list item. */
function postOf(row: PostRow) {
  return row.page?.post ?? row.item;
}

/** All stored text; a list item has only its beginning. */
export function textOf(row: PostRow): string {
  const post = postOf(row);
  if (post === undefined) return "";
  return plainText("content" in post ? post.content.slice(0, 2 * TEXT_LIMIT) : post.substring);
}

function tagsOf(row: PostRow): string[] {
  const post = postOf(row);
  return (post !== undefined && "tags" in post ? post.tags : undefined) ?? [];
}

export function titleOf(row: PostRow): string {
  return postOf(row)?.title.trim() ?? "";
}

/** Texts that saved files add to that of their post. */
export interface FileTexts {
  /** Names in archive files. */
  entries: string[];
  /** Text in images. */
  images: string;
}

/** @returns texts by key of the post */
export function textsOfFiles(files: readonly StoredFile[]): Map<string, FileTexts> {
  const texts = new Map<string, FileTexts>();
  for (const { posts, archive, text = [] } of files) {
    for (const key of posts) {
      const found = texts.get(key) ?? { entries: [], images: "" };
      found.entries = found.entries.concat(archive?.file_list.slice(0, MAX_ENTRIES) ?? []);
      if (text.length > 0) found.images = `${found.images}\n${textOfLines(text)}`.trimStart();
      texts.set(key, found);
    }
  }
  return texts;
}

/** Names of the files of a post, and of those in its saved archive files. */
export function namesOf(row: PostRow, { entries }: Partial<FileTexts> = {}): string {
  const post = postOf(row);
  if (post === undefined) return "";
  const files = ["name" in post.file ? post.file : [], post.attachments].flat();
  return fileNames([...files.map(({ name }) => name), ...(entries ?? [])]);
}

/** @returns undefined if the row has no post */
export function documentOf(row: PostRow, creator: string, ofFiles?: FileTexts): SearchDocument | undefined {
  const post = postOf(row);
  if (post === undefined) return undefined;
  return {
    key: row.key,
    title: titleOf(row),
    text: [textOf(row), namesOf(row, ofFiles), ofFiles?.images].join("\n"),
    creator,
    tags: tagsOf(row),
    date: secondsOf(post.published),
  };
}

/** API dates are UTC without a zone. Avoids `parseIso`, which would bundle zod into the worker. */
function secondsOf(date: string | null): number {
  return date === null ? 0 : Math.floor(Date.parse(`${date.slice(0, 19)}Z`) / 1000) || 0;
}

/** Converts a row to a list item. */
export function listItemOf(row: PostRow): TaggedListItem | undefined {
  const post = postOf(row);
  if (post === undefined) return undefined;
  const { id, user, service, title, published, file, attachments } = post;
  const item: PostListItem = {
    id,
    user,
    service,
    title,
    substring: "substring" in post ? post.substring : [...post.content].slice(0, SUBSTRING).join(""),
    published,
    file,
    attachments,
  };
  return { ...item, tags: tagsOf(row) };
}
