import type { z } from "zod";
import { toUtc } from "../lib/dates.ts";
import { ReadError } from "../lib/format.ts";
import { htmlOfTipTap } from "../lib/tiptap.ts";
import {
  type Metadata,
  type PostReading,
  part,
  present,
  type Service,
  Text,
  Texts,
  Url,
} from "./metadata.ts";

const Post = part({
  id: Text,
  title: Text,
  content: Text,
  content_json_string: Text,
  published_at: Text,
  edited_at: Text,
  date: Text,
  tags: Texts,
  embed: part({ url: Text, subject: Text, description: Text }),
  creator: part({ id: Text, full_name: Text, vanity: Text }),
});
const File = part({
  type: Text,
  hash: Text,
  post_file: part({ url: Text }),
  file: part({ download_url: Url, url: Url }),
});

export const patreon: Service = {
  posts: ["creator", "post", "user", "collection"],
  idOf: (metadata) => Post.parse(metadata).id,
  read([first], { report }) {
    const post = Post.parse(first);
    const { id: user, full_name: name, vanity } = post.creator ?? {};
    if (post.id === undefined || user === undefined) return undefined;
    const published = toUtc(post.published_at ?? post.date ?? "", "UTC");
    const fields = present({
      service: "patreon" as const,
      id: post.id,
      user,
      title: post.title,
      content: contentOf(post, report),
      published,
      edited: toUtc(post.edited_at ?? "", "UTC"),
      tags: post.tags,
      embed: post.embed?.url === undefined ? undefined : present(post.embed),
    });
    const creator = present({
      service: "patreon" as const,
      id: user,
      name: name ?? vanity ?? user,
      public_id: vanity,
    });
    return {
      before: [{ entity: "creators", fields: creator }],
      main: { entity: "posts", fields },
      after: [],
    };
  },
  // The field `url` is the address of the post.
  urlOf(metadata) {
    const { file } = File.parse(metadata);
    return file?.download_url ?? file?.url;
  },
  isMain(metadata: Metadata) {
    const { type, hash, post_file: main } = File.parse(metadata);
    return type === "postfile" || (hash !== undefined && main?.url?.includes(`/${hash}/`) === true);
  },
};

/** HTML, or since 2026 a JSON document. */
function contentOf(
  { id, content: html, content_json_string: json }: z.infer<typeof Post>,
  report: PostReading["report"],
): string | undefined {
  if (html !== undefined && html !== "") return html;
  if (json === undefined) return undefined;
  try {
    return htmlOfTipTap(json);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return void report(`post ${id} ${error.message}`);
  }
}
