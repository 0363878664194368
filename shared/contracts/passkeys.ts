/** Passkeys: passwordless login with a device credential (docs/decisions/0032-accounts.md). */
import { z } from "zod/mini";
import { OwnAccount, Passkey } from "../entities/account.ts";
import {
  ACCOUNT_DISABLED,
  ALREADY_LOGGED_IN,
  BY_ADDRESS,
  Done,
  FORM_BYTES,
  LOGIN_COOKIES,
} from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import { CONFIRMED } from "./own-account.ts";
import { ONLY_LOGIN } from "./single-sign-on.ts";

export const INVALID_PASSKEY = "That passkey is not valid here.";
export const TOO_MANY_PASSKEYS = "An account can have at most 20 passkeys.";
export const MAX_PASSKEYS = 20;

const Base64Url = z.string().check(z.regex(/^[\w-]*$/));
const PublicKey = z.literal("public-key");
const Requirement = z.enum(["discouraged", "preferred", "required"]);
const Descriptor = z.object({
  id: Base64Url,
  transports: z.optional(z.array(z.string())),
  type: z.string(),
});

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
const CreationOptions = z.object({
  challenge: Base64Url,
  rp: z.object({ name: z.string(), id: z.optional(z.string()) }),
  user: z.object({ id: Base64Url, name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: PublicKey })),
  timeout: z.optional(z.int()),
  attestation: z.optional(z.literal("none")),
  excludeCredentials: z.optional(z.array(Descriptor)),
  authenticatorSelection: z.optional(
    z.object({
      residentKey: z.optional(Requirement),
      userVerification: z.optional(Requirement),
      requireResidentKey: z.optional(z.boolean()),
    }),
  ),
  extensions: z.optional(z.object({ credProps: z.optional(z.boolean()) })),
  hints: z.optional(z.array(z.enum(["hybrid", "security-key", "client-device"]))),
});

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn; lists no credentials, so that it reveals no account. */
const RequestOptions = z.object({
  rpId: z.optional(z.string()),
  challenge: Base64Url,
  timeout: z.optional(z.int()),
  userVerification: z.optional(Requirement),
});

const Credential = {
  id: Base64Url,
  rawId: Base64Url,
  type: PublicKey,
  clientExtensionResults: z.object({ credProps: z.optional(z.object({ rk: z.optional(z.boolean()) })) }),
};

/** `RegistrationResponseJSON` of WebAuthn. */
const Registration = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});

/** `AuthenticationResponseJSON` of WebAuthn. */
const Assertion = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: z.optional(Base64Url),
  }),
});

export const listPasskeys = endpoint({
  method: "GET",
  path: "/v1/account/passkeys",
  access: "session",
  private: true,
  summary: "Passkeys of the account, newest first.",
  response: z.array(Passkey),
});

export const beginPasskey = endpoint({
  method: "POST",
  path: "/v1/account/passkeys/options",
  access: "session",
  summary: "WebAuthn options to create a passkey. Valid once, for five minutes.",
  limits: [{ points: 60, seconds: 3_600, by: ["session"] }],
  response: CreationOptions,
  errors: CONFIRMED,
});

export const addPasskey = endpoint({
  method: "POST",
  path: "/v1/account/passkeys",
  access: "session",
  summary: "Adds a passkey created by a browser.",
  limits: [{ points: 60, seconds: 3_600, by: ["session"] }],
  body: z.object({
    /** Label for the user, such as the name of the device. */
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    credential: Registration,
  }),
  maxBytes: FORM_BYTES,
  response: Done,
  errors: { 400: [INVALID_PASSKEY], ...CONFIRMED, 409: [TOO_MANY_PASSKEYS] },
});

export const removePasskey = endpoint({
  method: "DELETE",
  path: "/v1/account/passkeys/:passkey",
  access: "session",
  summary: "Removes one of the account's passkeys.",
  params: z.object({ passkey: z.string() }),
  response: Done,
  errors: { ...CONFIRMED, 404: ["Not Found"], 409: [ONLY_LOGIN] },
});

export const beginPasskeyLogin = endpoint({
  method: "POST",
  path: "/v1/authentication/passkey/options",
  access: "anyone",
  open: true,
  summary: "WebAuthn options to log in with a passkey. Valid once, for five minutes.",
  limits: [{ points: 60, seconds: 900, by: ["address"] }],
  response: RequestOptions,
});

export const logInWithPasskey = endpoint({
  method: "POST",
  path: "/v1/authentication/passkey",
  access: "anyone",
  open: true,
  authentication: true,
  summary: "Starts a session, like the login with a password.",
  limits: [BY_ADDRESS],
  body: Assertion,
  maxBytes: FORM_BYTES,
  cookies: LOGIN_COOKIES,
  response: OwnAccount,
  errors: { 400: [INVALID_PASSKEY], 403: [ACCOUNT_DISABLED], 409: [ALREADY_LOGGED_IN] },
});
