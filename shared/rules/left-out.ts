/** Files that an import of downloads leaves out. */

/** Maximum of files per import that are stored with their reasons; all are counted. */
export const MAX_LEFT_OUT = 100_000;

/** Reasons that the app translates; others come from the readers of single formats, in English. */
export const LEFT_OUT = {
  unfinished: "is an unfinished download",
  link: "is a link, which is not followed",
  empty: "is empty",
  unknown: "belongs to no post: no metadata names it",
  unreadable: "could not be read on the device that sent it",
} as const;
export type LeftOut = keyof typeof LEFT_OUT;
