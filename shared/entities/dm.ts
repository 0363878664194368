import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";
import { CreatorRow, ServiceName } from "./creator.ts";
import { MaybeFile } from "./file.ts";
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
});

/** A DM on its creator's page: `artist` is there and null. */
export const CreatorDm = z.extend(Dm, { artist: z.null() });
export type CreatorDm = z.infer<typeof CreatorDm>;

/** A DM in the list of all, with its creator. */
export const ListedDm = z.extend(Dm, { artist: z.extend(CreatorRow, { has_chats: z.boolean() }) });
export type ListedDm = z.infer<typeof ListedDm>;
