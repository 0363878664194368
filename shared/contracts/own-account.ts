/** The user's own account: password, name, sessions, recovery codes, data, deletion. */
import { z } from "zod/mini";
import { AccessToken, AccountSession, OwnAccount, Passkey } from "../entities/account.ts";
import { FavoriteCreator, FavoritePost } from "../entities/favorite.ts";
import { GuestLink } from "../entities/guest-link.ts";
import { Notification } from "../entities/notification.ts";
import { Upload } from "../entities/upload.ts";
import { PasswordChange, PasswordProof, UsernameChange } from "../rules/accounts.ts";
import { Iso } from "../rules/dates.ts";
import {
  BUSY,
  COMMON_PASSWORD,
  Done,
  FORM_BYTES,
  LOGIN_COOKIES,
  PASSWORD_LOGIN_OFF,
  USERNAME_TAKEN,
} from "./accounts.ts";
import { endpoint, type RateLimit } from "./endpoint.ts";

export const WRONG_PASSWORD = "Password is incorrect.";
/** The app asks for the password, sends it to `confirmPassword` and repeats the request. */
export const CONFIRMATION_NEEDED = "Confirm your password first.";
export const LAST_ADMINISTRATOR = "The last administrator has to stay one.";

export const CONFIRMED = { 403: [CONFIRMATION_NEEDED] };
/** Limits password attempts within a session. */
const BY_ACCOUNT: RateLimit = { name: "own password", points: 10, seconds: 900, by: ["session"] };

export const getAccount = endpoint({
  method: "GET",
  path: "/v1/account",
  access: "session",
  private: true,
  summary: "The user's account and its number of new notifications.",
  response: z.object({
    props: z.object({
      currentPage: z.literal("account"),
      title: z.literal("Your account page"),
      account: OwnAccount,
      notifications_count: z.int(),
    }),
  }),
});

export const changePassword = endpoint({
  method: "POST",
  path: "/v1/account/change_password",
  access: "session",
  summary:
    "Changes the password and ends the account's other sessions. An account without a password may send anything as the current one, and needs a recent login.",
  limits: [BY_ACCOUNT],
  body: PasswordChange,
  maxBytes: FORM_BYTES,
  cookies: LOGIN_COOKIES,
  response: Done,
  errors: {
    400: [WRONG_PASSWORD, COMMON_PASSWORD],
    403: [CONFIRMATION_NEEDED, PASSWORD_LOGIN_OFF],
    503: [BUSY],
  },
});

export const changeUsername = endpoint({
  method: "POST",
  path: "/v1/account/change_username",
  access: "session",
  summary:
    "Changes the name and ends the account's other sessions. An account without a password may send anything as such, and needs a recent login.",
  limits: [BY_ACCOUNT],
  body: UsernameChange,
  maxBytes: FORM_BYTES,
  response: Done,
  errors: { 400: [WRONG_PASSWORD], 403: [CONFIRMATION_NEEDED], 409: [USERNAME_TAKEN], 503: [BUSY] },
});

export const confirmPassword = endpoint({
  method: "POST",
  path: "/v1/account/confirm_password",
  access: "session",
  summary:
    "Unlocks actions that require the password for ten minutes: getting recovery codes or data, deleting the account, changing roles. A new login does the same.",
  limits: [BY_ACCOUNT],
  body: PasswordProof,
  maxBytes: FORM_BYTES,
  response: Done,
  errors: { 400: [WRONG_PASSWORD], 403: [PASSWORD_LOGIN_OFF], 503: [BUSY] },
});

export const listSessions = endpoint({
  method: "GET",
  path: "/v1/account/sessions",
  access: "session",
  private: true,
  summary: "Sessions of the account, last seen first.",
  response: z.array(AccountSession),
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/v1/account/sessions/:session",
  access: "session",
  summary: "Ends one of the account's sessions.",
  params: z.object({ session: z.string() }),
  response: Done,
  errors: { 404: ["Not Found"] },
});

export const endOtherSessions = endpoint({
  method: "DELETE",
  path: "/v1/account/sessions",
  access: "session",
  summary: "Ends all of the account's sessions but this one.",
  response: Done,
});

export const getDeviceKey = endpoint({
  method: "POST",
  path: "/v1/account/device_key",
  access: "session",
  summary:
    "Key with which the app encrypts what it stores on devices: 32 bytes in URL-safe base64. Made with the first request, and the same for all of the account's devices.",
  response: z.object({ key: z.string() }),
});

export const countRecoveryCodes = endpoint({
  method: "GET",
  path: "/v1/account/recovery_codes",
  access: "session",
  private: true,
  summary: "Number of unused recovery codes.",
  response: z.object({ left: z.int() }),
});

export const makeRecoveryCodes = endpoint({
  method: "POST",
  path: "/v1/account/recovery_codes",
  access: "session",
  summary: "Creates ten recovery codes, replacing the old ones. They are shown only here.",
  limits: [{ points: 10, seconds: 3_600, by: ["session"] }],
  response: z.array(z.string()),
  errors: CONFIRMED,
});

/** All stored data of an account except its secrets. */
const AccountData = z.object({
  account: OwnAccount,
  favorite_creators: z.array(
    z.pick(FavoriteCreator, { service: true, id: true, name: true, faved_seq: true }),
  ),
  favorite_posts: z.array(
    z.pick(FavoritePost, { service: true, user: true, id: true, title: true, faved_seq: true }),
  ),
  flags: z.array(
    z.object({
      service: z.string(),
      user: z.string(),
      post: z.string(),
      reason: z.string(),
      created_at: Iso,
    }),
  ),
  notifications: z.array(Notification),
  passkeys: z.array(z.omit(Passkey, { id: true })),
  /** Logins with providers. */
  identities: z.array(
    z.object({
      issuer: z.string(),
      subject: z.string(),
      name: z.string(),
      created_at: Iso,
      used_at: z.nullable(Iso),
    }),
  ),
  /** Null if sync is off. Segments in base64, encrypted by the devices. */
  sync: z.nullable(
    z.object({
      key_id: z.string(),
      segments: z.array(z.object({ device: z.string(), pushed_at: Iso, bytes: z.string() })),
    }),
  ),
  /** Includes the title of the share; the SHA-256 is set once a file was checked. */
  uploads: z.array(z.extend(Upload, { title: z.string(), hash: z.nullable(z.string()) })),
  access_tokens: z.array(AccessToken),
  guest_links: z.array(GuestLink),
  sessions: z.array(AccountSession),
});
export type AccountData = z.infer<typeof AccountData>;

export const downloadData = endpoint({
  method: "GET",
  path: "/v1/account/data",
  access: "session",
  private: true,
  summary: "All data stored about the account.",
  response: AccountData,
  errors: CONFIRMED,
});

export const deleteAccount = endpoint({
  method: "POST",
  path: "/v1/account/delete",
  access: "session",
  summary: "Deletes the account and all its data.",
  cookies: LOGIN_COOKIES,
  response: Done,
  errors: { ...CONFIRMED, 409: [LAST_ADMINISTRATOR] },
});
