/** Registration, login, logout and account recovery. */
import { z } from "zod/mini";
import { OwnAccount } from "../entities/account.ts";
import { Credentials, NewAccount, passwordsMatch, REGISTRATIONS, Recovery } from "../rules/accounts.ts";
import { FavoritesJson } from "../rules/favorites.ts";
import { endpoint, type RateLimit } from "./endpoint.ts";

export const WRONG_CREDENTIALS = "Username or password is incorrect";
export const ALREADY_LOGGED_IN = "Already logged in";
export const USERNAME_TAKEN = "Username is already taken.";
export const ACCOUNT_DISABLED = "This account is disabled.";
export const REGISTRATION_CLOSED = "Registration is closed.";
export const INVITATION_NEEDED = "A valid invitation is needed to register.";
export const TOO_MANY_LOGINS = "Too many attempts to log in. Try again later.";
export const BUSY = "Too many people are logging in right now. Try again in a moment.";
export const WRONG_CODE = "That recovery code is not valid.";
export const COMMON_PASSWORD = "This password is one of the most common. Choose another.";
export const PASSWORD_LOGIN_OFF = "Accounts have no passwords here. Log in with a provider.";
export const WRONG_SETUP_LINK = "This setup link is not valid anymore.";

export const SESSION_COOKIE = "session";
/** Identifies a browser that logged in before: the daily limit of login attempts per name does not apply to it. */
export const DEVICE_COOKIE = "device";
export const LOGIN_COOKIES = [SESSION_COOKIE, DEVICE_COOKIE];

/** Response of an action that succeeded. */
export const Done = z.literal(true);
/** Size limit of form bodies. */
export const FORM_BYTES = 16_384;

/** Limits guesses per address across passwords, recovery codes and setup links. */
export const BY_ADDRESS: RateLimit = { name: "guesses", points: 30, seconds: 900, by: ["address"] };
const BY_NAME_AND_ADDRESS: RateLimit = {
  name: "login",
  points: 10,
  seconds: 900,
  by: ["address", "body.username"],
};

export const getRegistration = endpoint({
  method: "GET",
  path: "/v1/authentication/registration",
  access: "anyone",
  open: true,
  private: true,
  summary: "Registration mode. `set_up` is false while the archive has no administrator.",
  response: z.object({ registration: z.enum(REGISTRATIONS), set_up: z.boolean() }),
});

export const register = endpoint({
  method: "POST",
  path: "/v1/authentication/register",
  access: "anyone",
  open: true,
  authentication: true,
  summary: "Creates an account; does not log in.",
  limits: [{ points: 20, seconds: 3_600, by: ["address"] }],
  body: z
    .strictObject(
      { ...NewAccount, favorites_json: FavoritesJson, invitation: z.optional(z.string()) },
      "Expected a username and a password.",
    )
    .check(passwordsMatch),
  response: Done,
  errors: {
    400: [COMMON_PASSWORD],
    403: [REGISTRATION_CLOSED, INVITATION_NEEDED, PASSWORD_LOGIN_OFF],
    409: [USERNAME_TAKEN],
    503: [BUSY],
  },
});

export const setUp = endpoint({
  method: "POST",
  path: "/v1/authentication/setup",
  access: "anyone",
  open: true,
  authentication: true,
  summary: "Creates the first administrator, with the token from the setup link that the server printed.",
  limits: [BY_ADDRESS],
  body: z
    .strictObject({ ...NewAccount, token: z.string() }, "Expected a username and a password.")
    .check(passwordsMatch),
  maxBytes: FORM_BYTES,
  response: Done,
  errors: {
    400: [COMMON_PASSWORD],
    403: [WRONG_SETUP_LINK, PASSWORD_LOGIN_OFF],
    409: [USERNAME_TAKEN],
    503: [BUSY],
  },
});

export const logIn = endpoint({
  method: "POST",
  path: "/v1/authentication/login",
  access: "anyone",
  open: true,
  authentication: true,
  summary: "Starts a session of 30 days, stored in the cookie `session`.",
  limits: [BY_ADDRESS, BY_NAME_AND_ADDRESS],
  body: Credentials,
  maxBytes: FORM_BYTES,
  cookies: LOGIN_COOKIES,
  response: OwnAccount,
  errors: {
    400: [WRONG_CREDENTIALS],
    403: [ACCOUNT_DISABLED, PASSWORD_LOGIN_OFF],
    409: [ALREADY_LOGGED_IN],
    429: [TOO_MANY_LOGINS],
    503: [BUSY],
  },
});

/** Also mounted outside `/api` at `LOGIN_FORM`, the path that old clients use. */
export const logInByForm = endpoint({
  method: "POST",
  path: "/account/login",
  access: "anyone",
  open: true,
  authentication: true,
  summary:
    "Logs in with a plain HTML form and redirects to `location`, a path of this site. Also at `/account/login`.",
  limits: logIn.limits,
  body: z.strictObject(
    { ...Credentials.shape, location: z.optional(z.string()) },
    "Expected a username and a password.",
  ),
  form: true,
  maxBytes: FORM_BYTES,
  cookies: LOGIN_COOKIES,
  response: "redirect",
  errors: logIn.errors,
});
export const LOGIN_FORM = "/account/login";

/**
 * Limits login attempts for one name from browsers that never logged in to it; a limit for all browsers could lock the
 * owner out.
 */
export const UNKNOWN_DEVICES = {
  method: logIn.method,
  path: logIn.path,
  limits: [
    { name: "login from unknown devices", points: 100, seconds: 86_400, by: ["body.username" as const] },
  ],
  errors: logIn.errors,
};

export const logOut = endpoint({
  method: "POST",
  path: "/v1/authentication/logout",
  access: "anyone",
  open: true,
  summary: "Ends the session, if any.",
  cookies: [SESSION_COOKIE],
  response: Done,
});

export const recover = endpoint({
  method: "POST",
  path: "/v1/authentication/recover",
  access: "anyone",
  open: true,
  authentication: true,
  summary:
    "Sets a new password with a recovery code of the account, ends all its sessions and revokes its access tokens.",
  limits: [BY_ADDRESS, BY_NAME_AND_ADDRESS],
  body: Recovery,
  maxBytes: FORM_BYTES,
  response: Done,
  errors: {
    400: [WRONG_CODE, COMMON_PASSWORD],
    403: [PASSWORD_LOGIN_OFF],
    429: [TOO_MANY_LOGINS],
    503: [BUSY],
  },
});
