/** Posts as publications of a catalog. */
import { DomUtils, parseDocument } from "htmlparser2";
import { parseIso } from "#shared/rules/dates.ts";
import { fileKind } from "#shared/rules/file-types.ts";
import { isInlineImage } from "#shared/rules/image-types.ts";
import type { Db } from "../../db/client.ts";
import { contentTypeOf } from "../../files/names.ts";
import { creatorAddress, summaryOf } from "../../http/feed-formats.ts";
import {
  type PostWithFiles,
  postsWithFiles,
  type StoredFile,
  sizesOf,
  storableFiles,
} from "./feed-queries.ts";

export interface Publication {
  service: string;
  user: string;
  id: string;
  /** Absolute URL of the post. */
  url: string;
  title: string;
  creator: string;
  published: Date | undefined;
  changed: Date;
  /** Plain text. */
  summary: string;
  tags: string[];
  /** Pages, in order. */
  images: StoredFile[];
  /** Archive files and documents, with the type that they are sent with. */
  books: (StoredFile & { type: string })[];
}

/** Kinds of files that make a post a publication. */
export const BOOK_QUERY = "has:image|archive|document";
/** HTML of a description, in characters. */
const SUMMARY_SOURCE = 4_000;

/** In the order of the keys; without posts that lack stored files. */
export async function publications(
  sql: Db,
  keys: readonly { service: string; id: string }[],
  origin: string,
): Promise<Publication[]> {
  const posts = await postsWithFiles(sql, keys, SUMMARY_SOURCE);
  const files = posts.map(storableFiles);
  const sizes = await sizesOf(
    sql,
    files.flat().map(({ hash }) => hash),
  );
  return posts.flatMap((post, at) => {
    const stored = (files[at] ?? []).filter(({ hash }) => sizes.has(hash));
    const one = publicationOf(post, stored, origin);
    return one.images.length === 0 && one.books.length === 0 ? [] : [one];
  });
}

function publicationOf(post: PostWithFiles, files: readonly StoredFile[], origin: string): Publication {
  const { service, user, id, title, content, added, published, edited, tags, creator } = post;
  const dates = [added, published, edited].map((date) => (date === null ? undefined : parseIso(date)));
  return {
    service,
    user,
    id,
    url: creatorAddress(origin, service, user, "post", id),
    title: title.trim() || `Post ${id}`,
    creator,
    published: dates[1],
    changed: new Date(Math.max(0, ...dates.map((date) => date?.getTime() ?? 0))),
    summary: summaryOf(DomUtils.textContent(parseDocument(content))),
    tags: tags ?? [],
    images: files.filter(({ path }) => isInlineImage(path)),
    books: files
      .filter((file) => ["archive", "document"].includes(fileKind(file) ?? ""))
      .map((file) => ({ ...file, type: contentTypeOf(file.path, file.name).type })),
  };
}
