/** Descriptions of names that mean the same everywhere. A schema's own description comes first. */

import type { Schema } from "#shared/entities/openapi.ts";
import { SERVICES } from "#shared/paysites/index.ts";
import { PERIODS } from "#shared/rules/popular.ts";

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
  "Shares id": { description: "The share's id." },
  "Creators since": {
    description: "The `since` of an earlier answer, empty at first: then only what changed after it is sent.",
  },
  "The archive itself since": {
    description: "The `since` of the answer before, 0 or nothing at first.",
    schema: { type: "integer", minimum: 0, default: 0 },
  },
};

/** The words for a parameter of an operation in a group. @param path as the contract has it */
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
  hash: { description: "The SHA-256 of a file: 64 hexadecimal digits.", schema: { examples: [HASH] } },
  date: {
    description: "A day in the period; today if left out.",
    schema: { format: "date", examples: ["2024-05-01"] },
  },
  period: {
    description: "How long a window: the last 24 hours before now, a day, a week from Tuesday on, a month.",
    schema: { enum: PERIODS, default: "recent" },
  },
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
  Embed: { description: "A link the post embeds, `{}` where there is none." },
  PostListItem: { description: "A post in a list; `substring` is the first 50 characters of its content." },
  PostHit: { description: "A post found by a search: the whole post." },
  FullPost: { description: "A whole post. `content` is HTML that was made safe when it was stored." },
  PagePost: { description: "The post of a post page, with its neighbors by date." },
  RevisionPost: { description: "An older revision of a post." },
  PopularPost: { description: "A post in a list of popular ones, with the number of its favorites." },
  RecommendedCreator: { description: "A creator of similar work; `score` says how similar." },
  Announcement: { description: "What a creator announced." },
  Fancard: { description: "A creator's fan card, as a stored file." },
  ListedDm: { description: "A DM in the list of all, with its creator." },
  CreatorDm: { description: "A DM of one creator." },
  SharePage: { description: "A share with its files." },
  ShareList: { description: "A page of shares and how many there are." },
  DiscordServer: { description: "A chat server and its channels." },
  DiscordMessage: { description: "A message in a channel of a chat server." },
  CommunityChannel: { description: "A channel of a creator's community." },
  CommunityMessage: { description: "A message in a community with the replies to it." },
  StoredFile: { description: "A stored file; times are of the file itself." },
  ArchiveFile: {
    description:
      "A stored file and, where it is an archive, the names in it. `password` is empty where none is needed and null where it is not known.",
  },
  FileUses: { description: "A stored file and where it is used." },
  PostEnvelope: { description: "Everything a post page shows." },
};
