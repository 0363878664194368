import type { PostListItem } from "#shared/entities/post.ts";
import { plainText } from "../../lib/text.ts";
import type { Subject } from "../mutes/public.ts";

/** Search hits and lists that were asked for it know their tags. */
export type ListedPost = PostListItem & { tags?: readonly string[] | null };

/** What mutes look at in a post of a list. */
export function subjectOf({ service, user, title, substring, tags }: ListedPost): Subject {
  return { service, user, text: `${title}\n${plainText(substring)}`, tags };
}
