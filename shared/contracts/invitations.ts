/** Invitations to register: those of administrators, and of other accounts where administrators allow it. */
import { z } from "zod/mini";
import { Invitation } from "../entities/account.ts";
import { MAX_OPEN_INVITATIONS } from "../rules/accounts.ts";
import { endpoint } from "./endpoint.ts";

export const INVITING_NOT_ALLOWED = "Only administrators may invite.";
export const TOO_MANY_INVITATIONS = `You can have ${MAX_OPEN_INVITATIONS} open invitations at most.`;
/** Days until an invitation expires. */
export const INVITATION_DAYS = [1, 7, 30] as const;

const administrator = { access: "administrator" } as const;
const session = { access: "session" } as const;
const ADMINISTRATOR_PATH = "/v1/account/administrator/invitations";
const PATH = "/v1/account/invitations";
const NOT_FOUND = { 404: ["Not Found"] };
const InvitationId = z.object({
  invitation: z
    .pipe(
      z.string().check(z.regex(/^0*[1-9]\d{0,14}$/, "Invitation ID must be positive.")),
      z.transform(Number),
    )
    .register(z.globalRegistry, { type: "integer", minimum: 1 }),
});
const Days = z.strictObject({ days: z.literal(INVITATION_DAYS) }, "Expected a number of days: 1, 7 or 30.");
const Created = z.object({ invitation: z.string() });

export const invite = endpoint({
  ...administrator,
  method: "POST",
  path: ADMINISTRATOR_PATH,
  summary: "Creates an invitation to register one account. Its token is returned only here.",
  body: Days,
  limits: [{ points: 100, seconds: 86_400, by: ["session"] }],
  response: Created,
});

export const listInvitations = endpoint({
  ...administrator,
  method: "GET",
  private: true,
  path: ADMINISTRATOR_PATH,
  summary: "Open invitations, and those used or expired in the last 30 days, newest first.",
  response: z.array(Invitation),
});

export const revokeInvitation = endpoint({
  ...administrator,
  method: "DELETE",
  path: `${ADMINISTRATOR_PATH}/:invitation`,
  summary: "Deletes an open invitation.",
  params: InvitationId,
  response: z.literal(true),
  errors: NOT_FOUND,
});

export const inviteAsMember = endpoint({
  ...session,
  method: "POST",
  path: PATH,
  summary: `Creates an invitation to register one account, which will be in the same group; at most ${MAX_OPEN_INVITATIONS} can be open. Its token is returned only here.`,
  body: Days,
  limits: [{ points: 20, seconds: 86_400, by: ["session"] }],
  response: Created,
  errors: { 403: [INVITING_NOT_ALLOWED], 409: [TOO_MANY_INVITATIONS] },
});

export const listOwnInvitations = endpoint({
  ...session,
  method: "GET",
  private: true,
  path: PATH,
  summary:
    "Open invitations of the account, and those used or expired in the last 30 days, newest first; `allowed` says whether all accounts may invite.",
  response: z.object({ allowed: z.boolean(), invitations: z.array(Invitation) }),
});

export const revokeOwnInvitation = endpoint({
  ...session,
  method: "DELETE",
  path: `${PATH}/:invitation`,
  summary: "Deletes an open invitation of the account.",
  params: InvitationId,
  response: z.literal(true),
  errors: NOT_FOUND,
});
