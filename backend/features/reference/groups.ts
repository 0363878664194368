/** Contracts by area, which names groups and operations. A test compares them with the mounted routes. */

import * as accessTokens from "#shared/contracts/access-tokens.ts";
import * as accounts from "#shared/contracts/accounts.ts";
import * as administration from "#shared/contracts/administration.ts";
import * as archiveState from "#shared/contracts/archive.ts";
import * as community from "#shared/contracts/community.ts";
import * as creatorLinks from "#shared/contracts/creator-links.ts";
import * as creators from "#shared/contracts/creators.ts";
import * as deviceSync from "#shared/contracts/device-sync.ts";
import * as discord from "#shared/contracts/discord.ts";
import * as dms from "#shared/contracts/dms.ts";
import * as downloads from "#shared/contracts/downloads.ts";
import * as duplicates from "#shared/contracts/duplicates.ts";
import type { Endpoint } from "#shared/contracts/endpoint.ts";
import * as favorites from "#shared/contracts/favorites.ts";
import * as feeds from "#shared/contracts/feeds.ts";
import * as files from "#shared/contracts/files.ts";
import * as flags from "#shared/contracts/flags.ts";
import * as accountGroups from "#shared/contracts/groups.ts";
import * as guestLinks from "#shared/contracts/guest-links.ts";
import * as importer from "#shared/contracts/importer.ts";
import * as invitations from "#shared/contracts/invitations.ts";
import * as moderation from "#shared/contracts/moderation.ts";
import * as notifications from "#shared/contracts/notifications.ts";
import * as opds from "#shared/contracts/opds.ts";
import * as ownAccount from "#shared/contracts/own-account.ts";
import * as passkeys from "#shared/contracts/passkeys.ts";
import * as popular from "#shared/contracts/popular.ts";
import * as post from "#shared/contracts/post.ts";
import * as posts from "#shared/contracts/posts.ts";
import * as profile from "#shared/contracts/profile.ts";
import * as push from "#shared/contracts/push.ts";
import * as reference from "#shared/contracts/reference.ts";
import * as removed from "#shared/contracts/removed.ts";
import * as search from "#shared/contracts/search.ts";
import * as shares from "#shared/contracts/shares.ts";
import * as singleSignOn from "#shared/contracts/single-sign-on.ts";
import * as takedownRequests from "#shared/contracts/takedown-requests.ts";
import * as takedowns from "#shared/contracts/takedowns.ts";
import * as tasks from "#shared/contracts/tasks.ts";
import * as uploads from "#shared/contracts/uploads.ts";
import * as archive from "#shared/contracts/version.ts";
import * as wanted from "#shared/contracts/wanted.ts";

interface Group {
  name: string;
  description: string;
  /** Modules whose exported contracts belong here. */
  contracts: object[];
}

export const FILES = "Files";

export const GROUPS: Group[] = [
  {
    name: "Creators",
    description: "Lists of creators and what belongs to one of them.",
    contracts: [creators, profile],
  },
  {
    name: "Posts",
    description: "Lists, search, single posts, their revisions and comments.",
    contracts: [posts, feeds, opds, popular, post, flags],
  },
  { name: "DMs", description: "Messages creators sent to their patrons.", contracts: [dms] },
  {
    name: "Creator links",
    description: "Requests that creators be linked as accounts of one person, and their decision.",
    contracts: [creatorLinks],
  },
  { name: "Shares", description: "Files that visitors added to a creator.", contracts: [shares] },
  {
    name: "Uploads",
    description: "Files that people send, and the moderators' decisions about them.",
    contracts: [uploads],
  },
  {
    name: "Chat servers",
    description: "Discord servers, their channels and messages.",
    contracts: [discord],
  },
  { name: "Communities", description: "Channels of a creator's own community.", contracts: [community] },
  {
    name: FILES,
    description:
      "Stored files, pictures of them, where they are used and what is in the archives among them.",
    contracts: [files],
  },
  {
    name: "Importer",
    description: "Imports with session keys, saved keys, and the queue.",
    contracts: [importer],
  },
  { name: "Search", description: "One query over everything.", contracts: [search] },
  {
    name: "Accounts",
    description: "Registering, logging in, and what belongs to one's own account.",
    contracts: [accounts, singleSignOn, ownAccount, passkeys, accessTokens, favorites, notifications, push],
  },
  {
    name: "Guest links",
    description: "Links that show a post or a creator to people without an account.",
    contracts: [guestLinks],
  },
  {
    name: "Sync",
    description: "What a person's devices share. It is encrypted on the device: the server cannot read it.",
    contracts: [deviceSync],
  },
  {
    name: "Moderation",
    description: "Flags, hiding and showing content, and requests of people affected.",
    contracts: [moderation, takedownRequests, tasks],
  },
  {
    name: "Administration",
    description:
      "Accounts of others, registration, the audit log, the import of downloads, duplicates, and what the archive lacks.",
    contracts: [administration, invitations, accountGroups, takedowns, downloads, duplicates, wanted],
  },
  {
    name: "The archive itself",
    description: "Its version and state, what was taken down, and this description.",
    contracts: [archiveState, archive, removed, reference],
  },
];

/** Group and name of a contract; without a group it is named by its path. */
export function groupAndId(contract: Endpoint): { group: string; id: string } {
  for (const { name, contracts } of GROUPS) {
    const exported = contracts.flatMap((one) => Object.entries(one));
    const found = exported.find(([, value]) => value === contract);
    if (found) return { group: name, id: found[0] };
  }
  return { group: "Other", id: `${contract.method.toLowerCase()}${contract.path.replace(/\W+/g, "_")}` };
}
