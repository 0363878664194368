/** Links for people without an account (decision 0074). */

/** Days to choose from; any date within `MAX_LINK_DAYS` may be chosen instead. */
export const LINK_DAYS = [1, 7, 30] as const;
export const MAX_LINK_DAYS = 366;
export const MAX_LINK_OPENS = 1_000;
export const MAX_LINKS = 100;
/** Checks of saved copies in one request. */
export const MAX_CHECKED_LINKS = 100;
/** Page that a link leads to. */
export const GUEST_PAGE = "/guest";
/** Hours for which an opened link stays open in a browser, at most until its end. */
export const VISIT_HOURS = 12;
