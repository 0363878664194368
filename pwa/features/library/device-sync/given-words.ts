/** Words that came with the link of a scanned code: in memory only, across a login. */

/** In the fragment of the address, which is sent to nobody. */
export const FRAGMENT = "words=";

let given = "";

export function giveWords(text: string): void {
  given = text.replaceAll("-", " ");
}

/** Once. */
export function takeGivenWords(): string {
  const taken = given;
  given = "";
  return taken;
}

export function linkWith(words: readonly string[]): string {
  return `${location.origin}/account/sync#${FRAGMENT}${words.join("-")}`;
}
