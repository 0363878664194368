/** Cleans third-party HTML on the server, which has no DOM; set by pwa/ssr/worker.tsx. */
export const sanitizer = { clean: (_html: string): string => "" };
