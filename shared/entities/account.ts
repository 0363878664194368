import { z } from "zod/mini";
import { Iso } from "../rules/dates.ts";
import { ROLES } from "../rules/roles.ts";
import { SCOPES } from "../rules/scopes.ts";

export const RoleName = z.enum(ROLES, "Invalid account role.");

/** Exactly these four keys: existing clients build a record from them. */
export const Account = z.object({ id: z.int(), username: z.string(), created_at: Iso, role: RoleName });
export type Account = z.infer<typeof Account>;

/** The user's own account; `is_duplicate` is present only if the name has to be changed. */
export const OwnAccount = z.extend(Account, { is_duplicate: z.optional(z.literal(true)) });
export type OwnAccount = z.infer<typeof OwnAccount>;

/** An account as administrators see it. */
export const ManagedAccount = z.extend(Account, {
  is_duplicate: z.boolean(),
  disabled: z.boolean(),
  /** Id of its group (entities/group.ts); null for an account that sees everything. */
  group: z.nullable(z.int()),
});
export type ManagedAccount = z.infer<typeof ManagedAccount>;

/** A login session. The id is not a secret; it is used to end the session. */
export const AccountSession = z.object({
  id: z.string(),
  /** The session of this request. */
  current: z.boolean(),
  created_at: Iso,
  /** Rounded to the hour. */
  seen_at: Iso,
  agent: z.string(),
  address: z.string(),
});
export type AccountSession = z.infer<typeof AccountSession>;

/** A passkey of the account; the id is not a secret. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: Iso,
  /** Time of the last login with it. */
  used_at: z.nullable(Iso),
});
export type Passkey = z.infer<typeof Passkey>;

export const ScopeName = z.enum(SCOPES, "Unknown scope.");

/** An access token of the account, without the secret. */
export const AccessToken = z.object({
  id: z.int(),
  name: z.string(),
  scopes: z.array(ScopeName),
  created_at: Iso,
  /** Null if it never expires. */
  expires_at: z.nullable(Iso),
  has_expired: z.boolean(),
  /** Rounded to the minute; null if it was never used. */
  used_at: z.nullable(Iso),
});
export type AccessToken = z.infer<typeof AccessToken>;

/** A creator or a post that an entry of the audit log is on. */
export const AuditContent = z.object({
  service: z.string(),
  user: z.string(),
  /** Null for a creator. */
  post: z.nullable(z.string()),
  /** Name of the creator; null if the archive no longer has it. */
  name: z.nullable(z.string()),
  /** Title of the post; null for a creator, or if the archive no longer has it. */
  title: z.nullable(z.string()),
});
export type AuditContent = z.infer<typeof AuditContent>;

/** A change made by an administrator or from a shell on the server. */
export const AuditEntry = z.object({
  id: z.int(),
  created_at: Iso,
  /** Null if made from a shell, or if the account is deleted. */
  actor: z.nullable(z.string()),
  /** Such as `role`, `disabled`, `password_reset`, `registration`, `takedown`. */
  kind: z.string(),
  /** Such as `account 3`, or the path of content. */
  subject: z.string(),
  /** Creators and posts that the subject names; two for a link of creators. */
  contents: z.array(AuditContent),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** Free text by the actor. */
  reason: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** An entry as the audit log lists it. */
export const ListedAuditEntry = z.object({
  ...AuditEntry.shape,
  /** Name of the account or group, while it exists. */
  name: z.nullable(z.string()),
});
export type ListedAuditEntry = z.infer<typeof ListedAuditEntry>;

/** An invitation to register one account. */
export const Invitation = z.object({
  id: z.int(),
  created_at: Iso,
  expires_at: Iso,
  /** Name of the inviting account. */
  created_by: z.string(),
  state: z.enum(["open", "used", "expired"]),
  /** Null unless used, or if the account is deleted. */
  used_by: z.nullable(z.string()),
});
export type Invitation = z.infer<typeof Invitation>;
