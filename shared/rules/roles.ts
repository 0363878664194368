/** Account roles and their permissions. */

/** Ordered from least to most privileged. */
export const ROLES = ["consumer", "moderator", "administrator"] as const;
export type Role = (typeof ROLES)[number];

/** Minimum role of a caller; each role includes the permissions of the ones before it. */
export const ACCESS = ["anyone", "session", "moderator", "administrator"] as const;
export type Access = (typeof ACCESS)[number];

/** @param role undefined if not logged in */
export function isAllowed(access: Access, role: Role | undefined): boolean {
  const rank = role === undefined ? 0 : ROLES.indexOf(role) + 1;
  return rank >= ACCESS.indexOf(access);
}
