import { Link } from "@tanstack/react-router";
import { type ChatPiece, splitMarks } from "#shared/rules/chat-marks.ts";
import { t } from "../../i18n/index.ts";
import { DateText } from "../../ui/DateText.tsx";
import { Linked } from "../../ui/PlainText.tsx";
import { useChat } from "./context.ts";
import styles from "./Message.module.css";

/** Message text: line breaks kept, URLs as links, mentions by name. */
export function MessageText({ text, className = "" }: { text: string; className?: string }) {
  if (text.trim() === "") return null;
  return (
    <p className={`${styles.text} ${className}`} dir="auto">
      {splitMarks(text).map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
        <Piece key={at} piece={piece} />
      ))}
    </p>
  );
}

function Piece({ piece }: { piece: ChatPiece }) {
  const { chat, names } = useChat();
  switch (piece.kind) {
    case "text":
      return <Linked text={piece.text} />;
    case "user":
      return <span className={styles.mention}>@{names.get(piece.id) ?? t("chat.someone")}</span>;
    case "role":
      return <span className={styles.mention}>@{t("chat.role")}</span>;
    case "emoji":
      return <span>:{piece.name}:</span>;
    case "time":
      return <Time seconds={piece.seconds} />;
    case "channel": {
      const channel = chat?.channels.find(({ id }) => id === piece.id);
      if (channel === undefined) return <span className={styles.mention}>#{t("chat.otherChannel")}</span>;
      return (
        <Link {...chat?.link(channel.id)} className={styles.mention}>
          #{channel.name}
        </Link>
      );
    }
  }
}

function Time({ seconds }: { seconds: number }) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return null;
  return <DateText iso={date.toISOString()} show="moment" />;
}
