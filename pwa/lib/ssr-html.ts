/** Filled in where screens are drawn without a browser (pwa/drawn): HTML of others, safe as text. */
export const drawnHtml = { clean: (_html: string): string => "" };
