/** Answers that a whole screen needs, for tests in which it is only a stop. */
import { z } from "zod/mini";
import { getArchiveState } from "#shared/contracts/archive.ts";
import { listCreators, listUpdatedCreators, pageCreators } from "#shared/contracts/creators.ts";
import { listDms } from "#shared/contracts/dms.ts";
import { getFileTexts } from "#shared/contracts/files.ts";
import type { listPopularPosts } from "#shared/contracts/popular.ts";
import { getPost, listComments } from "#shared/contracts/post.ts";
import { listCreatorPosts, listPosts } from "#shared/contracts/posts.ts";
import { getProfile } from "#shared/contracts/profile.ts";
import {
  type Facets,
  type SearchAnswer,
  searchAll,
  searchFacets,
  searchHelp,
  searchPosts,
} from "#shared/contracts/search.ts";
import type { ArchiveFile } from "#shared/entities/archive-file.ts";
import type { CreatorListItem, CreatorRow } from "#shared/entities/creator.ts";
import type { ListedDm } from "#shared/entities/dm.ts";
import type { FileText } from "#shared/entities/picture-text.ts";
import type { TaggedListItem } from "#shared/entities/post.ts";
import { EARLIEST_POPULAR } from "#shared/rules/popular.ts";
import { api, type Match } from "./api.ts";
import { creatorRow, DAY, fullPost, postPage, profile } from "./examples.ts";

export type Listed = z.input<typeof TaggedListItem>;

export const postAddress = ({ service, user, id }: Pick<Listed, "service" | "user" | "id">) =>
  `/${service}/user/${encodeURIComponent(user)}/post/${encodeURIComponent(id)}`;

export const NOTHING_FOUND: SearchAnswer = { creators: [], posts: [], dms: [], tags: [] };

export const NO_FACETS: Facets = { service: [], has: [], ext: [], year: [], tag: [], creator: [] };

/** Answers the requests of a results page besides its list. */
export async function answerSearchPage(): Promise<void> {
  await Promise.all([
    api.answer(searchAll, NOTHING_FOUND),
    api.answer(searchPosts, { posts: [] }),
    api.answer(searchFacets, NO_FACETS),
    api.answer(searchHelp, { without: [] }),
  ]);
}

/** The list of all posts; its totals are those of `posts` unless given. */
export async function answerPosts(posts: Listed[], match: Match = {}, count = posts.length): Promise<void> {
  await api.answer(listPosts, { count, true_count: count, posts }, match);
}

/** The pages of these posts with their pictures, and of their creators; nobody has commented. */
export async function answerPostPages(posts: Listed[]): Promise<void> {
  for (const one of posts) {
    const { service, user: id, id: post } = one;
    const { substring: _, ...rest } = one;
    const params = { service, id, post };
    await api.answer(getPost, postPage(fullPost(rest), { previews: previewsOf(one) }), { params });
    await api.answer(getProfile, profile({ id, service }), { params: { service, id } });
    await api.answer(listCreatorPosts, posts, { params: { service, id } });
    await api.fail(listComments, 404, "Not Found", { params });
  }
}

/** Answers the prefetches of links that are focused or pointed at. */
export async function answerPrefetches(): Promise<void> {
  await api.answer(getPost, postPage());
  await api.answer(getProfile, profile());
  await api.answer(listCreatorPosts, []);
  await api.fail(listComments, 404, "Not Found");
  await answerPosts([]);
  await answerUpdated([]);
}

/** The texts in images that a saved post asks for. */
export async function answerTexts(texts: FileText[] = []): Promise<void> {
  const response = z.object({ type: z.string(), data: getFileTexts.response });
  await api.answer({ ...getFileTexts, response }, { type: "texts", data: texts });
}

function previewsOf({ file, attachments }: Listed) {
  return [file, ...attachments]
    .filter((one): one is { name: string; path: string } => "path" in one)
    .map((one) => ({ type: "thumbnail" as const, server: "http://localhost", ...one }));
}

/** Both sources of the list of creators. */
export async function answerCreators(creators: z.input<typeof CreatorListItem>[]): Promise<void> {
  await api.answer(pageCreators, { count: creators.length, artists: creators.slice(0, 50) });
  await api.answer(listCreators, { since: "1", complete: true, creators, removed: [] });
}

export async function answerUpdated(creators: z.input<typeof CreatorRow>[]): Promise<void> {
  await api.answer(getArchiveState, { is_empty: false, sample: null });
  await api.answer(listUpdatedCreators, {
    props: { currentPage: "artists", display: "", count: creators.length, limit: 50 },
    results: creators,
    base: { commit: false, sort_by: "updated" },
  });
}

export function listedDm(part: Partial<z.input<typeof ListedDm>> = {}): z.input<typeof ListedDm> {
  return {
    hash: "d1",
    user: "10",
    service: "patreon",
    content: "Some words",
    embed: {},
    file: {},
    added: DAY,
    published: DAY,
    artist: { ...creatorRow(), has_chats: false },
    ...part,
  };
}

export async function answerDms(
  dms: z.input<typeof ListedDm>[],
  match: Match = {},
  count = dms.length,
): Promise<void> {
  await api.answer(listDms, { props: { currentPage: "artists", count, limit: 50, dms } }, match);
}

/** Popular posts of September 2026. */
export function popular(posts: Listed[]): z.input<(typeof listPopularPosts)["response"]> {
  const dates: [string, string, string] = ["2026-08-04", "2026-10-04", "2026-09-04"];
  return {
    info: {
      date: DAY,
      min_date: "2026-09-01T00:00:00",
      max_date: "2026-10-01T00:00:00",
      navigation_dates: { recent: dates, day: dates, week: dates, month: dates },
      range_desc: "",
      scale: "month",
    },
    props: { today: "2026-11-01", earliest_date_for_popular: EARLIEST_POPULAR, count: posts.length },
    posts: posts.map((post) => ({ ...post, fav_count: 1 })),
  };
}

/** An archive that needs no password. */
export function archiveFile({
  hash = "a".repeat(64),
  ...part
}: Partial<z.input<typeof ArchiveFile>> & { hash?: string } = {}): z.input<typeof ArchiveFile> {
  const file = { id: 1, hash, mtime: DAY, ctime: DAY, mime: "application/zip", ext: ".bin" };
  return {
    file: { ...file, added: DAY, size: 1000, ihash: null },
    file_list: ["scans/one.png", "readme.txt"],
    password: "",
    ...part,
  };
}
