/** An import with a service's session key. */
import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";
import { IMPORT_STATES } from "../rules/importer.ts";
import { ServiceName } from "./creator.ts";

const Count = z.int().check(z.minimum(0));

export const Import = z.object({
  import_id: z.string(),
  service: ServiceName,
  /** 0 for imports that users submit, below 0 for automatic ones; the highest first. */
  priority: z.int(),
  /** Number of creators with imported content. */
  sub_count: Count,
  save_dms: z.boolean(),
  created_at: Iso,
  first_started_at: z.nullable(Iso),
  retry_count: Count,
  current_try_started_at: z.nullable(Iso),
  /** Time of the next attempt. */
  resuming_at: z.nullable(Iso),
  /** End time, whatever the result. */
  finished_at: z.nullable(Iso),
  key_failed_at: z.nullable(Iso),
  is_key_invalid: z.boolean(),
  state: z.enum(IMPORT_STATES),
  /** Reason it failed or is retried. */
  reason: z.nullable(z.string()),
  /** Number of new posts and messages. */
  added: Count,
  /** True if many imports are waiting. */
  backlogged: z.boolean(),
  /** At most the last 1000 lines; none after 48 hours. */
  logs: z.array(z.string()),
  /** At most 1000 files that the service no longer has or denies; the next import asks for them again. */
  missing_files: z.array(z.string()),
  /** True if the caller may cancel it. */
  can_cancel: z.boolean(),
});
export type Import = z.infer<typeof Import>;

/** A saved session key; the key itself is never sent. */
export const ServiceKey = z.object({
  id: z.int(),
  service: ServiceName,
  added: Iso,
  /** True if the service rejected it. */
  dead: z.boolean(),
  /** Imported automatically every 24 hours. */
  auto_import: z.boolean(),
  next_import_at: z.nullable(Iso),
});
export type ServiceKey = z.infer<typeof ServiceKey>;

/** A service the archive can import from. */
export const ImporterService = z.object({
  service: ServiceName,
  /** Turned on by the operators. */
  enabled: z.boolean(),
  /** Name of the connector; null if none is installed. */
  connector: z.nullable(z.string()),
  /** Paused by the operators; submitted imports wait. */
  paused: z.boolean(),
});
export type ImporterService = z.infer<typeof ImporterService>;

/** An import as administrators see it. */
export const ManagedImport = z.object({
  ...z.omit(Import, { logs: true, missing_files: true, backlogged: true, can_cancel: true }).shape,
  /** Name of the account; null for visitors without one. */
  username: z.nullable(z.string()),
});
export type ManagedImport = z.infer<typeof ManagedImport>;

export const QueueOfService = z.object({
  ...ImporterService.shape,
  queued: Count,
  running: Count,
  /** Imports that ended in the last 24 hours, by state. */
  done: Count,
  failed: Count,
  invalid_key: Count,
  canceled: Count,
  /** New posts and messages of the last 24 hours. */
  added: Count,
  /** Waiting time of the oldest import, in seconds. */
  oldest_seconds: z.nullable(Count),
});
export type QueueOfService = z.infer<typeof QueueOfService>;
