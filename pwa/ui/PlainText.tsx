import { splitLinks } from "../lib/web-links.ts";
import styles from "./PlainText.module.css";

/** Somebody's plain text: line breaks kept, web addresses as links. */
export function PlainText({ text, className = "" }: { text: string; className?: string }) {
  return (
    <p className={`${styles.text} ${className}`} dir="auto">
      <Linked text={text} />
    </p>
  );
}

/** The same without a paragraph around it, for text that has other pieces beside it. */
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
