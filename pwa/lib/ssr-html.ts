/** Cleans third-party HTML on the server, where there is no DOM; set by pwa/ssr/worker.tsx. */
export const sanitizer = { clean: (_html: string): string => "" };
