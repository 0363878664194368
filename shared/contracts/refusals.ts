/** Messages that the contract of any endpoint implies, by its access, limits, method and idempotency. */
export const NOT_LOGGED_IN = "You must be registered to access this page.";
/** With a 404: whether such a page exists is not for everyone to know. */
export const INSUFFICIENT_PRIVILEGES = "Insufficient privileges";
/** Of every call that may change something. */
export const CROSS_SITE = "Another site may not do this.";
/** With a 451: a takedown hides it, and may still be undone. */
export const TAKEN_DOWN = "This was taken down.";
/** Where the contract has no message of its own for a 429. */
export const TOO_MANY_REQUESTS = "Too many requests. Try again later.";
export const KEY_REUSED = "This Idempotency-Key was already used for another request.";
