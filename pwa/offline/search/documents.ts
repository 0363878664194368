/** Converts database rows to indexed documents and search hits. */
import type { PostListItem, TaggedListItem } from "#shared/entities/post.ts";
import { TEXT_LIMIT } from "#shared/search/highlight.ts";
import { plainText } from "#shared/text/plain-text.ts";
import type { PostRow } from "../db/records.ts";
import type { SearchDocument } from "./tokenize.ts";

const SUBSTRING = 50;

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

/** @returns undefined if the row has no post */
export function documentOf(row: PostRow, creator: string): SearchDocument | undefined {
  const post = postOf(row);
  if (post === undefined) return undefined;
  return {
    key: row.key,
    title: titleOf(row),
    text: textOf(row),
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
