/** Error messages implied by any contract's access, limits, method and idempotency. */
import type { Scope } from "../rules/scopes.ts";

export const NOT_LOGGED_IN = "You must be registered to access this page.";
/** Sent with a 404, so that callers without access cannot tell whether the page exists. */
export const INSUFFICIENT_PRIVILEGES = "Insufficient privileges";
/** Applies to every call that may change something. */
export const CROSS_SITE = "Another site may not do this.";
/** Sent with a 451: hidden by a takedown, which may still be undone. */
export const TAKEN_DOWN = "This was taken down.";
/** Default message of a 429. */
export const TOO_MANY_REQUESTS = "Too many requests. Try again later.";
export const KEY_REUSED = "This Idempotency-Key was already used for another request.";

/** For an unknown or revoked token, one of a disabled account, and other credentials. */
export const INVALID_TOKEN = "This access token is not valid.";
export const EXPIRED_TOKEN = "This access token has expired.";
export const NOT_FOR_TOKENS = "Access tokens may not do this. Log in instead.";
export const missingScope = (scope: Scope) => `This access token lacks the scope ${scope}.`;

/** Header of a 401 after which the app deletes everything that it has stored: scripts cannot read `Clear-Site-Data`. */
export const FORGET_DEVICE = "x-forget-device";
