/** Twelve words for 128 random bits and their checksum (BIP 39). */
import { entropyToMnemonic, mnemonicToEntropy } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";

const BYTES = 16;
export const WORD_COUNT = 12;

export function newWords(): string[] {
  return entropyToMnemonic(crypto.getRandomValues(new Uint8Array(BYTES)), wordlist).split(" ");
}

/** Splits typed or pasted words, in any case and with any separators. */
export function splitWords(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  );
}

/** @returns the 16 bytes; undefined without twelve words or with a wrong checksum */
export function bytesOf(words: readonly string[]): Uint8Array<ArrayBuffer> | undefined {
  if (words.length !== WORD_COUNT) return undefined;
  try {
    return new Uint8Array(mnemonicToEntropy(words.join(" "), wordlist));
  } catch {
    return undefined;
  }
}

/** Words that are not in the list, such as mistyped ones. */
export function unknownWords(words: readonly string[]): string[] {
  return words.filter((word) => !wordlist.includes(word));
}
