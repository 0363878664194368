import { splitMarked } from "../lib/highlight.ts";

/** Search text with matching words highlighted; never HTML. */
export function Marked({ text }: { text: string }) {
  return splitMarked(text).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
    piece.isMatch ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
  );
}
