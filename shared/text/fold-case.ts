/** Lower case and one width; accents stay, as they make other words. */
export const foldCase = (text: string): string =>
  text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
