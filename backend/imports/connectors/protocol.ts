/** Protocol between connectors and the importer (docs/connectors.md). */
import { z } from "zod";
import { ServiceName } from "#shared/entities/creator.ts";

/** A host name with at least two labels; no IP addresses: the last label begins with a letter. */
const HOST = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

export const Manifest = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
  services: z.array(ServiceName).min(1),
  /** The program and its arguments. */
  command: z.array(z.string().min(1)).min(1),
  /** `*.` matches all subdomains but not the domain itself. */
  hosts: z.array(z.string().max(255).regex(HOST, "Expected a host name.")).max(100),
});
export type Manifest = z.infer<typeof Manifest>;

export interface Job {
  service: z.infer<typeof ServiceName>;
  key: string;
  /** Additional form fields: `channel_ids`, `auth_id`, `x-bc`, `user_agent`. */
  inputs?: Record<string, string>;
  /** Last state of the previous run; absent in the first run. */
  state?: unknown;
  /** True to import direct messages. */
  dms: boolean;
}

/** Entities that connectors and importers of downloads share (`FoundRecord`). */
export const ENTITIES = [
  "creators",
  "posts",
  "post_revisions",
  "comments",
  "announcements",
  "dms",
  "shares",
  "discord_channels",
  "discord_messages",
  "discord_message_revisions",
] as const;

/** A file in the working folder. */
export const FileOfRecord = z.strictObject({
  path: z.string().max(4096).refine(isInside, 'Expected a relative path without empty parts, "." and "..".'),
  name: z.string().min(1).max(1024),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  size: z.int().min(0).optional(),
});

export const Message = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("record"),
    entity: z.enum(ENTITIES),
    fields: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({ type: z.literal("log"), message: z.string() }),
  z.strictObject({ type: z.literal("missing"), file: z.string() }),
  z.strictObject({ type: z.literal("state"), state: z.json() }),
  z.strictObject({
    type: z.literal("result"),
    result: z.enum(["done", "invalid_key", "human_check", "failed"]),
    reason: z.string().optional(),
    /** Seconds that the service asks to wait after a failure. */
    retry_after: z.int().min(0).optional(),
  }),
]);
export type Message = z.infer<typeof Message>;

function isInside(path: string): boolean {
  return path
    .split("/")
    .every((part) => part !== "" && part !== "." && part !== ".." && !part.includes("\0"));
}
