/** Small answers of the API for component tests; each takes what matters to its test. */
import type { z } from "zod/mini";
import type { CreatorListItem, CreatorProfile, CreatorRow } from "#shared/entities/creator.ts";
import {
  type FullPost,
  type PagePost,
  POST_DEFAULTS,
  type PostEnvelope,
  type TaggedListItem,
} from "#shared/entities/post.ts";

type Input<S extends z.ZodMiniType> = z.input<S>;

export const DAY = "2026-09-04T12:00:00";

/** A path as in the archive, of a file that no other id has. */
export const filePath = (id: string) => `/aa/bb/aabb${id.padStart(60, "0")}.png`;

export function listPost(part: Partial<Input<typeof TaggedListItem>> = {}): Input<typeof TaggedListItem> {
  const id = part.id ?? "1";
  return {
    id,
    user: "10",
    service: "patreon",
    title: `Post ${id}`,
    substring: "Some words",
    published: DAY,
    file: { name: "a.png", path: filePath(id) },
    attachments: [],
    tags: null,
    ...part,
  };
}

/** Numbered from 1, or from after `offset`. */
export const listPosts = (count: number, offset = 0) =>
  Array.from({ length: count }, (_, at) => listPost({ id: String(offset + at + 1) }));

export function fullPost(part: Partial<Input<typeof FullPost>> = {}): Input<typeof FullPost> {
  const { substring: _, ...item } = listPost(part as Partial<Input<typeof TaggedListItem>>);
  const { incomplete_rewards: __, ...content } = POST_DEFAULTS;
  return { ...content, ...item, content: "<p>Some words</p>", added: DAY, ...part };
}

export function postPage(
  part: Partial<Input<typeof PagePost>> = {},
  rest: Partial<Input<typeof PostEnvelope>> = {},
): Input<typeof PostEnvelope> {
  const post = { ...fullPost(part), incomplete_rewards: null, next: null, prev: null, ...part };
  return {
    post,
    attachments: [],
    previews: [],
    videos: [],
    props: { flagged: null, revisions: [[0, post]] },
    ...rest,
  };
}

export function creatorRow(part: Partial<Input<typeof CreatorRow>> = {}): Input<typeof CreatorRow> {
  return {
    id: "10",
    name: "Ann Lantern",
    service: "patreon",
    indexed: DAY,
    updated: DAY,
    public_id: null,
    relation_id: null,
    ...part,
  };
}

export function profile(part: Partial<Input<typeof CreatorProfile>> = {}): Input<typeof CreatorProfile> {
  return {
    ...creatorRow(),
    has_chats: false,
    post_count: 3,
    dm_count: 0,
    share_count: 0,
    chat_count: 0,
    ...part,
  };
}

export function listCreator(
  part: Partial<Input<typeof CreatorListItem>> = {},
): Input<typeof CreatorListItem> {
  return {
    id: "10",
    name: "Ann Lantern",
    service: "patreon",
    indexed: 1_756_000_000,
    updated: 1_757_000_000,
    favorited: 5,
    ...part,
  };
}
