import type { PostListItem } from "#shared/entities/post.ts";
import { plainText } from "#shared/text/plain-text.ts";
import type { Subject } from "../../reading/mutes/rules.ts";

/** Search hits and lists that requested them have their tags. */
export type ListedPost = PostListItem & {
  tags?: readonly string[] | null;
  creator_name?: string | undefined;
};

/** What mutes look at in a post of a list. */
export function subjectOf({ service, user, title, substring, tags }: ListedPost): Subject {
  return { service, user, text: `${title}\n${plainText(substring)}`, tags };
}
