/** Posts of archives with the Kemono API, under the categories `kemono` and `coomer`. */
import { z } from "zod";
import { ServiceName } from "#shared/entities/creator.ts";
import { SERVICES } from "#shared/services/index.ts";
import { toUtc } from "../lib/dates.ts";
import type { FoundRecord } from "../lib/format.ts";
import { type PostReading, part, present, type Service, Text } from "./metadata.ts";

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
  comments: z.array(z.unknown()).catch([]),
  dms: z.array(z.unknown()).catch([]),
  announcements: z.array(z.unknown()).catch([]),
});
const Comment = z.object({
  id: z.string(),
  parent_id: Text,
  commenter: z.string(),
  commenter_name: Text,
  content: z.string(),
  published: z.string(),
});
const Dm = z.object({ hash: z.string(), content: z.string(), published: z.string(), added: Text });
const Announcement = z.object({ hash: z.string(), content: z.string(), published: Text, added: z.string() });
const File = part({ type: Text, hash: Text });

export const kemono: Service = {
  /** The service of a creator or post; otherwise the list that was read. */
  posts: [...SERVICES.filter((name) => name !== "discord"), "user", "post", "posts", "favorite", "artists"],
  idOf: (metadata) => Post.parse(metadata).id,
  versionOf: (metadata) => String(Post.parse(metadata).revision_id ?? ""),
  read([first], { report }) {
    const post = Post.parse(first);
    const { service, id, user } = post;
    if (service === undefined || id === undefined || user === undefined) return undefined;
    const utc = (text: string | undefined) => (text === undefined ? undefined : toUtc(text, "UTC"));
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
      after: isRevision ? [] : [...othersOf({ service, id, user }, post, report)],
    };
  },
  isMain: (metadata) => File.parse(metadata).type === "file",
  hashOf(metadata) {
    const { hash } = File.parse(metadata);
    return hash !== undefined && /^[0-9a-f]{64}$/.test(hash) ? hash : undefined;
  },
};

/** Yields what the options `comments`, `dms` and `announcements` save with a post. */
function* othersOf(
  { service, id, user }: { service: z.infer<typeof ServiceName>; id: string; user: string },
  post: z.infer<typeof Post>,
  report: PostReading["report"],
): Generator<FoundRecord> {
  for (const one of post.comments ?? []) {
    const comment = Comment.safeParse(one).data;
    const published = comment && toUtc(comment.published, "UTC");
    if (comment === undefined || published === undefined) {
      report(`post ${id} has a comment that is not as expected`);
      continue;
    }
    yield { entity: "comments", fields: present({ ...comment, service, post: id, published }) };
  }
  for (const one of post.dms ?? []) {
    const dm = Dm.safeParse(one).data;
    const published = dm && toUtc(dm.published, "UTC");
    if (dm === undefined || published === undefined) {
      report(`post ${id} has a direct message that is not as expected`);
      continue;
    }
    const added = toUtc(dm.added ?? "", "UTC") ?? published;
    yield { entity: "dms", fields: { service, user, hash: dm.hash, content: dm.content, published, added } };
  }
  for (const one of post.announcements ?? []) {
    const announcement = Announcement.safeParse(one).data;
    const added = announcement && toUtc(announcement.added, "UTC");
    if (announcement === undefined || added === undefined) {
      report(`post ${id} has an announcement that is not as expected`);
      continue;
    }
    const { hash, content } = announcement;
    const published = toUtc(announcement.published ?? "", "UTC");
    yield {
      entity: "announcements",
      fields: present({ service, user_id: user, hash, content, published, added }),
    };
  }
}
