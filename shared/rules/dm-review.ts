/** The review of imported DMs by the account that imported them. */

/** `approved` is no list: such a DM is public. */
export const REVIEW_STATUSES = ["pending", "ignored"] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];
/** DMs of one answer or request. */
export const REVIEW_LIMIT = 1_000;
export const UNKNOWN_STATUS = "Unknown status";
export const NONE_APPROVED = "At least one DM must be provided for approval.";
