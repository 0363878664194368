/** Posts of archives with the Kemono API, as gallery-dl has written them since 1.20 (2022). */
import { z } from "zod";
import { ServiceName } from "#shared/entities/creator.ts";
import { extensionOf, hashOfPath } from "#shared/rules/files.ts";
import { SERVICES } from "#shared/services/index.ts";
import { plainText } from "#shared/text/plain-text.ts";
import { toUtc, utcOfMailDate } from "../lib/dates.ts";
import type { FoundRecord } from "../lib/format.ts";
import { stableId } from "../lib/names.ts";
import { type Metadata, type PostReading, part, present, type Service, Text, Url } from "./metadata.ts";

const Post = part({
  service: ServiceName,
  user: Text,
  username: Text,
  id: Text,
  title: Text,
  content: Text,
  published: Text,
  edited: Text,
  added: Text,
  date: Text,
  revision_id: z.number().optional().catch(undefined),
  tags: z.array(z.string()).optional().catch(undefined),
  next: Text,
  prev: Text,
  comments: z.array(z.unknown()).catch([]),
  dms: z.array(z.unknown()).catch([]),
  announcements: z.array(z.unknown()).catch([]),
});
const Comment = z.union([
  z.object({
    id: z.string(),
    parent_id: Text,
    commenter: z.string(),
    commenter_name: Text,
    content: z.string(),
    published: z.string(),
  }),
  // Versions before 1.28 read the web page, which does not contain the id of the commenter.
  z
    .object({ id: z.string(), user: z.string(), body: z.string(), date: z.string() })
    .transform(({ id, user, body, date }) => ({
      ...{ id, commenter: "", commenter_name: plainText(user), content: body, published: date },
    })),
]);
/** A direct message or an announcement of the web page, which contains no hash. */
const Card = z
  .object({ body: z.string(), date: z.string() })
  .transform(({ body, date }) => ({ hash: undefined, content: body, published: date, added: date }));
const Dm = z.union([
  z.object({ hash: z.string(), content: z.string(), published: z.string(), added: Text }),
  Card,
]);
const Announcement = z.union([
  z.object({ hash: z.string(), content: z.string(), published: Text, added: z.string() }),
  Card,
]);
const File = part({
  type: Text,
  hash: Text,
  path: Text,
  url: Url,
  name: Text,
  filename: Text,
  extension: Text,
  original: z.boolean().optional().catch(undefined),
});
/** Files that the archive does not have yet have no path. */
const FileOfPost = z.object({
  name: Text,
  path: z.string().optional(),
  url: Url,
  preview_only: z.boolean().catch(false),
});
const Files = part({
  file: FileOfPost.optional().catch(undefined),
  attachments: z.array(z.unknown()).catch([]),
});

export const kemono: Service = {
  /** The service of a creator or post; otherwise the list that was read. */
  posts: [...SERVICES.filter((name) => name !== "discord"), "user", "post", "posts", "favorite", "artists"],
  idOf: (metadata) => Post.parse(metadata).id,
  versionOf: (metadata) => String(Post.parse(metadata).revision_id ?? ""),
  read([first], { report }) {
    const post = Post.parse(first);
    const { service, id, user } = post;
    if (service === undefined || id === undefined || user === undefined) return undefined;
    const fields = present({
      ...{ service, id, user },
      title: post.title,
      content: post.content,
      published: utc(post.published ?? post.date),
      edited: utc(post.edited),
      added: utc(post.added),
      tags: post.tags,
    });
    const isRevision = post.revision_id !== undefined && post.revision_id > 0;
    return {
      before: [{ entity: "creators", fields: { service, id: user, name: post.username ?? user } }],
      main: isRevision ? { entity: "post_revisions", fields } : { entity: "posts", fields },
      neighbors: [post.next, post.prev].filter((one) => one !== undefined),
      after: isRevision ? [] : [...othersOf({ service, id, user }, post, report)],
    };
  },
  isMain: (metadata) => File.parse(metadata).type === "file" && !isPreview(metadata),
  nameOf(metadata) {
    const { filename } = File.parse(metadata);
    return isPreview(metadata) ? `${filename} (preview)` : filename;
  },
  // The hash of a preview is that of the original.
  hashOf: (metadata) => (isPreview(metadata) ? undefined : validHash(File.parse(metadata).hash)),
  originalOf(metadata) {
    if (!isPreview(metadata)) return undefined;
    const { name, filename = "", path = "", url, type, hash } = File.parse(metadata);
    return {
      ...{ name: name ?? `${filename}${extensionOf(path)}`, url, hash: validHash(hash) },
      ...{ isMain: type === "file", hasPreview: true },
    };
  },
  namedFiles(metadata) {
    const { file, attachments = [] } = Files.parse(metadata);
    const others = attachments.map((one) => FileOfPost.safeParse(one).data);
    return [file, ...others].flatMap((one) => {
      const name = one?.name ?? one?.path?.split("/").at(-1);
      if (one === undefined || name === undefined) return [];
      const { path = "", url, preview_only: hasPreview } = one;
      return [{ name, url, hash: hashOfPath(path), isMain: one === file, hasPreview }];
    });
  },
};

const validHash = (hash: string | undefined) =>
  hash !== undefined && /^[0-9a-f]{64}$/.test(hash) ? hash : undefined;

/**
 * Version 1.32.9 saves previews (`original=false`) without marking them: their extension differs from that of the
 * original, whose path stays in the metadata.
 */
function isPreview(metadata: Metadata): boolean {
  const { path = "", extension, original } = File.parse(metadata);
  if (original !== undefined || metadata.category !== "pawchive") return original === false;
  return extension === "webp" && extensionOf(path) !== "" && extensionOf(path) !== ".webp";
}

/** Until 2023 the dates were those of mail headers, since then ISO 8601. */
function utc(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (toUtc(text, "UTC") ?? utcOfMailDate(text));
}

/** Yields what the options `comments`, `dms` and `announcements` save with a post. */
function* othersOf(
  { service, id, user }: { service: z.infer<typeof ServiceName>; id: string; user: string },
  post: z.infer<typeof Post>,
  report: PostReading["report"],
): Generator<FoundRecord> {
  for (const one of post.comments ?? []) {
    const comment = Comment.safeParse(one).data;
    const published = utc(comment?.published);
    if (comment === undefined || published === undefined) {
      report(`post ${id} has a comment that is not as expected`);
      continue;
    }
    yield { entity: "comments", fields: present({ ...comment, service, post: id, published }) };
  }
  for (const one of post.dms ?? []) {
    const dm = Dm.safeParse(one).data;
    const published = utc(dm?.published);
    if (dm === undefined || published === undefined) {
      report(`post ${id} has a direct message that is not as expected`);
      continue;
    }
    const { content, hash = stableId(service, "dm", user, content) } = dm;
    const added = utc(dm.added) ?? published;
    yield { entity: "dms", fields: { service, user, hash, content, published, added } };
  }
  for (const one of post.announcements ?? []) {
    const announcement = Announcement.safeParse(one).data;
    const added = utc(announcement?.added);
    if (announcement === undefined || added === undefined) {
      report(`post ${id} has an announcement that is not as expected`);
      continue;
    }
    const { content, hash = stableId(service, "announcement", user, content) } = announcement;
    const published = utc(announcement.published);
    yield {
      entity: "announcements",
      fields: present({ service, user_id: user, hash, content, published, added }),
    };
  }
}
