/** Roles of accounts, and what each may call. */

/** From the least to the most. */
export const ROLES = ["consumer", "moderator", "administrator"] as const;
export type Role = (typeof ROLES)[number];

/** The least a caller must be; each role may do what the ones before it may. */
export const ACCESS = ["anyone", "session", "moderator", "administrator"] as const;
export type Access = (typeof ACCESS)[number];

/** @param role undefined where nobody is logged in */
export function isAllowed(access: Access, role: Role | undefined): boolean {
  const rank = role === undefined ? 0 : ROLES.indexOf(role) + 1;
  return rank >= ACCESS.indexOf(access);
}
