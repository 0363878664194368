/** Rows of the search box, in arrow-key order. */

import type { SearchAnswer } from "#shared/contracts/search.ts";
import { isSearchable } from "#shared/text/scripts.ts";

export interface Option {
  id: string;
  /** Path and search string. */
  href: string;
  /** It was found by words in an image of the post only. */
  isInImage?: true | undefined;
}

export type Creator = SearchAnswer["creators"][number];
export type Post = SearchAnswer["posts"][number];
export type Dm = SearchAnswer["dms"][number];
export type Message = NonNullable<SearchAnswer["messages"]>[number];
export type Tag = SearchAnswer["tags"][number];

const part = encodeURIComponent;

export function creatorOption(creator: Creator): Option {
  return { id: `s-c-${creator.service}-${creator.id}`, href: `/${creator.service}/user/${part(creator.id)}` };
}

export function postOption(post: Post): Option {
  return {
    id: `s-p-${post.service}-${post.user}-${post.id}`,
    href: `/${post.service}/user/${part(post.user)}/post/${part(post.id)}`,
    isInImage: post.in_picture,
  };
}

/** Links to the creator, as direct messages have no page of their own. */
export function dmOption(dm: Dm): Option {
  return { id: `s-d-${dm.hash}`, href: `/${dm.service}/user/${part(dm.user)}` };
}

export function messageOption({ service, user, channel, id }: Message): Option {
  const chat =
    service === "discord" ? `/discord/server/${part(user)}` : `/${service}/user/${part(user)}/community`;
  return { id: `s-m-${service}-${id}`, href: `${chat}/${part(channel)}/${part(id)}` };
}

export function tagOption(tag: Tag): Option {
  return { id: `s-t-${part(tag.tag)}`, href: `/posts?${new URLSearchParams({ tag: tag.tag })}` };
}

export function allPostsOption(q: string): Option {
  return { id: "s-all", href: `/posts?${new URLSearchParams({ q })}` };
}

/** All rows; "all posts" is last, if the words are long enough for a query. */
export function optionsOf(answer: SearchAnswer | undefined, q: string): Option[] {
  const all = isSearchable(q, 2) ? [allPostsOption(q)] : [];
  if (answer === undefined) return all;
  return [
    ...answer.creators.map(creatorOption),
    ...answer.posts.map(postOption),
    ...answer.dms.map(dmOption),
    ...(answer.messages ?? []).map(messageOption),
    ...answer.tags.map(tagOption),
    ...all,
  ];
}
