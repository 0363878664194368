/** Access tokens of the user's own account (docs/decisions/0071-access-tokens.md). */
import { z } from "zod/mini";
import { AccessToken, ScopeName } from "../entities/account.ts";
import { MAX_TOKEN_NAME, MAX_TOKENS, TOKEN_DAYS } from "../rules/scopes.ts";
import { Done, FORM_BYTES } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import { CONFIRMED } from "./own-account.ts";

export const TOO_MANY_TOKENS = `An account can have at most ${MAX_TOKENS} access tokens.`;
export const TOKEN_NAME_REQUIRED = "A name is required.";
export const SCOPE_REQUIRED = "At least one scope is required.";
export const SCOPE_NEEDS_ROLE = "Only moderators and administrators can create tokens for administration.";

const PATH = "/v1/account/tokens";

export const listTokens = endpoint({
  method: "GET",
  path: PATH,
  access: "session",
  private: true,
  summary: "Access tokens of the account, newest first.",
  response: z.array(AccessToken),
});

export const createToken = endpoint({
  method: "POST",
  path: PATH,
  access: "session",
  summary: "Creates an access token. It is shown only here.",
  limits: [{ points: 30, seconds: 3_600, by: ["session"] }],
  body: z.strictObject(
    {
      /** Label for the user, such as the name of the program. */
      name: z
        .string(TOKEN_NAME_REQUIRED)
        .check(z.trim(), z.minLength(1, TOKEN_NAME_REQUIRED), z.maxLength(MAX_TOKEN_NAME)),
      scopes: z.array(ScopeName, SCOPE_REQUIRED).check(z.minLength(1, SCOPE_REQUIRED)),
      /** Null for a token that never expires. */
      days: z.literal([...TOKEN_DAYS], "Expected days to be 7, 30, 90, 365 or null."),
    },
    "Expected a name, scopes and days.",
  ),
  maxBytes: FORM_BYTES,
  response: z.object({ token: z.string() }),
  status: 201,
  errors: { 403: [...CONFIRMED[403], SCOPE_NEEDS_ROLE], 409: [TOO_MANY_TOKENS] },
});

export const revokeToken = endpoint({
  method: "DELETE",
  path: `${PATH}/:token`,
  access: "session",
  summary: "Revokes one of the account's access tokens.",
  params: z.object({
    token: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, "Expected a number.")), z.transform(Number)),
  }),
  response: Done,
  errors: { 404: ["Not Found"] },
});
