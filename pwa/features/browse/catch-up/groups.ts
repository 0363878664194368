/** Groups new posts by creator and saved search, without muted posts. */
import type { NewPost } from "#shared/entities/favorite.ts";
import { postKey } from "#shared/rules/offline-db.ts";
import type { Matcher } from "../../reading/mutes/rules.ts";
import { subjectOf } from "../posts/subject.ts";
import type { FoundPost, SearchNews } from "./search-news.ts";

/** Key of the post's creator: `service/id`. */
export const creatorOf = ({ service, user }: NewPost) => `${service}/${user}`;

interface Groups {
  /** Posts by `service/id`, creators with the newest post first. */
  creators: [creator: string, posts: NewPost[]][];
  found: SearchNews[];
  all: FoundPost[];
  /** Number of muted posts. */
  hidden: number;
}

/** Groups posts without duplicates: by favorite creator, otherwise by the first search that finds it. */
export function groupsOf(posts: readonly NewPost[], searches: readonly SearchNews[], match: Matcher): Groups {
  let hidden = 0;
  const known = new Set<string>();
  const all: FoundPost[] = [];
  const take = <P extends NewPost>(candidates: readonly P[]): P[] => {
    const taken: P[] = [];
    for (const post of candidates) {
      if (known.has(postKey(post))) continue;
      known.add(postKey(post));
      if (match(subjectOf(post)) === undefined) taken.push(post);
      else hidden += 1;
    }
    for (const post of taken) all.push(post);
    return taken;
  };
  const creators = byCreator(take(posts));
  const found = searches.map(({ q, posts }) => ({ q, posts: take(posts) }));
  return { creators, found: found.filter(({ posts }) => posts.length > 0), all, hidden };
}

function byCreator(posts: readonly NewPost[]): [creator: string, posts: NewPost[]][] {
  const groups = new Map<string, NewPost[]>();
  for (const post of posts) {
    const group = groups.get(creatorOf(post));
    if (group === undefined) groups.set(creatorOf(post), [post]);
    else group.push(post);
  }
  return [...groups];
}
