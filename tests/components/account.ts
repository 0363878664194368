/** Somebody who is logged in, for component tests. */
import type { z } from "zod/mini";
import { listTokens } from "#shared/contracts/access-tokens.ts";
import { getRegistration } from "#shared/contracts/accounts.ts";
import {
  getAccess,
  getManagedAccount,
  listAccounts,
  listAudit,
  listDamagedFiles,
} from "#shared/contracts/administration.ts";
import { pullSegments } from "#shared/contracts/device-sync.ts";
import { listDuplicates } from "#shared/contracts/duplicates.ts";
import {
  getFeedAddress,
  listFavorites,
  listNewPosts,
  pageFavoritePosts,
} from "#shared/contracts/favorites.ts";
import { listGroups, listRatedCreators, listRatingRules, previewGroup } from "#shared/contracts/groups.ts";
import {
  getGuest,
  getGuestPost,
  listGuestLinks,
  listGuestPosts,
  openGuestLink,
} from "#shared/contracts/guest-links.ts";
import { listOwnInvitations } from "#shared/contracts/invitations.ts";
import { listNotifications } from "#shared/contracts/notifications.ts";
import { countRecoveryCodes, getAccount, listSessions } from "#shared/contracts/own-account.ts";
import { listPasskeys } from "#shared/contracts/passkeys.ts";
import { getPush } from "#shared/contracts/push.ts";
import { getTasks } from "#shared/contracts/tasks.ts";
import { listGaps, listPostGaps } from "#shared/contracts/wanted.ts";
import type { AccessToken, AccountSession, OwnAccount } from "#shared/entities/account.ts";
import type { Scrub } from "#shared/entities/damaged-file.ts";
import type { Duplicate } from "#shared/entities/duplicate.ts";
import type { FavoriteCreator, ListedFavoritePost, NewPost } from "#shared/entities/favorite.ts";
import type { GroupPreview } from "#shared/entities/group.ts";
import type { GuestLink, GuestPost } from "#shared/entities/guest-link.ts";
import type { Notification } from "#shared/entities/notification.ts";
import { filePath } from "#shared/rules/files.ts";
import { api } from "./api.ts";
import { answerLinkRequests, answerNewLink } from "./creator-links.ts";
import { answerPendingDms, pendingDm } from "./dm-review.ts";
import { creatorRow, DAY, fullPost, listPost } from "./examples.ts";
import { answerModeration } from "./moderation.ts";
import { answerUploads } from "./uploads.ts";

/** Values stored on the device while somebody is logged in. */
export const LOGGED_IN = { logged_in: "yes", role: "consumer" };
export const ADMINISTRATOR = { logged_in: "yes", role: "administrator" };

export const ownAccount = (part: Partial<z.input<typeof OwnAccount>> = {}): z.input<typeof OwnAccount> => ({
  id: 7,
  username: "bea",
  created_at: DAY,
  role: "consumer",
  ...part,
});

export const groupPreview = (
  part: Partial<z.input<typeof GroupPreview>> = {},
): z.input<typeof GroupPreview> => ({
  name: "Children",
  seen: { services: 2, creators: 3, posts: 1_200, files: 5_000 },
  hidden: { services: 1, creators: 1, posts: 40, files: 7 },
  creators: [{ service: "patreon", id: "7", name: "Ann", rule: "rating" }],
  ...part,
});

export async function answerAccount(
  part: Partial<z.input<typeof OwnAccount>> = {},
  notifications = 0,
): Promise<void> {
  await api.answer(listOwnInvitations, { allowed: false, invitations: [] });
  await api.answer(getAccount, {
    props: {
      currentPage: "account",
      title: "Your account page",
      account: ownAccount(part),
      notifications_count: notifications,
    },
  });
  await api.answer(getTasks, {
    dms: 0,
    moderation:
      part.role === undefined || part.role === "consumer"
        ? null
        : { flags: 2, creator_links: 0, takedown_requests: 1, uploads: 0 },
  });
}

export const favoriteCreator = (
  part: Partial<z.input<typeof FavoriteCreator>> = {},
): z.input<typeof FavoriteCreator> => {
  const { id, name, service, indexed, updated, public_id, relation_id } = creatorRow(part);
  return {
    ...{ id, name, service, indexed, updated, public_id, relation_id },
    faved_seq: 1,
    last_imported: DAY,
    ...part,
  };
};

export const favoritePost = (
  part: Partial<z.input<typeof ListedFavoritePost>> = {},
): z.input<typeof ListedFavoritePost> => {
  const { tags: _, ...post } = listPost(part);
  return { ...post, faved_seq: 1, ...part };
};

