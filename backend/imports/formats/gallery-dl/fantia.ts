import { z } from "zod";
import { toUtc, utcOfMailDate } from "../lib/dates.ts";
import { htmlOfText } from "../lib/text.ts";
import { type Metadata, part, present, type Service, Text, Texts, Url } from "./metadata.ts";

const Post = part({
  post_id: Text,
  post_title: Text,
  comment: Text,
  posted_at: Text,
  date: Text,
  fanclub_id: Text,
  fanclub_name: Text,
  fanclub_user_name: Text,
  tags: Texts,
});
const Block = part({ content_id: Text, content_num: z.number(), content_title: Text, blogpost_text: Text });
const File = part({ file_id: Text, content_filename: Text, file_url: Url });

export const fantia: Service = {
  posts: ["creator", "post", "supporting"],
  isSpread: true,
  idOf: (metadata) => Post.parse(metadata).post_id,
  read(all) {
    const post = Post.parse(all[0]);
    const { post_id: id, fanclub_id: user } = post;
    if (id === undefined || user === undefined) return undefined;
    const fields = present({
      service: "fantia" as const,
      id,
      user,
      title: post.post_title,
      content: contentOf(post.comment, all),
      published: utcOfMailDate(post.posted_at ?? "") ?? toUtc(post.date ?? "", "UTC"),
      tags: post.tags,
    });
    const name = post.fanclub_name ?? post.fanclub_user_name ?? user;
    return {
      before: [{ entity: "creators", fields: { service: "fantia", id: user, name } }],
      main: { entity: "posts", fields },
      after: [],
    };
  },
  urlOf: (metadata) => File.parse(metadata).file_url,
  isMain: (metadata) => File.parse(metadata).file_id === "thumb",
  nameOf: (metadata) => File.parse(metadata).content_filename?.replace(/\.[^.]*$/, ""),
};

/** Each metadata has one block of the post: joins the comment and the texts of the blocks in order. */
function contentOf(comment: string | undefined, all: readonly Metadata[]): string | undefined {
  const blocks = new Map<string, z.infer<typeof Block>>();
  for (const metadata of all) {
    const block = Block.safeParse(metadata).data ?? {};
    const id = block.content_id ?? "";
    if (block.blogpost_text !== undefined && block.blogpost_text !== "" && !blocks.has(id))
      blocks.set(id, block);
  }
  const ordered = [...blocks.values()].sort((a, b) => (a.content_num ?? 0) - (b.content_num ?? 0));
  const texts = ordered.map(({ content_title: title = "", blogpost_text: text = "" }) => {
    const heading = title === "" ? "" : `<h3>${htmlOfText(title)}</h3>`;
    return `${heading}<p>${htmlOfText(text.trim())}</p>`;
  });
  if (comment !== undefined && comment !== "") texts.unshift(`<p>${htmlOfText(comment)}</p>`);
  return texts.length === 0 ? undefined : texts.join("");
}
