/** Descriptions of names that mean the same everywhere. A schema's own description comes first. */

import type { Schema } from "#shared/entities/openapi.ts";
import { PERIODS } from "#shared/rules/popular.ts";
import { SERVICES } from "#shared/services/index.ts";

interface Words {
  description: string;
  schema?: Schema;
}

const SERVICE: Words = {
  description: `One of: ${SERVICES.join(", ")}. Any other is not found.`,
  schema: { examples: ["patreon"] },
};

const HASH = `0a1b${"c".repeat(60)}`;

/** Parameters by name, where the address does not name a creator by service and id. */
const ALONE: Record<string, Words> = {
  "Chat servers id": { description: "The id of the server or of the channel, as the address says." },
  "Importer id": { description: "The id of the import, or the number of the saved key." },
  "Creator links id": { description: "The number of the request." },
  "Accounts token": { description: "The access token's number, as the list of tokens gives it." },
  "Uploads id": { description: "The upload's id, the last part of its address." },
  "Uploads service": { description: "Service of the creator that files are meant for." },
  "Uploads user": { description: "The creator's id on that service." },
  "Sync after": {
    description: "The `seq` of the last segment the device has; 0 or nothing at first.",
    schema: { type: "integer", minimum: 0, default: 0 },
  },
  "Accounts state": { description: "As sent to the provider." },
  "Shares id": { description: "The share's id." },
  "Accounts since": {
    description: "Posts that were added after this date; the `at` of the answer of the last look.",
  },
  "Creators since": {
    description: "The `since` of an earlier answer, empty at first: then only what changed after it is sent.",
  },
  "The archive itself user": { description: "The creator's id on the service given with it." },
  "The archive itself since": {
    description: "The `since` of the answer before, 0 or nothing at first.",
    schema: { type: "integer", minimum: 0, default: 0 },
  },
};

/** Description of a parameter of an operation in a group. @param path of the contract */
export function wordsFor(name: string, group: string, path: string): Words | undefined {
  return (path.includes(":service") ? undefined : ALONE[`${group} ${name}`]) ?? PARAMETERS[name];
}

/** Parameters by name. */
export const PARAMETERS: Record<string, Words> = {
  service: SERVICE,
  id: { description: "The creator's id on its service; always text." },
  post: { description: "The post's id on its service; always text." },
  revision: { description: "The number of an older revision, as `revision_id` gives it." },
  o: {
    description: "How many rows to skip. More than there are is an error, exactly as many is an empty page.",
  },
  q: { description: "Words to look for." },
  message: { description: "The message's id." },
  pdq: { description: "The PDQ hash of an image: 64 hexadecimal digits.", schema: { examples: [HASH] } },
  hash: { description: "The SHA-256 of a file: 64 hexadecimal digits.", schema: { examples: [HASH] } },
  date: {
    description: "A day in the period; today if left out.",
    schema: { format: "date", examples: ["2024-05-01"] },
  },
  day: { description: "A day (UTC).", schema: { format: "date", examples: ["2023-05-01"] } },
  channel: { description: "Only what is in the channel with this id." },
  period: {
    description: "How long a window: the last 24 hours before now, a day, a week from Tuesday on, a month.",
    schema: { enum: PERIODS, default: "recent" },
  },
  session: { description: "The session's id, as the list of sessions gives it." },
  code: { description: "As the provider gives it." },
  iss: { description: "Issuer of the provider." },
  error: { description: "Why the provider logs nobody in." },
  identity: { description: "The identity's number, as the list of logins with providers gives it." },
  provider: { description: "The id of a login provider, as the operator has set it." },
  passkey: { description: "The passkey's id, as the list of passkeys gives it." },
  account: { description: "The account's number." },
  group: { description: "The group's number." },
  link: { description: "The link's number." },
  invitation: { description: "The invitation's number." },
  state: { description: "Only those in this state." },
  status: { description: "Those that wait for approval, or those that were ignored." },
  user: { description: "The creator's id on its service; always text." },
  file: { description: "The SHA-256 of a file." },
  takedown: { description: "The takedown's number." },
  request: { description: "The request's number." },
  flag: { description: "The flag's number." },
  token: { description: "The secret of the address, as it was made." },
  action: { description: "The number of an entry of the audit log." },
  page: { description: "The page, from 1." },
  tag: { description: "Only what has this tag. May be repeated: then all of them must match." },
};

