/** Parses MEILI_URL: one search server address, or several separated by commas that share the documents. */

/** Addresses without a trailing slash, in the given order. */
export function serverUrls(text: string): string[] {
  return text
    .split(",")
    .map((one) => one.trim().replace(/\/+$/, ""))
    .filter((one) => one !== "");
}
