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
  /** Further files; absent if there are none. */
  attachments: z.optional(z.array(FileRef)),
});

/** A DM on its creator's page: `artist` is present and null. */
export const CreatorDm = z.extend(Dm, { artist: z.null() });
export type CreatorDm = z.infer<typeof CreatorDm>;

/** A DM in the list of all DMs, with its creator. */
export const ListedDm = z.extend(Dm, { artist: z.extend(CreatorRow, { has_chats: z.boolean() }) });
export type ListedDm = z.infer<typeof ListedDm>;

/** An imported DM of the user that waits for approval or was ignored. */
export const PendingDm = z.object({
  hash: z.string(),
  user: z.string(),
  service: ServiceName,
  content: z.string(),
  embed: Embed,
  published: Iso,
  /** Time of the import. */
  added: Iso,
  import_id: z.nullable(z.string()),
  /** Names of its files. They are stored and served once the DM is approved. */
  files: z.array(z.string()),
  /** Null while the creator is not in the archive; the DM cannot be approved until then. */
  artist: z.nullable(CreatorRow),
});
export type PendingDm = z.infer<typeof PendingDm>;
