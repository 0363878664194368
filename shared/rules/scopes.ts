/** Access tokens (decision 0071). */

/** Permissions of a token; the role of its account limits them further. */
export const SCOPES = ["read", "favorites", "import", "upload", "administration"] as const;
export type Scope = (typeof SCOPES)[number];

/** Start of every token, by which scanners of source code find one that was published. */
export const TOKEN_PREFIX = "roost_";

/** Lifetimes to choose from, in days; null never ends. */
export const TOKEN_DAYS = [7, 30, 90, 365, null] as const;
export const MAX_TOKENS = 50;
export const MAX_TOKEN_NAME = 60;
