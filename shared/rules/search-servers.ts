/** MEILI_URL: the address of one search server, or of several, with commas between, that share the documents. */

/** Addresses without a final slash, in the order given. */
export function serverUrls(text: string): string[] {
  return text
    .split(",")
    .map((one) => one.trim().replace(/\/$/, ""))
    .filter((one) => one !== "");
}
