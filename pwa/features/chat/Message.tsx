import { Link } from "@tanstack/react-router";
import { t } from "../../i18n/index.ts";
import { day, dayAndTime } from "../../lib/dates.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { PartBoundary } from "../../ui/PartBoundary.tsx";
import type { ChatMessage } from "./chat.ts";
import { useChat } from "./context.ts";
import styles from "./Message.module.css";

/** Consecutive messages of one author, and their replies. */
export function MessageGroup({
  group,
  linked,
  under,
}: {
  group: readonly ChatMessage[];
  linked: string | undefined;
  /** Day heading above a reply. */
  under?: string;
}) {
  const first = group[0];
  const isReply = under !== undefined;
  if (first === undefined) return null;
  const name = first.author.name.trim() || t("chat.someone");
  const Name = isReply ? "h4" : "h3";
  return (
    <article className={styles.group} data-reply={isReply || undefined}>
      <Avatar name={name} size={isReply ? 32 : 40} />
      <header className={styles.head}>
        <Name className={styles.name} dir="auto">
          {name}
        </Name>
        <RoleBadge role={first.author.role} />
        <Moment message={first} show={isReply && day(first.published) !== under ? "moment" : "time"} />
      </header>
      {group.map((message) => (
        <Message key={message.id} message={message} linked={linked} isFirst={message === first} />
      ))}
    </article>
  );
}

interface MessageProps {
  message: ChatMessage;
  linked: string | undefined;
  /** The first of a group, whose time is beside the name. */
  isFirst: boolean;
}

function Message({ message, linked, isFirst }: MessageProps) {
  const { chat } = useChat();
  if (chat === undefined) return null;
  const isLinked = message.id === linked;
  return (
    <div
      id={`message-${message.id}`}
      className={styles.message}
      data-linked={isLinked || undefined}
      aria-current={isLinked ? "location" : undefined}
    >
      {isFirst ? null : <Moment message={message} show="time" isBeside />}
      <div className={styles.body}>
        <PartBoundary>{chat.body(message)}</PartBoundary>
        {message.replies.length === 0 ? null : (
          <ol className={styles.replies} aria-label={t("chat.replies")}>
            {message.replies.map((reply) => (
              <li key={reply.id}>
                <MessageGroup group={[reply]} linked={linked} under={day(message.published)} />
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}

/** Time of a message, as its permalink. */
function Moment({
  message,
  show,
  isBeside = false,
}: {
  message: ChatMessage;
  show: "moment" | "time";
  /** In the column of the avatars. */
  isBeside?: boolean;
}) {
  const { chat, channelId } = useChat();
  return (
    <Link
      {...chat?.link(channelId, message.id)}
      className={isBeside ? styles.shortTime : styles.time}
      aria-label={t("chat.linkToMessage", { date: dayAndTime(message.published) })}
      preload={false}
    >
      <DateText iso={message.published} show={show} />
    </Link>
  );
}

function RoleBadge({ role }: { role: string | null | undefined }) {
  const label =
    role === "creator"
      ? t("chat.creator")
      : role === "admin"
        ? t("chat.admin")
        : role === "platform_admin"
          ? t("chat.platformAdmin")
          : undefined;
  if (label === undefined) return null;
  return (
    <span className={styles.badge} data-role={role}>
      {label}
    </span>
  );
}
