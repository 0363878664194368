import { toUtc } from "../lib/dates.ts";
import { part, present, type Service, Text, Texts } from "./metadata.ts";

const Post = part({
  post_id: Text,
  author_name: Text,
  author_nick: Text,
  title: Text,
  content: Text,
  date: Text,
  tags: Texts,
});
const File = part({ original_filename: Text, name: Text });

export const subscribestar: Service = {
  posts: ["user", "post", "user-adult", "post-adult"],
  idOf: (metadata) => Post.parse(metadata).post_id,
  read([first], { zone }) {
    const post = Post.parse(first);
    const { post_id: id, author_name: user } = post;
    if (id === undefined || user === undefined) return undefined;
    const fields = present({
      service: "subscribestar" as const,
      id,
      user,
      title: post.title,
      content: post.content?.trim(),
      published: toUtc(post.date ?? "", zone), // as shown on the page, in the zone of the account
      tags: post.tags,
    });
    const creator = { service: "subscribestar" as const, id: user, name: post.author_nick ?? user };
    return {
      before: [{ entity: "creators", fields: creator }],
      main: { entity: "posts", fields },
      after: [],
    };
  },
  nameOf(metadata) {
    const { original_filename: original, name } = File.parse(metadata);
    return (original ?? name)?.replace(/\.[^.]*$/, "");
  },
};