export interface Favorites {
  creators?: z.input<typeof FavoriteCreator>[];
  posts?: z.input<typeof ListedFavoritePost>[];
}

/** Both lists, whole and as the first page. */
export async function answerFavorites({ creators = [], posts = [] }: Favorites = {}): Promise<void> {
  await api.answer(listFavorites, creators, { query: { type: "artist" } });
  await api.answer(
    listFavorites,
    posts.map(({ substring: _, ...post }) => ({ ...fullPost(post), faved_seq: post.faved_seq })),
    { query: { type: "post" } },
  );
  await api.answer(pageFavoritePosts, { count: posts.length, posts: posts.slice(0, 50) });
  await api.answer(getFeedAddress, { created_at: null });
}

export const newPost = (part: Partial<z.input<typeof NewPost>> = {}): z.input<typeof NewPost> => {
  const { tags, ...post } = listPost(part);
  return { ...post, tags: tags ?? null, ...part };
};

/** New posts of creators whose names are their ids, a page at a time. */
export async function answerNewPosts(posts: z.input<typeof NewPost>[] = [newPost()]): Promise<void> {
  const users = [...new Set(posts.map(({ user }) => user))];
  const creators = users.flatMap((id) => {
    const ofCreator = posts.filter(({ user }) => user === id);
    return ofCreator
      .slice(0, 1)
      .map(({ service }) => ({ id, name: `Creator ${id}`, service, count: ofCreator.length }));
  });
  for (let o = 0; o === 0 || o < posts.length; o += 50) {
    const answer = { count: posts.length, at: DAY, creators, posts: posts.slice(o, o + 50) };
    await api.answer(listNewPosts, answer, { query: { o: o === 0 ? null : String(o) } });
  }
}

export const session = (
  part: Partial<z.input<typeof AccountSession>> = {},
): z.input<typeof AccountSession> => ({
  id: "s1",
  current: true,
  created_at: DAY,
  seen_at: DAY,
  agent:
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  address: "203.0.113.7",
  ...part,
});

export const token = (part: Partial<z.input<typeof AccessToken>> = {}): z.input<typeof AccessToken> => ({
  id: 1,
  name: "Feed reader",
  scopes: ["read", "favorites"],
  created_at: DAY,
  expires_at: "2027-02-24T00:00:00",
  has_expired: false,
  used_at: DAY,
  ...part,
});

export const guestPost = (part: Partial<z.input<typeof GuestPost>> = {}): z.input<typeof GuestPost> => ({
  service: "patreon",
  creator: "Ann",
  id: "1",
  title: "Rain",
  content: "<p>Wet streets</p>",
  embed: {},
  published: DAY,
  files: [{ name: "notes.txt", path: filePath("a".repeat(64), ".txt") }],
  ...part,
});

export const guestLink = (part: Partial<z.input<typeof GuestLink>> = {}): z.input<typeof GuestLink> => ({
  id: 1,
  service: "patreon",
  user: "10",
  post: "1",
  title: "Rain",
  posts: null,
  created_by: "bea",
  created_at: DAY,
  expires_at: "2027-02-24T00:00:00",
  has_password: true,
  opens: 1,
  max_opens: 3,
  state: "open",
  ...part,
});

/** Key of 65 bytes, the length browsers require. */
const PUSH_KEY = `B${"A".repeat(86)}`;

export async function answerNotifications(notifications: z.input<typeof Notification>[]): Promise<void> {
  await api.answer(listNotifications, {
    props: { currentPage: "account", title: "Your notifications", notifications },
  });
  await api.answer(getPush, { public_key: PUSH_KEY, subscription: null });
}

