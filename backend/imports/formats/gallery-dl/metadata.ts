/** Metadata that gallery-dl writes for files of all services. */
import { z } from "zod";
import type { FoundRecord, MissingFile } from "../lib/format.ts";

/** Ids are numbers or strings, depending on the service; other values count as absent. */
export const Text = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined);
export const Texts = z.array(z.string()).catch([]);
export const Seconds = z.number().optional().catch(undefined);
export const Flag = z.boolean().catch(false);

/** An address on the web; relative ones count as absent. */
export const Url = z
  .string()
  .regex(/^https?:\/\//)
  .optional()
  .catch(undefined);

/** Part of the metadata; all fields are optional, since users can exclude fields. */
export const part = <T extends z.ZodRawShape>(shape: T) =>
  z
    .object(shape)
    .partial()
    .catch({} as never);

export const Metadata = z.looseObject({
  category: z.string(),
  subcategory: z.string(),
  /** Absent in metadata of posts. */
  extension: z.string().optional().catch(undefined),
  filename: Text,
  num: z.number().optional().catch(undefined),
});
export type Metadata = z.infer<typeof Metadata>;

type Fields<E extends FoundRecord["entity"]> = Extract<FoundRecord, { entity: E }>["fields"];
type WithoutFiles<T> = Omit<T, "file" | "attachments">;

/** A post read from metadata, without its files. */
export interface PostOf {
  /** Records that precede it: the creator, channels. */
  before: FoundRecord[];
  main:
    | { entity: "posts"; fields: WithoutFiles<Fields<"posts">> }
    | { entity: "post_revisions"; fields: WithoutFiles<Fields<"post_revisions">> }
    | { entity: "discord_messages"; fields: WithoutFiles<Fields<"discord_messages">> }
    | { entity: "dms"; fields: WithoutFiles<Fields<"dms">> };
  /** Records that follow it: comments and others saved with a post. */
  after: FoundRecord[];
  /** Ids of the creator's posts before and after it. */
  neighbors?: readonly string[];
}

export interface PostReading {
  /** Time zone of dates without one. */
  zone: string;
  /** Reports a part of the post that cannot be read. */
  report(reason: string): void;
}

/** A file that metadata names. */
export interface NamedFile extends MissingFile {
  /** The post's cover or single main file. */
  isMain: boolean;
  /** Only a preview could be downloaded, as WebP. */
  hasPreview: boolean;
}

export interface Service {
  /** Values of `subcategory` in metadata of posts. Metadata with an unknown one is reported, never taken for a post. */
  posts: readonly string[];
  /** Private messages; those of a service without `read` have no place in the archive. */
  messages?: {
    /** Values of `subcategory` in their metadata. */
    subcategories: readonly string[];
    /**
     * @param all all metadata of a message: one per file, and possibly one of the message
     * @returns undefined if the id, creator, sender or date is missing; "own" for a message by the account's owner
     */
    read?(all: readonly Metadata[]): PostOf | "own" | undefined;
  };
  /** Id of a post or message used in file names; undefined if there is none. */
  idOf(metadata: Metadata): string | undefined;
  /** Distinguishes versions of a post, if several are saved. */
  versionOf?(metadata: Metadata): string;
  /** The text of a post is spread over its metadata. */
  isSpread?: boolean;
  /**
   * @param all all metadata of a post, the newest first: one per file, and possibly one of the post
   * @returns undefined if the post, creator or date is missing
   */
  read(all: readonly Metadata[], reading: PostReading): PostOf | undefined;
  /** True for the post's cover or single main file. */
  isMain?(metadata: Metadata): boolean;
  /** Name of the file on the service, without extension. */
  nameOf?(metadata: Metadata): string | undefined;
  /** Address of the file; the field `url` without this. */
  urlOf?(metadata: Metadata): string | undefined;
  /** Its SHA-256. */
  hashOf?(metadata: Metadata): string | undefined;
  /** @returns the original, if the file is only a preview of it */
  originalOf?(metadata: Metadata): NamedFile | undefined;
  /** Lists all files of the post, for services whose metadata names them. */
  namedFiles?(metadata: Metadata): NamedFile[];
}

/** Omits absent fields: an absent field keeps the value of an earlier import. */
export function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
