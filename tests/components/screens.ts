/** Every screen that a visitor can open, in the archive of `archive.ts`; for checks that apply to each. */
import { listCommunityMessages } from "#shared/contracts/community.ts";
import {
  listAnnouncements,
  listCreators,
  listCreatorTags,
  listFancards,
  listLinks,
  listRecommended,
  pageCreators,
} from "#shared/contracts/creators.ts";
import { getDiscordServer, listDiscordMessages } from "#shared/contracts/discord.ts";
import { listCreatorDms, listDms } from "#shared/contracts/dms.ts";
import type { JsonEndpoint } from "#shared/contracts/endpoint.ts";
import { getFile } from "#shared/contracts/files.ts";
import { listPopularPosts } from "#shared/contracts/popular.ts";
import { getPost, listTags } from "#shared/contracts/post.ts";
import { listCreatorPosts, listPosts } from "#shared/contracts/posts.ts";
import { getSchema } from "#shared/contracts/reference.ts";
import { getShare, listCreatorShares, listShares } from "#shared/contracts/shares.ts";
import { ARCHIVE_HASH, CREATOR, FANBOX, POST, SERVER } from "./archive.ts";

export interface Screen {
  name: string;
  address: string;
  /** The answers that the screen waits for; none for texts. */
  waitsFor: Pick<JsonEndpoint, "method" | "path">[];
}

const screen = (name: string, address: string, ...waitsFor: Screen["waitsFor"]): Screen => ({
  name,
  address,
  waitsFor,
});

/** The list is kept by a worker, for as long as the page lives: only one of these two can be the first to ask for it. */
export const CREATORS = screen("creators", "/artists", listCreators, pageCreators);
export const UPDATED_CREATORS = screen("updated creators", "/artists/updated", listCreators, pageCreators);

/** Screens that show what is in the archive. */
export const CONTENT_SCREENS: Screen[] = [
  screen("home", "/", listPosts),
  screen("posts", "/posts", listPosts),
  screen("popular", "/posts/popular?period=month&date=2026-09-04", listPopularPosts),
  screen("tags", "/posts/tags", listTags),
  screen("DMs", "/dms", listDms),
  screen("uploads", "/shares", listShares),
  screen("creator", CREATOR, listCreatorPosts),
  screen("post", POST, getPost),
  screen("links", `${CREATOR}/links`, listLinks),
  screen("similar creators", `${CREATOR}/recommended`, listRecommended),
  screen("reference", "/documentation/api", getSchema),
  screen("fancards", `${FANBOX}/fancards`, listFancards),
  screen("announcements", `${FANBOX}/announcements`, listAnnouncements),
  screen("tags of a creator", `${CREATOR}/tags`, listCreatorTags),
  screen("DMs of a creator", `${CREATOR}/dms`, listCreatorDms),
  screen("uploads of a creator", `${CREATOR}/shares`, listCreatorShares),
  screen("chat server", SERVER, getDiscordServer),
  screen("chat channel", `${SERVER}/c31`, listDiscordMessages),
  screen("community channel", `${CREATOR}/community/c1`, listCommunityMessages),
  screen("upload", "/share/s1", getShare),
  screen("archive", `/file/${ARCHIVE_HASH}`, getFile),
];

/** Screens of words alone. */
export const TEXT_SCREENS: Screen[] = [
  "/2257",
  "/contact",
  "/dmca",
  "/gumroad-and-co",
  "/matrix",
  "/importer/tutorial",
  "/importer/tutorial_fanbox",
  "/authentication/login",
  "/settings",
  "/saved",
  "/saved/storage",
  "/search_hash",
  "/importer",
  "/nowhere/at/all",
  "/posts?q=zzzzqqqqxxxx",
].map((address) => screen(address, address));