/** Everything that the screens of an account ask for. */
export async function answerWholeAccount(part: Partial<z.input<typeof OwnAccount>> = {}): Promise<void> {
  await answerAccount(part, 1);
  await answerFavorites({ creators: [favoriteCreator()], posts: [favoritePost()] });
  await answerNewPosts();
  await answerNotifications([
    {
      id: 1,
      type: 1,
      extra_info: { old_role: "consumer", new_role: "moderator" },
      isSeen: false,
      created_at: DAY,
    },
  ]);
  await answerLinkRequests();
  await answerNewLink();
  await answerUploads();
  await answerPendingDms([pendingDm(), pendingDm({ hash: "p2", artist: null })]);
  await api.answer(pullSegments, { key_id: null, seq: 0, snapshot: 0, now: Date.now(), segments: [] });
  await api.answer(listSessions, [session(), session({ id: "s2", current: false })]);
  await api.answer(listTokens, [token(), token({ id: 2, name: "Backup", expires_at: null, used_at: null })]);
  await api.answer(openGuestLink, true);
  await api.answer(getGuest, { post: null, expires_at: DAY });
  const seen = {
    service: "patreon" as const,
    id: "1",
    title: "Rain",
    published: DAY,
    file: { name: "a.png", path: filePath("a".repeat(64), ".png") },
  };
  await api.answer(listGuestPosts, { name: "Ann", count: 60, posts: [seen] });
  await api.answer(getGuestPost, guestPost());
  await api.answer(listGuestLinks, [
    guestLink(),
    guestLink({ id: 2, post: null, title: "Ann", has_password: false, max_opens: null }),
  ]);
  await api.answer(listPasskeys, [
    { id: "k1", name: "Chrome · Linux", created_at: DAY, used_at: DAY },
    { id: "k2", name: "Safari · iOS", created_at: DAY, used_at: null },
  ]);
  await api.answer(countRecoveryCodes, { left: 3 });
  await api.answer(getRegistration, { registration: "open", set_up: true });
  await api.answer(getAccess, { access: "open", fixed: false });
  await answerModeration();
  const { is_duplicate: _, ...account } = ownAccount({ id: 9, username: "cyd" });
  await api.answer(listAccounts, { count: 30, accounts: [account] });
  await api.answer(listGroups, []);
  await api.answer(previewGroup, groupPreview());
  await api.answer(listRatingRules, []);
  await api.answer(listRatedCreators, { count: 0, creators: [] });
  await api.answer(getManagedAccount, { ...account, is_duplicate: false, disabled: false, group: null });
  await api.answer(listAudit, {
    count: 1,
    entries: [
      {
        id: 1,
        created_at: DAY,
        actor: "bea",
        kind: "role",
        subject: "account 9",
        contents: [],
        name: "cyd",
        before: "consumer",
        after: "moderator",
        reason: null,
      },
    ],
  });
  await api.answer(listDamagedFiles, damagedFiles());
  await api.answer(listDuplicates, { count: 1, duplicates: [duplicate()] });
  await api.answer(listGaps, gaps());
  await api.answer(listPostGaps, { count: 2, posts: postGaps() });
}

/** Gaps of three creators, one of them unknown. */
export const gaps = (): z.input<typeof listGaps.response> => ({
  ...{ count: 3, wanted_creators: 1, posts: 2, files: 1, services: ["fanbox", "patreon"] },
  creators: [
    { service: "patreon", creator: "7", by_public_id: false, name: "Ann", here: true, posts: 1, files: 1 },
    {
      service: "fanbox",
      creator: "66",
      by_public_id: false,
      name: "Ink Pond",
      here: false,
      posts: 0,
      files: 0,
    },
    { service: "patreon", creator: null, by_public_id: false, name: "", here: false, posts: 1, files: 0 },
  ],
});

export const postGaps = (): z.input<typeof listPostGaps.response>["posts"] => [
  {
    ...{ id: "1", title: "Low tide", here: true, source: "metadata", held_by: [] },
    files: [
      { name: "pond.png", url: "https://example.org/pond.png", sha256: "a".repeat(64), held_by: ["bea"] },
    ],
  },
  { id: "2", title: "", here: false, source: "link", held_by: ["bea", "cyd"], files: [] },
];

/** An image and a larger one, of two creators. */
export function duplicate(): Duplicate {
  const picture = (hash: string, width: number, name: string) => ({
    ...{ hash: hash.repeat(64), mime: "image/png", ext: ".png", size: 1000 * width, width, height: width },
    posts: [{ service: "patreon", user: hash, id: "1", title: `Lake of ${name}`, revision: null }],
    ...{ discord_posts: [], more: false, creators: [{ service: "patreon", id: hash, name }] },
  });
  return { distance: 6, pictures: [picture("a", 4_000, "Ann"), picture("b", 400, "Bob")] };
}

/** A damaged and a missing file, in the middle of a pass. */
export function damagedFiles(scrub: Partial<Scrub> = {}) {
  const file = (hash: string, fault: "damaged" | "missing") => ({
    path: filePath(hash.repeat(64), ".png"),
    fault,
    size: 2_048,
    found_at: DAY,
  });
  return {
    count: 2,
    files: [file("a", "damaged"), file("b", "missing")],
    scrub: { days: 30, checked: 1_200, total: 5_000, finished_at: DAY, repairs: false, ...scrub },
  };
}
