import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";

/** Notification numbers on the wire. */
export const NOTIFICATION_TYPES = {
  /** `extra_info` has `old_role` and `new_role`. */
  role_changed: 1,
  dms_waiting: 2,
  link_request_decided: 3,
  flag_decided: 4,
  import_finished: 5,
  import_failed: 6,
  key_died: 7,
  /** `extra_info` has `name`. */
  upload_approved: 8,
  /** `extra_info` has `name` and `reason`. */
  upload_refused: 9,
} as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[keyof typeof NOTIFICATION_TYPES];

export const Notification = z.object({
  id: z.int(),
  type: z.int(),
  extra_info: z.nullable(z.record(z.string(), z.string())),
  isSeen: z.boolean(),
  created_at: Iso,
});
export type Notification = z.infer<typeof Notification>;
