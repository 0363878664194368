/** URLs of posts and messages that use a file. */
import type { HashHit } from "#shared/entities/archive-file.ts";

type PostUse = HashHit["posts"][number];
type MessageUse = HashHit["discord_posts"][number];

export function postAddress({ service, user, id, revision }: PostUse): string {
  const post = `/${[service, "user", user, "post", id].map(encodeURIComponent).join("/")}`;
  return revision === null ? post : `${post}/revision/${revision}`;
}

export function messageAddress({ server, channel, id }: MessageUse): string {
  return `/discord/server/${[server, channel, id].map(encodeURIComponent).join("/")}`;
}

/** @param key `service/creator/post` */
export function keyAddress(key: string): string {
  const [service = "", user = "", id = ""] = key.split("/");
  return postAddress({ service, user, id, title: "", revision: null });
}
