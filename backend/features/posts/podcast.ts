/** Audio and video files of posts as a podcast. */
import { DomUtils, parseDocument } from "htmlparser2";
import { hasFile } from "#shared/entities/file.ts";
import { parseIso } from "#shared/rules/dates.ts";
import { fileKind, typeOfExtension } from "#shared/rules/file-types.ts";
import { extensionOf } from "#shared/rules/files.ts";
import { type FileKind, hasThumbnail } from "#shared/rules/image-types.ts";
import { MAX_RATING } from "#shared/rules/ratings.ts";
import type { AccessMode } from "#shared/rules/site.ts";
import type { Db } from "../../db/client.ts";
import type { OtherForm } from "../../http/answer-forms.ts";
import { creatorAddress, type Feed, summaryOf } from "../../http/feed-formats.ts";
import { type FileUrls, fileUrls } from "../../http/file-urls.ts";
import { type Episode, toPodcast } from "../../http/podcast-format.ts";
import {
  type FeedCreator,
  type FeedMedia,
  mediaOf,
  type PostWithFiles,
  postsWithFiles,
  type StoredFile,
  sizesOf,
  storableFiles,
} from "./feed-queries.ts";

type FeedHtml = typeof import("../../http/feed-html.ts").feedHtml;

/** Kinds of files that are episodes. */
export const KINDS: readonly FileKind[] = ["audio", "video"];
export const PODCAST_QUERY = `has:${KINDS.join("|")}`;

interface Reading {
  sql: Db;
  origin: string;
  fileServer: (path: string) => string;
  config: { ACCESS: AccessMode; SITE_NAME: string };
}

/** @param list `creator` for a podcast of one @param keys of posts in order */
export async function podcast(
  { sql, origin, fileServer, config }: Reading,
  { creator, ...list }: Omit<Feed, "entries"> & { creator?: FeedCreator },
  keys: readonly { service: string; id: string }[],
): Promise<OtherForm> {
  const urls = fileUrls({ origin, fileServer, config });
  const { feedHtml } = await import("../../http/feed-html.ts"); // with the first podcast: it takes 10 MB of memory
  const posts = await postsWithFiles(sql, keys);
  const files = posts.map((post) => storableFiles(post).filter(isEpisode));
  const hashes = files.flat().map(({ hash }) => hash);
  const [sizes, media] = await Promise.all([sizesOf(sql, hashes), mediaOf(sql, hashes)]);
  const listed = new Set<string>();
  const episodes = posts.flatMap((post, at) => {
    // The same file in several posts, such as those of a person's profiles, is one episode.
    const own = (files[at] ?? []).filter(({ hash }) => sizes.has(hash) && !listed.has(hash));
    for (const { hash } of own) listed.add(hash);
    return episodesOf(post, own, { sizes, media, origin, urls, feedHtml });
  });
  return toPodcast({
    ...list,
    author: creator?.name ?? config.SITE_NAME,
    image: creator?.hasIcon ? urls.icon(creator.service, creator.id) : `${origin}/icon-512.png`,
    isExplicit: posts.some(({ rating }) => rating === MAX_RATING),
    episodes,
  });
}

function isEpisode(file: StoredFile): boolean {
  const kind = fileKind(file);
  return kind !== undefined && KINDS.includes(kind);
}

function episodesOf(
  post: PostWithFiles,
  files: readonly StoredFile[],
  {
    sizes,
    media,
    origin,
    urls,
    feedHtml,
  }: {
    sizes: ReadonlyMap<string, number>;
    media: ReadonlyMap<string, FeedMedia>;
    origin: string;
    urls: FileUrls;
    feedHtml: FeedHtml;
  },
): Episode[] {
  if (files.length === 0) return [];
  const { service, user, id, content, creator, rating, tags } = post;
  const title = post.title.trim() || `Post ${id}`;
  const image = [...(hasFile(post.file) ? [post.file] : []), ...post.attachments].find(({ path }) =>
    hasThumbnail(path),
  );
  const date = post.published ?? post.added;
  const shared = {
    url: creatorAddress(origin, service, user, "post", id),
    html: feedHtml(content, origin, (path) => urls.own(path)),
    summary: summaryOf(DomUtils.textContent(parseDocument(content))),
    published: date === null ? new Date(0) : parseIso(date),
    author: creator,
    tags: tags ?? [],
    image: image && urls.thumbnail(image.path, 1200),
    isExplicit: rating === MAX_RATING,
  };
  return files.map(({ name, path, hash }, at) => ({
    ...shared,
    image: shared.image ?? (media.get(hash)?.poster ? urls.thumbnail(path, 1200) : undefined),
    guid: `${service}/${user}/${id}/${hash}`,
    title: files.length === 1 ? title : `${title} · ${name || at + 1}`,
    file: {
      url: urls.file(path, name),
      type: typeOfExtension(extensionOf(path))?.types[0] ?? "application/octet-stream",
      bytes: sizes.get(hash) ?? 0,
      seconds: media.get(hash)?.seconds ?? undefined,
    },
  }));
}
