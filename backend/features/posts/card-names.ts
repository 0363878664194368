import type { PostListItem } from "#shared/entities/post.ts";
import type { Db } from "../../db/client.ts";

type Named<P> = P & { creator_name?: string };

/** Adds creator names to a page of posts, if the list is shown as cards; one statement per page. */
export async function withCardNames<P extends Pick<PostListItem, "service" | "user">>(
  sql: Db,
  extra: "tags" | "card" | undefined,
  posts: readonly P[],
): Promise<Named<P>[]> {
  if (extra !== "card" || posts.length === 0) return [...posts];
  const services = posts.map(({ service }) => service);
  const ids = posts.map(({ user }) => user);
  const rows = await sql<{ service: string; id: string; name: string }[]>`
    select c.service, c.id, c.name from creators c
    where (c.service, c.id) in (select * from unnest(${services}::text[], ${ids}::text[]))`;
  const names = new Map(rows.map(({ service, id, name }) => [`${service}/${id}`, name]));
  return posts.map((post) => {
    const creator_name = names.get(`${post.service}/${post.user}`);
    return creator_name === undefined ? post : { ...post, creator_name };
  });
}
