/** Every screen that a visitor can open, in the archive of `archive.ts`; for checks that apply to each. */

import {
  getManagedAccount,
  listAccounts,
  listAudit,
  listDamagedFiles,
} from "#shared/contracts/administration.ts";
import { listCommunityMessages } from "#shared/contracts/community.ts";
import { getNewLink, listLinkedPosts, listLinkRequests } from "#shared/contracts/creator-links.ts";
import {
  listAnnouncements,
  listCreators,
  listCreatorTags,
  listFancards,
  listLinks,
  listRecommended,
  pageCreators,
} from "#shared/contracts/creators.ts";
import { pullSegments } from "#shared/contracts/device-sync.ts";
import { getDiscordServer, listDiscordMessages } from "#shared/contracts/discord.ts";
import { listCreatorDms, listDms, listPendingDms } from "#shared/contracts/dms.ts";
import { listDuplicates } from "#shared/contracts/duplicates.ts";
import type { JsonEndpoint } from "#shared/contracts/endpoint.ts";
import { listFavorites, listNewPosts, pageFavoritePosts } from "#shared/contracts/favorites.ts";
import { getFile } from "#shared/contracts/files.ts";
import { listGroups, previewGroup } from "#shared/contracts/groups.ts";
import { getGuestPost, listGuestLinks, listGuestPosts } from "#shared/contracts/guest-links.ts";
import { getImport, getImporter, listImports, listKeys } from "#shared/contracts/importer.ts";
import { listOwnInvitations } from "#shared/contracts/invitations.ts";
import { getFlagDetails, listActions, listFlags } from "#shared/contracts/moderation.ts";
import { listNotifications } from "#shared/contracts/notifications.ts";
import { getAccount, listSessions } from "#shared/contracts/own-account.ts";
import { listPopularPosts } from "#shared/contracts/popular.ts";
import { getPost, listTags } from "#shared/contracts/post.ts";
import { listCreatorPosts, listPosts } from "#shared/contracts/posts.ts";
import { getSchema } from "#shared/contracts/reference.ts";
import { getShare, listCreatorShares, listShares } from "#shared/contracts/shares.ts";
import { listTakedownRequests } from "#shared/contracts/takedown-requests.ts";
import { listTakedowns } from "#shared/contracts/takedowns.ts";
import { getUploadRules, listUploads, listWaitingUploads } from "#shared/contracts/uploads.ts";
import { listGaps } from "#shared/contracts/wanted.ts";
import { ADMINISTRATOR } from "./account.ts";
import { ARCHIVE_HASH, CREATOR, FANBOX, POST, SERVER } from "./archive.ts";
import { IMPORT_ID } from "./importer.ts";

export interface Screen {
  name: string;
  address: string;
  /** The answers that the screen waits for; none for texts. */
  waitsFor: Pick<JsonEndpoint, "method" | "path">[];
  /** Values stored on the device, if the screen needs any. */
  stored?: Record<string, unknown>;
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
  screen("continuous reading", "/read", listPosts),
  screen("popular", "/posts/popular?period=month&date=2026-09-04", listPopularPosts),
  screen("tags", "/posts/tags", listTags),
  screen("DMs", "/dms", listDms),
  screen("uploads", "/shares", listShares),
  screen("creator", CREATOR, listCreatorPosts),
  screen("post", POST, getPost),
  screen("links", `${CREATOR}/links`, listLinks),
  screen("posts of all profiles", `${CREATOR}/links/posts`, listLinkedPosts),
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
  screen("importer", "/importer", getImporter),
  screen("import", `/importer/status/${IMPORT_ID}`, getImport),
];

/** Screens of somebody who is logged in and may do everything. */
export const ACCOUNT_SCREENS: Screen[] = [
  screen("account", "/account", getAccount),
  screen("favorite creators", "/account/favorites/artists", listFavorites),
  screen("new posts", "/account/favorites/new", listNewPosts),
  screen("favorite posts", "/account/favorites/posts", pageFavoritePosts),
  screen("export of favorites", "/account/favorites/export"),
  screen("notifications", "/account/notifications", listNotifications),
  screen("DM review", "/account/review_dms", listPendingDms),
  screen("link requests", "/account/moderator/tasks/creator_links", listLinkRequests),
  screen(
    "upload of files",
    `/posts/upload?service=${CREATOR.split("/")[1]}&user=${CREATOR.split("/")[3]}`,
    getUploadRules,
  ),
  screen("own uploads", "/account/posts/upload", listUploads),
  screen("waiting uploads", "/account/moderator/tasks/uploads", listWaitingUploads),
  screen("new link", `${CREATOR}/links/new`, getNewLink),
  screen("sessions", "/account/sessions", listSessions),
  screen("own invitations", "/account/invitations", listOwnInvitations),
  screen("links for friends", "/account/guest_links", listGuestLinks),
  screen("creator of a link", "/guest#secret", listGuestPosts),
  screen("post of a link", "/guest?service=patreon&post=1#secret", getGuestPost),
  screen("passkeys", "/account/passkeys"),
  screen("recovery codes", "/account/recovery_codes"),
  screen("sync", "/account/sync", pullSegments),
  screen("data of the account", "/account/data"),
  screen("change of the password", "/account/change_password"),
  screen("change of the username", "/account/change_username"),
  screen("accounts", "/account/administrator/accounts/1", listAccounts),
  screen("one account", "/account/administrator/account/9", getManagedAccount),
  screen("saved keys", "/account/keys", listKeys),
  screen("imports", "/account/administrator/imports", listImports),
  screen("flags", "/account/moderator/flags", listFlags),
  screen("one flag", "/account/moderator/flags/3", getFlagDetails),
  screen("moderator actions", "/account/moderator/actions", listActions),
  screen("takedown requests", "/account/moderator/takedown_requests", listTakedownRequests),
  screen("takedowns", "/account/administrator/takedowns", listTakedowns),
  screen("audit log", "/account/administrator/audit", listAudit),
  screen("stored files", "/account/administrator/files", listDamagedFiles),
  screen("duplicates", "/account/administrator/duplicates", listDuplicates),
  screen("first steps", "/account/administrator/start"),
  screen("missing", "/account/administrator/missing", listGaps),
  screen("groups", "/account/administrator/groups", listGroups),
  screen("preview of a group", "/account/administrator/groups/3", previewGroup),
].map((one) => ({ ...one, stored: ADMINISTRATOR }));

/** Screens of words alone. */
export const TEXT_SCREENS: Screen[] = [
  "/2257",
  "/contact",
  "/dmca",
  "/dmca/status",
  "/gumroad-and-co",
  "/matrix",
  "/importer/tutorial",
  "/importer/tutorial_fanbox",
  "/authentication/login",
  "/authentication/register",
  "/authentication/recover",
  "/authentication/setup#token",
  "/settings",
  "/saved",
  "/saved/storage",
  "/collections",
  "/search_hash",
  "/nowhere/at/all",
  "/posts?q=zzzzqqqqxxxx",
].map((address) => screen(address, address));