/** Components by name. */
export const COMPONENTS: Record<string, Words> = {
  DateTime: {
    description:
      "A moment in UTC without a zone; six fractional digits, or none where the microseconds are zero.",
    schema: { examples: ["2024-05-01T12:00:00", "2024-05-01T12:00:00.123456"] },
  },
  ServiceName: { description: "Where a creator publishes." },
  CreatorListItem: { description: "One creator of the full list; `indexed` and `updated` are Unix seconds." },
  CreatorProfile: { description: "One creator with counts." },
  CreatorRow: { description: "A creator inside another answer." },
  TagCount: { description: "A tag and how many posts have it." },
  FileRef: {
    description:
      "A stored file. Its address is `/data` and `path`; `/thumbnail/data` and `path` is a picture of it.",
    schema: {
      examples: [
        {
          name: "sketch.png",
          path: `/0a/1b/${HASH}.png`,
        },
      ],
    },
  },
  MaybeFile: { description: "A stored file, or `{}` where there is none." },
  Account: { description: "An account." },
  OwnAccount: {
    description: "One's own account. `is_duplicate` is there only where the name has to be changed.",
  },
  ManagedAccount: { description: "An account as administrators see it." },
  AccountSession: { description: "Where the account is logged in; `seen_at` is exact to the hour." },
  Identity: { description: "A login of the account with a provider." },
  ProviderLogout: { description: "Where to log out at a provider." },
  AuditEntry: { description: "Something that was changed in the administration, and by whom." },
  FavoriteCreator: {
    description:
      "A favorite creator. `updated` is when its newest post was added; `faved_seq` grows with each favorite.",
  },
  FavoritePost: { description: "A favorite post, whole." },
  CreatorWithNews: { description: "A favorite creator with new posts, and how many." },
  NewPost: { description: "A new post of a favorite creator." },
  ListedFavoritePost: { description: "A favorite post in a page of them." },
  Notification: {
    description:
      "Types: 1 role changed, 2 DMs wait for review, 3 link request decided, 4 flag decided, 5 import finished, 6 import failed, 7 a saved key died, 8 upload approved, 9 upload refused.",
  },
  Embed: { description: "A link the post embeds, `{}` where there is none." },
  PostListItem: { description: "A post in a list; `substring` is the first 50 characters of its content." },
  PostHit: { description: "A post found by a search: the whole post." },
  FullPost: { description: "A whole post. `content` is HTML that was made safe when it was stored." },
  PagePost: { description: "The post of a post page, with its neighbors by date." },
  RevisionPost: { description: "An older revision of a post." },
  PageRevision: { description: "An older revision on its own page: with what its tier withholds." },
  PopularPost: { description: "A post in a list of popular ones, with the number of its favorites." },
  RecommendedCreator: { description: "A creator of similar work; `score` says how similar." },
  Announcement: { description: "What a creator announced." },
  Fancard: { description: "A creator's fan card, as a stored file." },
  ListedDm: { description: "A DM in the list of all, with its creator." },
  CreatorDm: { description: "A DM of one creator." },
  PendingDm: { description: "An imported DM that waits for the approval of its account, or was ignored." },
  Upload: {
    description:
      "A file that somebody sends. `receiving`, `received` (whole, to be checked), `waiting` for a moderator, `publishing`, `published`, `refused` by a moderator, or `failed`.",
  },
  WaitingUpload: { description: "A file that waits for a moderator, with what its check found." },
  UploadRules: { description: "What may be uploaded." },
  SharePage: { description: "A share with its files." },
  ShareList: { description: "A page of shares and how many there are." },
  DiscordServer: { description: "A chat server and its channels." },
  DiscordMessage: { description: "A message in a channel of a chat server." },
  CommunityChannel: { description: "A channel of a creator's community." },
  CommunityMessage: { description: "A message in a community with the replies to it." },
  FoundMessages: { description: "A page of messages that a search found, newest first." },
  MessagePlace: { description: "A message and its place in its channel, from 1." },
  StoredFile: { description: "A stored file; times are of the file itself." },
  ArchiveFile: {
    description:
      "A stored file and, where it is an archive, the names in it. `password` is empty where none is needed and null where it is not known.",
  },
  FileUses: { description: "A stored file and where it is used." },
  PostEnvelope: { description: "Everything a post page shows." },
};
