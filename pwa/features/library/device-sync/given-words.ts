/** Words from the link of a scanned code, kept in memory across a login. */

/** Prefix in the fragment of the address, which browsers send to no server. */
export const FRAGMENT = "words=";

let given = "";

export function setGivenWords(text: string): void {
  given = text.replaceAll("-", " ");
}

/** Kept until they are used, as the form may be shown again. */
export function givenWords(): string {
  return given;
}

export function forgetGivenWords(): void {
  given = "";
}

export function linkWith(words: readonly string[]): string {
  return `${location.origin}/account/sync#${FRAGMENT}${words.join("-")}`;
}
