import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";
import { CreatorRow, ServiceName } from "./creator.ts";
import { FileRef, MaybeFile } from "./file.ts";
import { Embed } from "./post.ts";

const Dm = z.object({
  hash: z.string(),
  user: z.string(),
  service: ServiceName,
  content: z.string(),
  embed: Embed,
  file: MaybeFile,
  added: Iso,
  published: Iso,
  /** Further files; absent where there are none. */
  attachments: z.optional(z.array(FileRef)),
});

/** A DM on its creator's page: `artist` is there and null. */
export const CreatorDm = z.extend(Dm, { artist: z.null() });
export type CreatorDm = z.infer<typeof CreatorDm>;

/** A DM in the list of all, with its creator. */
export const ListedDm = z.extend(Dm, { artist: z.extend(CreatorRow, { has_chats: z.boolean() }) });
export type ListedDm = z.infer<typeof ListedDm>;

/** An imported DM of one's own that waits for approval or was ignored. */
export const PendingDm = z.object({
  hash: z.string(),
  user: z.string(),
  service: ServiceName,
  content: z.string(),
  embed: Embed,
  published: Iso,
  /** When it was imported. */
  added: Iso,
  import_id: z.nullable(z.string()),
  /** Names of its files. They are stored and served once it is approved. */
  files: z.array(z.string()),
  /** Null while the creator is not in the archive; such a DM cannot be approved yet. */
  artist: z.nullable(CreatorRow),
});
export type PendingDm = z.infer<typeof PendingDm>;
