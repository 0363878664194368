import { toUtc, utcOfSeconds } from "../lib/dates.ts";
import { htmlOfText } from "../lib/text.ts";
import { part, present, Seconds, type Service, Text } from "./metadata.ts";

const Post = part({
  id: Text,
  content: Text,
  createdAt: Seconds,
  date: Text,
  account: part({ id: Text, username: Text, displayName: Text }),
});

export const fansly: Service = {
  posts: ["post", "home", "list", "lists", "creator-posts", "creator-media"],
  idOf: (metadata) => Post.parse(metadata).id,
  read([first]) {
    const post = Post.parse(first);
    const { id: user, username, displayName } = post.account ?? {};
    if (post.id === undefined || user === undefined) return undefined;
    const fields = present({
      service: "fansly" as const,
      id: post.id,
      user,
      content: post.content === undefined ? undefined : htmlOfText(post.content),
      published: post.createdAt === undefined ? toUtc(post.date ?? "", "UTC") : utcOfSeconds(post.createdAt),
    });
    const creator = present({
      service: "fansly" as const,
      id: user,
      name: (displayName || username) ?? user,
      public_id: username,
    });
    return {
      before: [{ entity: "creators", fields: creator }],
      main: { entity: "posts", fields },
      after: [],
    };
  },
};
