/** Finds web addresses in plain text. Never builds HTML. */

export interface TextPiece {
  text: string;
  /** Link target, if the piece is an address. */
  href?: string;
}

/** Ends at white space, quotes, brackets of markup and East Asian punctuation. */
const ADDRESS = /https?:\/\/[^\s<>"`\u3000-\u3003\u3008-\u3011\uff01\uff08\uff09\uff0c\uff1b\uff1f]+/gi;

/** Splits a text at its addresses, in order. */
export function splitLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutTail(found);
    const url = webAddress(address);
    if (url === undefined) continue;
    if (index > at) pieces.push({ text: text.slice(at, index) });
    pieces.push({ text: address, href: url.href });
    at = index + address.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

/** Parses a web address; other schemes must not become links. */
export function webAddress(text: string | null | undefined): URL | undefined {
  const address = URL.parse(text ?? "");
  return address !== null && /^https?:$/.test(address.protocol) ? address : undefined;
}

/** Trailing punctuation belongs to the sentence, and so does a closing bracket unless the address opened it. */
function withoutTail(address: string): string {
  let end = address.length;
  for (; end > 0; end--) {
    const last = address[end - 1] ?? "";
    if (!/[.,;:!?'*)\]}]/.test(last)) break;
    const opening = { ")": "(", "]": "[", "}": "{" }[last];
    if (opening === undefined) continue;
    const kept = address.slice(0, end);
    if (kept.split(opening).length >= kept.split(last).length) break;
  }
  return address.slice(0, end);
}
