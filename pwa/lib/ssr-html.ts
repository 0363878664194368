/** Set by pwa/ssr, which has no DOM: sanitizes third-party HTML. */
export const drawnHtml = { clean: (_html: string): string => "" };
