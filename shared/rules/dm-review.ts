/** Review of imported DMs by the account that imported them. */

/** `approved` is missing, because approved DMs are public. */
export const REVIEW_STATUSES = ["pending", "ignored"] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];
/** DMs per response or request. */
export const REVIEW_LIMIT = 1_000;
export const UNKNOWN_STATUS = "Unknown status";
export const NONE_APPROVED = "At least one DM must be provided for approval.";
