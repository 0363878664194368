import { z } from "zod";
import { toUtc } from "../lib/dates.ts";
import type { FoundRecord } from "../lib/format.ts";
import { htmlOfText } from "../lib/text.ts";
import { htmlOfArticle } from "./fanbox-article.ts";
import { Flag, type PostReading, part, present, type Service, Text, Texts, Url } from "./metadata.ts";

const Comment = z.object({
  id: z.string(),
  parentCommentId: Text,
  body: z.string(),
  createdDatetime: z.string(),
  user: part({ userId: Text, name: Text }),
  replies: z.array(z.unknown()).catch([]),
});
const Post = part({
  id: Text,
  title: Text,
  text: Text,
  html: Text,
  content: Text,
  articleBody: z.unknown(),
  publishedDatetime: Text,
  updatedDatetime: Text,
  date: Text,
  tags: Texts,
  creatorId: Text,
  user: part({ userId: Text, name: Text }),
  comments: z.array(z.unknown()).catch([]),
});

export const fanbox: Service = {
  posts: ["creator", "tag", "post", "home", "supporting", "redirect"],
  idOf: (metadata) => Post.parse(metadata).id,
  read([first], { report }) {
    const post = Post.parse(first);
    const { userId: user, name } = post.user ?? {};
    if (post.id === undefined || user === undefined) return undefined;
    const published = toUtc(post.publishedDatetime ?? post.date ?? "", "UTC");
    const updated = toUtc(post.updatedDatetime ?? "", "UTC");
    const fields = present({
      service: "fanbox" as const,
      id: post.id,
      user,
      title: post.title,
      content: contentOf(post),
      published,
      edited: updated === published ? undefined : updated,
      tags: post.tags,
    });
    const creator = present({
      service: "fanbox" as const,
      id: user,
      name: name ?? post.creatorId ?? user,
      public_id: post.creatorId,
    });
    return {
      before: [{ entity: "creators", fields: creator }],
      main: { entity: "posts", fields },
      after: [...commentsOf(post.id, post.comments ?? [], report)],
    };
  },
  urlOf: (metadata) => part({ fileUrl: Url }).parse(metadata).fileUrl,
  isMain: (metadata) => part({ isCoverImage: Flag }).parse(metadata).isCoverImage === true,
};

function contentOf({ articleBody, html, text, content }: z.infer<typeof Post>): string | undefined {
  const article = articleBody === undefined ? undefined : htmlOfArticle(articleBody);
  if (article !== undefined) return article;
  if (html !== undefined && html !== "") return html;
  const plain = text ?? content;
  return plain === undefined ? undefined : htmlOfText(plain);
}

function* commentsOf(
  post: string,
  comments: readonly unknown[],
  report: PostReading["report"],
): Generator<FoundRecord> {
  for (const one of comments) {
    const comment = Comment.safeParse(one).data;
    const published = comment && toUtc(comment.createdDatetime, "UTC");
    if (comment === undefined || published === undefined) {
      report(`post ${post} has a comment that is not as expected`);
      continue;
    }
    const parent = comment.parentCommentId;
    const fields = present({
      service: "fanbox" as const,
      post,
      id: comment.id,
      parent_id: parent === "0" ? undefined : parent,
      commenter: comment.user.userId ?? "",
      commenter_name: comment.user.name,
      content: htmlOfText(comment.body),
      published,
    });
    yield { entity: "comments", fields };
    yield* commentsOf(post, comment.replies, report);
  }
}
