/** Flags, and hiding and showing content, for moderators. */
import { z } from "zod/mini";
import { FlagDetails, ModerationAction, QueuedFlag } from "../entities/moderation.ts";
import { keyText } from "../rules/key-text.ts";
import { offset } from "../rules/offset.ts";
import { endpoint } from "./endpoint.ts";

/** Message when someone else changed the subject of a decision in the meantime. */
export const DECIDED_MEANWHILE = "Another moderator changed this meanwhile. Look at it again.";
export const NOT_UNDOABLE = "This cannot be undone, or it was undone already.";
/** Maximum number of items hidden in one request. */
const MAX_HIDDEN = 500;

const NOT_FOUND = ["Not Found"];
const moderator = { access: "moderator" } as const;
const read = { ...moderator, method: "GET", private: true } as const;
const Name = keyText();
const number = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/, "Expected a number.")),
  z.transform(Number),
);
/** Free text by the moderator. */
const Reason = z.optional(z.string().check(z.maxLength(500, "The reason is too long."), z.regex(/^[^\0]*$/)));

export const listFlags = endpoint({
  ...read,
  path: "/v1/account/moderator/flags",
  summary: "Open flags, oldest first, or resolved ones, newest first; 50 per page.",
  query: z.object({ state: z.optional(z.enum(["open", "resolved"])), o: offset() }),
  response: z.object({ count: z.int(), flags: z.array(QueuedFlag) }),
});

const FlagId = z.object({ flag: number });

export const getFlagDetails = endpoint({
  ...read,
  path: "/v1/account/moderator/flags/:flag",
  summary: "A flag with the post as it was when flagged, and the actions taken on it.",
  params: FlagId,
  response: FlagDetails,
  errors: { 404: NOT_FOUND },
});

const FLAG_ACTIONS = ["resolve", "reopen", "hide", "show", "reimport"] as const;
export type FlagAction = (typeof FLAG_ACTIONS)[number];

export const decideFlag = endpoint({
  ...moderator,
  method: "POST",
  path: "/v1/account/moderator/flags/:flag",
  summary:
    "Acts on a flag: resolves or reopens it, hides or shows its post, or makes the automatic imports of its service due now. `version` is the version the decision is based on.",
  params: FlagId,
  body: z.strictObject(
    { version: z.int(), action: z.enum(FLAG_ACTIONS), reason: Reason },
    "Expected a version and an action.",
  ),
  response: FlagDetails,
  errors: { 404: NOT_FOUND, 409: [DECIDED_MEANWHILE, NOT_UNDOABLE] },
});

const HideTarget = z.union([
  z.strictObject({ share: Name }),
  z.strictObject({ service: Name, user: Name, post: z.optional(Name), comment: z.optional(Name) }),
]);
export type HideTarget = z.infer<typeof HideTarget>;

export const hideContent = endpoint({
  ...moderator,
  method: "POST",
  path: "/v1/account/moderator/hidden",
  summary: `Hides creators, posts, comments and shares, at most ${MAX_HIDDEN} at once. A single undo restores all of them. Items already hidden stay hidden.`,
  body: z.strictObject(
    {
      targets: z.array(HideTarget).check(z.minLength(1), z.maxLength(MAX_HIDDEN)),
      reason: Reason,
    },
    "Expected targets.",
  ),
  response: z.object({ hidden: z.int() }),
  errors: { 404: NOT_FOUND },
});

export const listActions = endpoint({
  ...read,
  path: "/v1/account/moderator/actions",
  summary: "Actions of moderators, newest first, 50 per page; with `subject`, only those on it.",
  query: z.object({
    o: offset(),
    subject: z.optional(
      z.string().check(z.maxLength(500)).register(z.globalRegistry, {
        description: "Such as `patreon/1/post`, `comment patreon/1/post/comment`, `share id` or `flag 3`.",
      }),
    ),
  }),
  response: z.object({ count: z.int(), actions: z.array(ModerationAction) }),
});

export const undoAction = endpoint({
  ...moderator,
  method: "POST",
  path: "/v1/account/moderator/actions/:action/undo",
  summary: "Undoes an action with all its parts: shows what it hid, reopens the flag it resolved.",
  params: z.object({ action: number }),
  response: z.literal(true),
  errors: { 404: NOT_FOUND, 409: [NOT_UNDOABLE] },
});
