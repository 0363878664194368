import { useQuery } from "@tanstack/react-query";
import { type LinkProps, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { HttpError } from "../../api/errors.ts";
import { Failure } from "../../api/Failure.tsx";
import { formatNumber, t } from "../../i18n/index.ts";
import { offsetNumber } from "../../lib/list-search.ts";
import button from "../../ui/Button.module.css";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Icon } from "../../ui/Icon.tsx";
import page from "../../ui/Page.module.css";
import { watchEnd } from "./at-end.ts";
import type { Channel } from "./channels.ts";
import type { Chat, ChatMessage } from "./chat.ts";
import { ChatContext } from "./context.ts";
import { groupDays, groupMessages } from "./grouping.ts";
import { type Arrival, useInitialScroll } from "./initial-scroll.ts";
import { MessageGroup } from "./Message.tsx";
import styles from "./Messages.module.css";
import { lastOffset, offsetOf, offsetOfNumber, rangeOf, stepsFrom } from "./paging.ts";
import { markRead, readCount } from "./read-marks.ts";

const SKELETONS = Array.from({ length: 8 }, (_, index) => index);
const UNREAD = "unread";

export interface MessagesProps {
  chat: Chat;
  channel: Channel;
  messageId: string | undefined;
  o: string | undefined;
  /** Shown at the start of the bar. */
  tools: ReactNode;
}

/** One page of a channel: the newest, the requested one, or the one with the linked message. */
export function Messages({ chat, channel, messageId, o, tools }: MessagesProps) {
  const { order } = chat;
  const count = channel.post_count;
  const [origin, setOrigin] = useState<Arrival>("end");
  const place = useQuery({ ...chat.place(channel.id, messageId ?? ""), enabled: messageId !== undefined });
  const isGone = place.error instanceof HttpError && place.error.status === 404;
  const isPlaced = messageId === undefined || place.data !== undefined || isGone;
  const offset =
    o === undefined
      ? place.data === undefined
        ? lastOffset(count, order)
        : offsetOf(place.data.seq)
      : offsetNumber(o);
  const query = useQuery({
    ...chat.messages(channel.id, offset),
    enabled: isPlaced,
    // Not the placeholder of another channel.
    placeholderData: (before, former) => (former?.queryKey.includes(channel.id) ? before : undefined),
  });
  const { data: source, isPlaceholderData } = query;
  const data = useMemo(() => source && chat.parse(source), [chat, source]);
  const error = (isGone ? null : place.error) ?? query.error;
  const retry = () => void (place.error !== null && !isGone ? place.refetch() : query.refetch());

  const isThere = data?.some(
    ({ id, replies }) => id === messageId || replies.some((one) => one.id === messageId),
  );
  const linked = isThere ? messageId : undefined;
  const where: Arrival = linked === undefined ? origin : { element: `message-${linked}` };
  useInitialScroll(data !== undefined && !isPlaceholderData && isPlaced, where);

  const [read] = useState(() => readCount(chat, channel.id));
  const shown = data?.length ?? 0;
  const range = rangeOf(offset, shown, count, order);
  const firstUnread = read !== undefined && read > 0 && read < count ? read + 1 : undefined;
  const navigate = useNavigate();
  const goTo = (to: number, arrival: Arrival) => {
    setOrigin(arrival);
    void navigate({
      ...(chat.link(channel.id) as LinkProps),
      search: { o: to === lastOffset(count, order) ? undefined : String(to) },
      resetScroll: false,
    });
  };
  const goToUnread = () => {
    const line = document.getElementById(UNREAD);
    if (line !== null) line.scrollIntoView({ block: "center" });
    else if (firstUnread !== undefined) goTo(offsetOfNumber(firstUnread, count, order), { element: UNREAD });
  };
  const { older, newer } = stepsFrom(offset, count, order);
  return (
    <>
      <div className={styles.bar}>
        {tools}
        <p className={styles.range}>
          {shown === 0
            ? null
            : t("chat.range", {
                from: formatNumber(range[0]),
                to: formatNumber(range[1]),
                total: formatNumber(count),
              })}
        </p>
        <button
          type="button"
          className={`${button.button} ${styles.step}`}
          disabled={older === undefined}
          onClick={() => older !== undefined && goTo(older, "end")}
        >
          <Icon name="previous" size={18} />
          <span className={styles.stepText}>{t("chat.older")}</span>
        </button>
        <button
          type="button"
          className={`${button.button} ${styles.step}`}
          disabled={newer === undefined}
          onClick={() => newer !== undefined && goTo(newer, "start")}
        >
          <span className={styles.stepText}>{t("chat.newer")}</span>
          <Icon name="next" size={18} />
        </button>
      </div>
      {isGone ? (
        <p className={styles.missing} role="status">
          {t("chat.messageGone")}
        </p>
      ) : null}
      {error !== null && data === undefined ? (
        <Failure error={error} onRetry={retry} />
      ) : data === undefined ? (
        <MessagesSkeleton />
      ) : data.length === 0 ? (
        <EmptyState message={t("chat.noMessages")} />
      ) : (
        <MessageList
          messages={data}
          names={source && chat.names?.(source)}
          chat={chat}
          channel={channel}
          linked={linked}
          unread={firstUnread === undefined ? undefined : data[firstUnread - range[0]]?.id}
          lastNumber={isPlaceholderData ? 0 : range[1]}
          isStale={isPlaceholderData}
        />
      )}
      {firstUnread === undefined || messageId !== undefined ? null : (
        <p className={styles.unread}>
          <button type="button" className={button.button} onClick={goToUnread}>
            {t("chat.toUnread", { count: count - (read ?? 0) })}
          </button>
        </p>
      )}
    </>
  );
}

export function MessagesSkeleton() {
  return (
    <div className={styles.ghosts} role="status" aria-label={t("chat.loadingMessages")}>
      {SKELETONS.map((index) => (
        <div key={index} className={`${styles.ghost} ${page.skeleton}`} />
      ))}
    </div>
  );
}

interface MessageListProps {
  messages: ChatMessage[];
  names: ReadonlyMap<string, string> | undefined;
  chat: Chat;
  channel: Channel;
  linked: string | undefined;
  /** Id of the first unread message. */
  unread: string | undefined;
  /** Number of the last message, counted from the channel's first. */
  lastNumber: number;
  isStale: boolean;
}

function MessageList({
  messages,
  names,
  chat,
  channel,
  linked,
  unread,
  lastNumber,
  isStale,
}: MessageListProps) {
  const days = useMemo(() => groupDays(groupMessages(messages)), [messages]);
  const context = useMemo(
    () => ({ chat, channelId: channel.id, names: names ?? new Map() }),
    [chat, channel, names],
  );
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (end.current === null) return undefined;
    return watchEnd(end.current, () => markRead(chat, channel.id, lastNumber));
  }, [chat, channel, lastNumber]);
  return (
    <ChatContext value={context}>
      <div className={styles.list} aria-busy={isStale}>
        {days.map(({ day, groups }) => (
          <section key={`${day} ${groups[0]?.[0]?.id}`} aria-label={day}>
            <h2 className={styles.day}>
              <DateText iso={day} />
            </h2>
            <ol className={styles.groups}>
              {groups.map((group) => (
                <li key={group[0]?.id}>
                  {group.some(({ id }) => id === unread) ? (
                    <p id={UNREAD} className={styles.line}>
                      {t("chat.new")}
                    </p>
                  ) : null}
                  <MessageGroup group={group} linked={linked} />
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
      <div ref={end} className={styles.end} />
    </ChatContext>
  );
}
