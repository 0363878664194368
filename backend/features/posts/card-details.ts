import type { PostListItem } from "#shared/entities/post.ts";
import { hashOfPath } from "#shared/rules/files.ts";
import { cardImage } from "#shared/services/card-image.ts";
import type { Db } from "../../db/client.ts";

type Detailed<P> = P & { creator_name?: string; color?: string };

/** Adds creator names and colors of images to a page of posts, if the list is shown as cards; one statement per page. */
export async function withCardDetails<
  P extends Pick<PostListItem, "service" | "user" | "file" | "attachments">,
>(sql: Db, extra: "tags" | "card" | undefined, posts: readonly P[]): Promise<Detailed<P>[]> {
  if (extra !== "card" || posts.length === 0) return [...posts];
  const images = posts.map((post) => hashOfPath(cardImage(post)?.path ?? "") ?? "");
  const [details] = await sql<
    [{ names: Record<string, string> | null; colors: Record<string, string> | null }]
  >`
    select (
      select json_object_agg(c.service || '/' || c.id, c.name) from creators c
      where (c.service, c.id) in (
        select * from unnest(${posts.map(({ service }) => service)}::text[], ${posts.map(({ user }) => user)}::text[])
      )
    ) as names, (
      select json_object_agg(hash, color) from picture_sizes where hash = any(${images}) and color is not null
    ) as colors`;
  const { names, colors } = details;
  return posts.map((post, at) => {
    const creator_name = names?.[`${post.service}/${post.user}`];
    const color = colors?.[images[at] ?? ""];
    return {
      ...post,
      ...(creator_name !== undefined && { creator_name }),
      ...(color !== undefined && { color }),
    };
  });
}
