import { Link } from "@tanstack/react-router";
import { t } from "../../i18n/index.ts";
import { day, dayAndTime } from "../../lib/dates.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { PartBoundary } from "../../ui/PartBoundary.tsx";
import type { Said } from "./chat.ts";
import { useChat } from "./context.ts";
import styles from "./Message.module.css";

/** Consecutive messages of one author, and their replies. */
export function MessageGroup({
  group,
  linked,
  under,
}: {
  group: readonly Said[];
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
        <Moment said={first} show={isReply && day(first.published) !== under ? "moment" : "time"} />
      </header>
      {group.map((said) => (
        <Message key={said.id} said={said} linked={linked} isFirst={said === first} />
      ))}
    </article>
  );
}

interface MessageProps {
  said: Said;
  linked: string | undefined;
  /** The first of a group, whose time is beside the name. */
  isFirst: boolean;
}

function Message({ said, linked, isFirst }: MessageProps) {
  const { chat } = useChat();
  if (chat === undefined) return null;
  const isLinked = said.id === linked;
  return (
    <div
      id={`message-${said.id}`}
      className={styles.message}
      data-linked={isLinked || undefined}
      aria-current={isLinked ? "location" : undefined}
    >
      {isFirst ? null : <Moment said={said} show="time" isBeside />}
      <div className={styles.body}>
        <PartBoundary>{chat.body(said)}</PartBoundary>
        {said.replies.length === 0 ? null : (
          <ol className={styles.replies} aria-label={t("chat.replies")}>
            {said.replies.map((reply) => (
              <li key={reply.id}>
                <MessageGroup group={[reply]} linked={linked} under={day(said.published)} />
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
  said,
  show,
  isBeside = false,
}: {
  said: Said;
  show: "moment" | "time";
  /** In the column of the avatars. */
  isBeside?: boolean;
}) {
  const { chat, channelId } = useChat();
  return (
    <Link
      {...chat?.link(channelId, said.id)}
      className={isBeside ? styles.shortTime : styles.time}
      aria-label={t("chat.linkToMessage", { date: dayAndTime(said.published) })}
      preload={false}
    >
      <DateText iso={said.published} show={show} />
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
