import { splitLinks } from "../lib/web-links.ts";
import styles from "./PlainText.module.css";

/** User-written plain text: keeps line breaks, links web addresses. */
export function PlainText({ text, className = "" }: { text: string; className?: string }) {
  return (
    <p className={`${styles.text} ${className}`} dir="auto">
      <Linked text={text} />
    </p>
  );
}

/** Without a paragraph, for text next to other elements. */
export function Linked({ text }: { text: string }) {
  return splitLinks(text).map((piece, at) =>
    piece.href === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
      <span key={at}>{piece.text}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
      <a key={at} href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
        {piece.text}
      </a>
    ),
  );
}
