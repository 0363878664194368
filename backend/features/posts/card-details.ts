import { hasFile } from "#shared/entities/file.ts";
import type { PostListItem } from "#shared/entities/post.ts";
import { kindOf } from "#shared/rules/file-types.ts";
import { extensionOf, hashOfPath } from "#shared/rules/files.ts";
import { cardImage } from "#shared/services/card-image.ts";
import type { Db } from "../../db/client.ts";

type Detailed<P> = P & { creator_name?: string; color?: string; poster?: string };

/**
 * Adds creator names, colors of images and posters of videos to a page of posts that is shown as cards, only posters to that
 * of a creator; one statement per page.
 */
export async function withCardDetails<
  P extends Pick<PostListItem, "service" | "user" | "file" | "attachments">,
>(sql: Db, extra: "tags" | "card" | undefined, posts: readonly P[]): Promise<Detailed<P>[]> {
  if (extra === undefined || posts.length === 0) return [...posts];
  const isCard = extra === "card";
  const videos = posts.map((post) => (cardImage(post) === undefined ? firstVideo(post) : undefined));
  if (!isCard && videos.every((video) => video === undefined)) return [...posts];
  const shown = isCard ? posts : [];
  const images = shown.map((post) => hashOfPath(cardImage(post)?.path ?? "") ?? "");
  const videoHashes = videos.map((video) => hashOfPath(video ?? "") ?? "");
  const [details] = await sql<
    [
      {
        names: Record<string, string> | null;
        colors: Record<string, string> | null;
        posters: string[] | null;
      },
    ]
  >`
    select (
      select json_object_agg(c.service || '/' || c.id, c.name) from creators c
      where (c.service, c.id) in (
        select * from unnest(${shown.map(({ service }) => service)}::text[], ${shown.map(({ user }) => user)}::text[])
      )
    ) as names, (
      select json_object_agg(hash, color) from picture_sizes where hash = any(${images}) and color is not null
    ) as colors, (
      select json_agg(hash) from media_details where hash = any(${videoHashes}) and details ->> 'poster' = 'true'
    ) as posters`;
  const { names, colors } = details;
  const posters = new Set(details.posters);
  return posts.map((post, at) => {
    const creator_name = names?.[`${post.service}/${post.user}`];
    const color = colors?.[images[at] ?? ""];
    const poster = posters.has(videoHashes[at] ?? "") ? videos[at] : undefined;
    return {
      ...post,
      ...(creator_name !== undefined && { creator_name }),
      ...(color !== undefined && { color }),
      ...(poster !== undefined && { poster }),
    };
  });
}

/** Stored path of the first video. */
function firstVideo({ file, attachments }: Pick<PostListItem, "file" | "attachments">): string | undefined {
  const files = hasFile(file) ? [file, ...attachments] : attachments;
  return files.find(({ path }) => kindOf(extensionOf(path)) === "video")?.path;
}
