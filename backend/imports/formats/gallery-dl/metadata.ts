/** What gallery-dl writes about every file, whatever the service, and what is read of it. */
import { z } from "zod";
import type { FoundRecord } from "../lib/format.ts";

/** Numbers and texts alike: ids are both, by service. Absent where it is neither. */
export const Text = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined);
export const Texts = z.array(z.string()).catch([]);
export const Seconds = z.number().optional().catch(undefined);
export const Flag = z.boolean().catch(false);

/** A part of the metadata; everything is optional, since fields can be excluded. */
export const part = <T extends z.ZodRawShape>(shape: T) =>
  z
    .object(shape)
    .partial()
    .catch({} as never);

export const Metadata = z.looseObject({
  category: z.string(),
  subcategory: z.string(),
  /** Absent in the metadata of a post. */
  extension: z.string().optional().catch(undefined),
  filename: Text,
  num: z.number().optional().catch(undefined),
});
export type Metadata = z.infer<typeof Metadata>;

type Fields<E extends FoundRecord["entity"]> = Extract<FoundRecord, { entity: E }>["fields"];
type WithoutFiles<T> = Omit<T, "file" | "attachments">;

/** What is read of the metadata of one post, its files not counted. */
export interface PostOf {
  /** Before it: the creator, channels. */
  before: FoundRecord[];
  main:
    | { entity: "posts"; fields: WithoutFiles<Fields<"posts">> }
    | { entity: "post_revisions"; fields: WithoutFiles<Fields<"post_revisions">> }
    | { entity: "discord_messages"; fields: WithoutFiles<Fields<"discord_messages">> };
  /** After it: comments, and what a creator's posts were saved with. */
  after: FoundRecord[];
}

export interface Service {
  /** The post's id in the names of its files; undefined where it is not there. */
  idOf(metadata: Metadata): string | undefined;
  /** Tells versions of one post apart, where several are saved. */
  versionOf?(metadata: Metadata): string;
  /**
   * @param all the metadata of one post, one for each file and perhaps one for the post
   * @param zone of dates that have none
   * @returns undefined where the post, its creator or its date are not named
   */
  read(all: readonly Metadata[], zone: string): PostOf | undefined;
  /** Whether a file is the post's cover or its one main file. */
  isMain?(metadata: Metadata): boolean;
  /** The file's name on the service, without its extension. */
  nameOf?(metadata: Metadata): string | undefined;
  /** Its SHA-256. */
  hashOf?(metadata: Metadata): string | undefined;
}

/** Leaves out what is absent: an absent field keeps what an earlier import brought. */
export function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
