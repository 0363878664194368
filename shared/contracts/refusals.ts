/** Error messages implied by any contract's access, limits, method and idempotency. */
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
