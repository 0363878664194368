/** Finds a post in cached lists, so that shortcuts need no request. */
import type { PostListItem } from "#shared/entities/post.ts";
import type { PostAddress } from "../../../lib/post-address.ts";

/** @param answers cached data of any query */
export function listedPost(
  answers: readonly unknown[],
  { service, id, post }: PostAddress,
): PostListItem | undefined {
  for (const answer of answers) {
    const rows = Array.isArray(answer) ? answer : (answer as { posts?: unknown } | undefined)?.posts;
    if (!Array.isArray(rows)) continue;
    for (const row of rows) {
      const item: unknown = (row as { item?: unknown } | null)?.item ?? row;
      if (isPost(item) && item.id === post && item.user === id && item.service === service) return item;
    }
  }
  return undefined;
}

function isPost(row: unknown): row is PostListItem {
  const { substring, attachments } = (row ?? {}) as Partial<PostListItem>;
  return typeof substring === "string" && Array.isArray(attachments);
}
