import { Link } from "@tanstack/react-router";
import type { DiscordMessage } from "#shared/entities/discord.ts";
import { t } from "../../i18n/index.ts";
import { dayAndTime } from "../../lib/dates.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { Attachments } from "./Attachments.tsx";
import { readAuthor } from "./authors.ts";
import { useChat } from "./context.ts";
import { Edits } from "./Edits.tsx";
import { EmbedCard } from "./EmbedCard.tsx";
import styles from "./Message.module.css";
import { MessageText } from "./MessageText.tsx";

/** What one person said without a longer pause. */
export function MessageGroup({ group, linked }: { group: DiscordMessage[]; linked: string | undefined }) {
  const first = group[0];
  if (first === undefined) return null;
  const author = readAuthor(first.author);
  const name = author.name || t("chat.someone");
  return (
    <article className={styles.group}>
      <Avatar name={name} size={40} />
      <header className={styles.head}>
        <h2 className={styles.name} dir="auto">
          {name}
        </h2>
        <Moment message={first} />
      </header>
      {group.map((message) => (
        <Message
          key={message.id}
          message={message}
          isLinked={message.id === linked}
          isFirst={message === first}
        />
      ))}
    </article>
  );
}

interface MessageProps {
  message: DiscordMessage;
  isLinked: boolean;
  /** Its time stands beside the name. */
  isFirst: boolean;
}

function Message({ message, isLinked, isFirst }: MessageProps) {
  return (
    <div
      id={`message-${message.id}`}
      className={styles.message}
      data-linked={isLinked || undefined}
      aria-current={isLinked ? "location" : undefined}
    >
      {isFirst ? null : <Moment message={message} isShort />}
      <div className={styles.body}>
        <MessageText text={message.content} />
        <Attachments files={message.attachments} service="discord" />
        {message.embeds.map((embed, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: embeds have no identity but their place
          <EmbedCard key={at} raw={embed} />
        ))}
        <Edits message={message} />
      </div>
    </div>
  );
}

/** When it was said; the link is the message's own address. */
function Moment({ message, isShort = false }: { message: DiscordMessage; isShort?: boolean }) {
  const { serverId, channelId } = useChat();
  return (
    <Link
      to="/discord/server/$serverId/{-$channelId}/{-$messageId}"
      params={{ serverId, channelId, messageId: message.id }}
      className={isShort ? styles.shortTime : styles.time}
      aria-label={t("chat.linkToMessage", { date: dayAndTime(message.published) })}
      preload={false}
    >
      <DateText iso={message.published} show={isShort ? "time" : "moment"} />
    </Link>
  );
}
