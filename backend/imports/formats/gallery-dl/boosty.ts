import { z } from "zod";
import { toUtc, utcOfSeconds } from "../lib/dates.ts";
import type { FoundRecord } from "../lib/format.ts";
import { stableId } from "../lib/names.ts";
import { htmlOfText } from "../lib/text.ts";
import {
  type Metadata,
  type PostOf,
  type PostReading,
  part,
  present,
  Seconds,
  type Service,
  Text,
  Url,
} from "./metadata.ts";

const Comment = z.object({
  id: z.string(),
  createdAt: z.number(),
  isDeleted: z.boolean().catch(false),
  author: part({ id: Text, name: Text }),
  data: z.array(z.object({ type: z.string(), content: Text, url: Text })).catch([]),
  replies: z.object({ data: z.array(z.unknown()) }).catch({ data: [] }),
});
const Post = part({
  id: Text,
  int_id: Text,
  /** Set for private messages. */
  authorId: Text,
  title: Text,
  publishTime: Seconds,
  createdAt: Seconds,
  updatedAt: Seconds,
  date: Text,
  content: z.array(z.string()).optional().catch(undefined),
  tags: z.array(z.object({ title: z.string() })).catch([]),
  comments: z.object({ data: z.array(z.unknown()) }).catch({ data: [] }),
});
const All = z.object({ post: Post, user: part({ id: Text, blogUrl: Text, name: Text }) }).partial();
const File = part({ file: part({ id: Text, title: Text, url: Url }) });

export const boosty: Service = {
  posts: ["user", "media", "feed", "post", "following"],
  messages: { subcategories: ["direct-messages"], read: readMessage },
  idOf(metadata) {
    const { post } = All.parse(metadata);
    return post?.int_id ?? post?.id;
  },
  read([first], { report }) {
    const { post = {}, user = {} } = All.parse(first);
    const { id } = post;
    const { blogUrl } = user;
    if (id === undefined || blogUrl === undefined) return undefined;
    const seconds = post.publishTime ?? post.createdAt;
    const isEdited = post.updatedAt !== undefined && post.updatedAt !== seconds;
    const fields = present({
      service: "boosty" as const,
      id,
      user: blogUrl,
      title: post.title,
      content: post.content && contentOf(post.content),
      published: seconds === undefined ? toUtc(post.date ?? "", "UTC") : utcOfSeconds(seconds),
      edited: isEdited ? utcOfSeconds(post.updatedAt ?? 0) : undefined,
      tags: post.tags?.map(({ title }) => title),
    });
    return {
      before: [creatorOf(blogUrl, user.name)],
      main: { entity: "posts", fields },
      after: [...commentsOf({ id, report }, post.comments?.data ?? [], undefined)],
    };
  },
  urlOf: (metadata) => File.parse(metadata).file?.url,
  nameOf(metadata) {
    const { file } = File.parse(metadata);
    return file?.title?.replace(/\.[^.]*$/, "") ?? file?.id;
  },
};

/** The metadata has no account owner; a message by anyone but the creator is the owner's. */
function readMessage([first]: readonly Metadata[]): PostOf | "own" | undefined {
  const { post: { id, authorId, ...message } = {}, user } = All.parse(first);
  const { id: creator, blogUrl, name } = user ?? {};
  const published =
    message.createdAt === undefined ? toUtc(message.date ?? "", "UTC") : utcOfSeconds(message.createdAt);
  if (blogUrl === undefined || creator === undefined || authorId === undefined) return undefined;
  if (id === undefined || published === undefined) return undefined;
  if (authorId !== creator) return "own";
  const hash = stableId("boosty", "message", id);
  const content = contentOf(message.content ?? []);
  const fields = { hash, service: "boosty" as const, user: blogUrl, content, published, added: published };
  return { before: [creatorOf(blogUrl, name)], main: { entity: "dms", fields }, after: [] };
}

function creatorOf(id: string, name = id): FoundRecord {
  return { entity: "creators", fields: { service: "boosty", id, name } };
}

const isLink = (text: string) => /^https?:\/\/\S+$/.test(text);

/** Joins texts, links and smileys. Two consecutive texts are two paragraphs. */
function contentOf(texts: readonly string[]): string {
  const isInline = (text = "") => isLink(text) || /^:\w+:$/.test(text);
  return texts
    .map((text, at) => {
      const html = isLink(text) ? `<a href="${htmlOfText(text)}">${htmlOfText(text)}</a>` : htmlOfText(text);
      return at > 0 && !isInline(text) && !isInline(texts[at - 1]) ? `<br>${html}` : html;
    })
    .join("");
}

function* commentsOf(
  post: { id: string; report: PostReading["report"] },
  comments: readonly unknown[],
  parent: string | undefined,
): Generator<FoundRecord> {
  for (const one of comments) {
    const comment = Comment.safeParse(one).data;
    const published = comment && utcOfSeconds(comment.createdAt);
    if (comment === undefined || published === undefined) {
      post.report(`post ${post.id} has a comment that is not as expected`);
      continue;
    }
    if (comment.isDeleted) continue;
    const fields = present({
      service: "boosty" as const,
      post: post.id,
      id: comment.id,
      parent_id: parent,
      commenter: comment.author.id ?? "",
      commenter_name: comment.author.name,
      content: comment.data
        .map(({ content, url }) => htmlOfText(textOf(content ?? "") || (url ?? "")))
        .join(""),
      published,
    });
    yield { entity: "comments", fields };
    yield* commentsOf(post, comment.replies.data, comment.id);
  }
}

/** `["text", "unstyled", []]` as JSON. */
function textOf(content: string): string {
  try {
    return z.tuple([z.string()], z.unknown()).parse(JSON.parse(content))[0];
  } catch {
    return "";
  }
}
