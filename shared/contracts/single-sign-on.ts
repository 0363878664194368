/** Login with a provider (OpenID Connect) or the proxy's header, and the account's identities there (decision 0072). */
import { z } from "zod/mini";
import { Identity, ProviderLogout } from "../entities/identity.ts";
import {
  ACCOUNT_DISABLED,
  Done,
  FORM_BYTES,
  INVITATION_NEEDED,
  LOGIN_COOKIES,
  REGISTRATION_CLOSED,
} from "./accounts.ts";
import { endpoint, type RateLimit } from "./endpoint.ts";
import { CONFIRMED } from "./own-account.ts";
import { NOT_LOGGED_IN } from "./refusals.ts";

export const UNKNOWN_PROVIDER = "There is no such login provider.";
export const PROVIDER_UNREACHABLE = "The login provider does not respond. Try again later.";
export const NO_PROXY_USER = "The proxy names no user.";
export const IDENTITY_TAKEN = "That login belongs to another account.";
export const NOT_YOUR_LOGIN = "That login is not linked to your account.";
export const INVALID_LOGOUT = "The logout token is not valid.";
export const ONLY_LOGIN = "This is the account's only way to log in.";

/** Binds a login to the browser that began it. */
export const FLOW_COOKIE = "login_flow";

const BY_ADDRESS: RateLimit = { name: "single sign-on", points: 60, seconds: 900, by: ["address"] };
const params = z.object({ provider: z.string() });

export const startSingleSignOn = endpoint({
  method: "POST",
  path: "/v1/authentication/single_sign_on/:provider",
  access: "anyone",
  open: true,
  authentication: true,
  summary:
    "Begins a login with a provider and answers the address to go on to. With a session it confirms the account, or links the provider to it.",
  limits: [BY_ADDRESS],
  params,
  body: z.strictObject(
    {
      /** Path of this site to return to. */
      location: z.optional(z.string().check(z.maxLength(2_000))),
      invitation: z.optional(z.string().check(z.maxLength(200))),
      /** Links the provider to the account of the session. */
      link: z.optional(z.literal(true)),
    },
    "Expected an object.",
  ),
  maxBytes: FORM_BYTES,
  cookies: [FLOW_COOKIE, ...LOGIN_COOKIES],
  response: z.object({ address: z.string() }),
  errors: {
    401: [NOT_LOGGED_IN],
    403: [
      ...CONFIRMED[403],
      NO_PROXY_USER,
      IDENTITY_TAKEN,
      NOT_YOUR_LOGIN,
      ACCOUNT_DISABLED,
      INVITATION_NEEDED,
      REGISTRATION_CLOSED,
    ],
    404: [UNKNOWN_PROVIDER],
    503: [PROVIDER_UNREACHABLE],
  },
});

export const finishSingleSignOn = endpoint({
  method: "GET",
  path: "/v1/authentication/single_sign_on/:provider/callback",
  access: "anyone",
  open: true,
  private: true,
  authentication: true,
  summary:
    "Redirect address of a provider, which works once after a login was begun. Starts a session, and redirects to the page that the login began on.",
  params,
  query: z.object({
    state: z.optional(z.string()),
    code: z.optional(z.string()),
    iss: z.optional(z.string()),
    error: z.optional(z.string()),
  }),
  cookies: [FLOW_COOKIE, ...LOGIN_COOKIES],
  response: "redirect",
  errors: { 404: [UNKNOWN_PROVIDER] },
});

export const backchannelLogout = endpoint({
  method: "POST",
  path: "/v1/authentication/single_sign_on/:provider/backchannel-logout",
  access: "anyone",
  open: true,
  summary: "Called by a provider when a person logs out there (OpenID Connect Back-Channel Logout).",
  limits: [{ points: 300, seconds: 60, by: ["address"] }],
  params,
  body: z.object({ logout_token: z.string("Expected a logout token.") }),
  form: true,
  maxBytes: FORM_BYTES,
  response: Done,
  errors: { 400: [INVALID_LOGOUT], 404: [UNKNOWN_PROVIDER], 503: [PROVIDER_UNREACHABLE] },
});

export const getSingleSignOn = endpoint({
  method: "GET",
  path: "/v1/account/single_sign_on",
  access: "session",
  private: true,
  summary: "The account's logins with providers, and if it has a password.",
  response: z.object({ has_password: z.boolean(), identities: z.array(Identity) }),
});

export const unlinkIdentity = endpoint({
  method: "DELETE",
  path: "/v1/account/single_sign_on/:identity",
  access: "session",
  summary: "Unlinks a provider, and ends the other sessions that began with it.",
  params: z.object({
    identity: z.coerce
      .number("Identity ID must be a number.")
      .check(z.int(), z.positive(), z.maximum(2 ** 31 - 1)),
  }),
  response: Done,
  errors: { ...CONFIRMED, 404: ["Not Found"], 409: [ONLY_LOGIN] },
});

export const getProviderLogout = endpoint({
  method: "GET",
  path: "/v1/account/single_sign_on/logout",
  access: "session",
  private: true,
  summary: "Where to log out at the provider that this session began with; null if there is none.",
  response: z.object({ logout: z.nullable(ProviderLogout) }),
});
