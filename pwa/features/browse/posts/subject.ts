import type { PostListItem } from "#shared/entities/post.ts";
import { plainText } from "#shared/text/plain-text.ts";
import type { Subject } from "../../reading/mutes/rules.ts";

/** Tags are present in search hits and in lists that requested them. */
export type ListedPost = PostListItem & {
  tags?: readonly string[] | null;
  creator_name?: string | undefined;
  color?: string | undefined;
  /** Stored path of a video that has a picture. */
  poster?: string | undefined;
};

/** Properties of a listed post that mutes are matched against. */
export function subjectOf({ service, user, title, substring, tags }: ListedPost): Subject {
  return { service, user, text: `${title}\n${plainText(substring)}`, tags };
}
