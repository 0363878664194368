/** Areas whose English is in the first load: the frame, the lists, the search and failures. */
export const INITIAL_AREAS = [
  "creators",
  "errors",
  "language",
  "list",
  "navigation",
  "notFound",
  "offline",
  "pages",
  "posts",
  "search",
  "shell",
  "theme",
] as const;
