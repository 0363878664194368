/** Words from the link of a scanned code, kept in memory across a login. */

/** Prefix in the fragment of the address, which browsers send to no server. */
export const FRAGMENT = "words=";

let given = "";

export function setGivenWords(text: string): void {
  given = text.replaceAll("-", " ");
}

/** Returns the words and forgets them. */
export function takeGivenWords(): string {
  const taken = given;
  given = "";
  return taken;
}

export function linkWith(words: readonly string[]): string {
  return `${location.origin}/account/sync#${FRAGMENT}${words.join("-")}`;
}
