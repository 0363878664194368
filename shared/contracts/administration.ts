/** Accounts, registration and the audit log, for administrators. */
import { z } from "zod/mini";
import { Account, ListedAuditEntry, ManagedAccount, RoleName } from "../entities/account.ts";
import { DamagedFile, Scrub } from "../entities/damaged-file.ts";
import { REGISTRATIONS } from "../rules/accounts.ts";
import { offset } from "../rules/offset.ts";
import { ACCESS_MODES } from "../rules/site.ts";
import { endpoint } from "./endpoint.ts";
import { CONFIRMATION_NEEDED, LAST_ADMINISTRATOR } from "./own-account.ts";

export const ACCOUNTS_PAGE_SIZE = 25;
export const NO_SUCH_GROUP = "There is no such group.";
const NOT_FOUND = { 404: ["Not Found"] };

/** A whole number from 1, as text. */
const positive = (missing: string, problem: string) =>
  z
    .pipe(
      z.string(missing).check(z.minLength(1, missing), z.regex(/^0*[1-9]\d{0,14}$/, problem)),
      z.transform(Number),
    )
    .register(z.globalRegistry, { type: "integer", minimum: 1 });

const Page = positive("Page number is required.", "Page number must be positive.");
const AccountId = z.object({
  account: positive("Account ID is required.", "Account ID must be positive."),
});

const Filters = {
  name: z.optional(
    z
      .string()
      .check(z.maxLength(100, "The name is too long."))
      .register(z.globalRegistry, { description: "Part of the name." }),
  ),
  role: z.optional(
    z
      .union([z.literal(""), RoleName], { error: "Invalid account role." })
      .register(z.globalRegistry, { description: "Only this role." }),
  ),
};

const administrator = { access: "administrator" } as const;
const read = { ...administrator, method: "GET", private: true } as const;

export const listAccounts = endpoint({
  ...read,
  path: "/v1/account/administrator/accounts",
  summary: "Number of accounts, and a page of 25, newest first.",
  query: z.object({ ...Filters, page: z.optional(Page) }),
  response: z.object({ count: z.int(), accounts: z.array(Account) }),
});

export const countAccounts = endpoint({
  ...read,
  path: "/v2/account/administrator/accounts",
  summary: "Number of accounts.",
  query: z.object(Filters),
  response: z.int(),
  envelope: "count",
});

export const pageAccounts = endpoint({
  ...read,
  path: "/v2/account/administrator/accounts/:page",
  summary: "25 accounts, newest first.",
  params: z.object({ page: Page }),
  query: z.object(Filters),
  response: z.array(ManagedAccount),
  envelope: "accounts",
});

export const getManagedAccount = endpoint({
  ...read,
  path: "/v1/account/administrator/account/:account",
  summary: "One account.",
  params: AccountId,
  response: ManagedAccount,
  errors: NOT_FOUND,
});

export const getManagedAccountV2 = endpoint({
  ...getManagedAccount,
  path: "/v2/account/administrator/account/:account",
  envelope: "account",
});

/** Administrators are only appointed from a shell on the server. */
const AssignedRole = z.enum(["consumer", "moderator"], {
  error: ({ input }) => (input === undefined ? "Role is required." : "Invalid account role."),
});

const errors = { ...NOT_FOUND, 403: [CONFIRMATION_NEEDED], 409: [LAST_ADMINISTRATOR] };

export const changeAccount = endpoint({
  ...administrator,
  method: "PATCH",
  path: "/v1/account/administrator/account/:account",
  summary:
    "Changes the role of an account, which ends its sessions and notifies it. `disabled` blocks logging in, `is_duplicate` requires a new name, `group` is the id of a group that limits what it sees, null for none.",
  params: AccountId,
  body: z.strictObject(
    {
      role: AssignedRole,
      disabled: z.optional(z.boolean()),
      is_duplicate: z.optional(z.boolean()),
      group: z.optional(z.nullable(z.int().check(z.minimum(1, NO_SUCH_GROUP)))),
    },
    "Expected a role.",
  ),
  response: ManagedAccount,
  errors,
});

export const changeAccountV2 = endpoint({
  ...changeAccount,
  path: "/v2/account/administrator/account/:account",
  envelope: "account",
});

const Ids = z.optional(z.array(z.int().check(z.minimum(1))).check(z.maxLength(100)));

export const changeRoles = endpoint({
  ...administrator,
  method: "POST",
  path: "/v1/account/administrator/accounts",
  summary: "Changes the roles of several accounts; unknown ids are ignored.",
  body: z.strictObject({ moderator: Ids, consumer: Ids }, "Expected lists of account ids."),
  response: z.literal(true),
  errors: { 403: errors[403], 409: errors[409] },
});

export const getAccess = endpoint({
  ...read,
  path: "/v1/account/administrator/access",
  summary:
    "Who may see the archive, as the server that answers applies it. With `fixed`, the operator has set it, and it cannot be changed here.",
  response: z.object({ access: z.enum(ACCESS_MODES), fixed: z.boolean() }),
});

export const ACCESS_IS_FIXED = "The operator has set who may see the archive.";
export const DATA_SERVERS_ARE_OPEN =
  "File servers send files to everyone: an archive with them cannot be for members.";

export const changeAccess = endpoint({
  ...administrator,
  method: "PATCH",
  path: "/v1/account/administrator/access",
  summary: "Changes who may see the archive. Its servers start again for it, within a few seconds.",
  body: z.strictObject({ access: z.enum(ACCESS_MODES) }, "Expected open or members."),
  response: z.literal(true),
  errors: { 403: errors[403], 409: [ACCESS_IS_FIXED, DATA_SERVERS_ARE_OPEN] },
});

export const NO_SAMPLE = "There is no sample data.";

export const removeSample = endpoint({
  ...administrator,
  method: "DELETE",
  path: "/v1/account/administrator/sample",
  summary:
    "Begins to remove the sample data of a first start; `sample` of /v1/archive is `removed` once it is gone.",
  response: z.literal(true),
  errors: { 403: errors[403], 409: [NO_SAMPLE] },
});

export const changeRegistration = endpoint({
  ...administrator,
  method: "PATCH",
  path: "/v1/account/administrator/registration",
  summary: "Changes who may register.",
  body: z.strictObject({ registration: z.enum(REGISTRATIONS) }, "Expected open, invite or closed."),
  response: z.literal(true),
  errors: { 403: errors[403] },
});

export const allowInvitations = endpoint({
  ...administrator,
  method: "PATCH",
  path: "/v1/account/administrator/invitations",
  summary:
    "Says whether all accounts may invite, not only administrators. Without it, their invitations are not valid.",
  body: z.strictObject({ members_invite: z.boolean() }, "Expected members_invite."),
  response: z.literal(true),
  errors: { 403: errors[403] },
});

export const listAudit = endpoint({
  ...read,
  path: "/v1/account/administrator/audit",
  summary: "Changes made by administrators and from a shell on the server, newest first, 50 per page.",
  query: z.object({ o: offset() }),
  response: z.object({ count: z.int(), entries: z.array(ListedAuditEntry) }),
});

export const listDamagedFiles = endpoint({
  ...read,
  path: "/v1/account/administrator/files",
  summary:
    "State of the regular check of all stored files, and the files that are damaged or missing, oldest first, 50 per page.",
  query: z.object({ o: offset() }),
  response: z.object({ count: z.int(), files: z.array(DamagedFile), scrub: Scrub }),
});
