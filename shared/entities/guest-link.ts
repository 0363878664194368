import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";
import { ServiceName } from "./creator.ts";
import { FileRef } from "./file.ts";
import { Embed } from "./post.ts";

/** A link for people without an account, without its secret. */
export const GuestLink = z.object({
  id: z.int(),
  /** Null for a collection. */
  service: z.nullable(z.string()),
  user: z.nullable(z.string()),
  /** Null for all posts of the creator. */
  post: z.nullable(z.string()),
  /**
   * Title of the post or collection, or name of the creator; null while the link shows nothing, as the post or creator is gone or
   * hidden.
   */
  title: z.nullable(z.string()),
  /** Posts of a collection, with those that are gone or hidden; null for others. */
  posts: z.nullable(z.int()),
  /** Name of the account that made it. */
  created_by: z.string(),
  created_at: Iso,
  expires_at: Iso,
  has_password: z.boolean(),
  opens: z.int(),
  /** Null for any number. */
  max_opens: z.nullable(z.int()),
  /** `used`: opened as often as it may be. */
  state: z.enum(["open", "used", "expired"]),
});
export type GuestLink = z.infer<typeof GuestLink>;

/** Names a post in requests of a guest. */
export const GuestPostKey = z.object({ service: z.string(), id: z.string() });
export type GuestPostKey = z.infer<typeof GuestPostKey>;

/** A post in the list that a guest sees. */
export const GuestListItem = z.object({
  service: ServiceName,
  id: z.string(),
  title: z.string(),
  published: z.nullable(Iso),
  /** Its first file. */
  file: z.nullable(FileRef),
});
export type GuestListItem = z.infer<typeof GuestListItem>;

/** A post as a guest sees it: no neighbors, tags, revisions or comments. */
export const GuestPost = z.object({
  service: ServiceName,
  /** Name of the creator. */
  creator: z.string(),
  id: z.string(),
  title: z.string(),
  content: z.string(),
  embed: Embed,
  published: z.nullable(Iso),
  files: z.array(FileRef),
});
export type GuestPost = z.infer<typeof GuestPost>;
