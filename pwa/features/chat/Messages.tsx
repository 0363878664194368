import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import type { DiscordMessage } from "#shared/entities/discord.ts";
import { HttpError } from "../../api/errors.ts";
import { Failure } from "../../api/Failure.tsx";
import { formatNumber, t } from "../../i18n/index.ts";
import { day } from "../../lib/dates.ts";
import { offsetNumber } from "../../lib/list-search.ts";
import button from "../../ui/Button.module.css";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import page from "../../ui/Page.module.css";
import { messagesQuery, placeQuery } from "./api.ts";
import { markEnd } from "./at-end.ts";
import { namesOn } from "./authors.ts";
import styles from "./ChatPage.module.css";
import type { Channel } from "./channels.ts";
import { ChatContext } from "./context.ts";
import { groupMessages } from "./grouping.ts";
import { type Arrival, useInitialScroll } from "./initial-scroll.ts";
import { MessageGroup } from "./Message.tsx";
import { lastOffset, offsetOf, stepsFrom } from "./paging.ts";

const SKELETONS = Array.from({ length: 8 }, (_, index) => index);

export interface MessagesProps {
  channel: Channel;
  channels: readonly Channel[];
  messageId: string | undefined;
  o: string | undefined;
  picker: ReactNode;
}

/** One page of a channel: the newest, the one asked for, or the one that holds the linked message. */
export function Messages({ channel, channels, messageId, o, picker }: MessagesProps) {
  const [origin, setOrigin] = useState<"end" | "start">("end");
  const place = useQuery({ ...placeQuery(channel.id, messageId ?? ""), enabled: messageId !== undefined });
  const isGone = place.error instanceof HttpError && place.error.status === 404;
  const isPlaced = messageId === undefined || place.data !== undefined || isGone;
  const offset =
    o ?? String(place.data === undefined ? lastOffset(channel.post_count) : offsetOf(place.data));
  const query = useQuery({ ...messagesQuery(channel.id, offset), enabled: isPlaced });
  const { data, isPlaceholderData } = query;
  const error = (isGone ? null : place.error) ?? query.error;
  const retry = () => void (place.error !== null && !isGone ? place.refetch() : query.refetch());

  const linked = data?.some(({ id }) => id === messageId) ? messageId : undefined;
  const where: Arrival = linked === undefined ? origin : { message: linked };
  useInitialScroll(data !== undefined && !isPlaceholderData && isPlaced, where);
  return (
    <>
      <Bar
        channel={channel}
        offset={offsetNumber(offset)}
        shown={data?.length ?? 0}
        picker={picker}
        onStep={setOrigin}
      />
      {isGone ? (
        <p className={styles.missing} role="status">
          {t("chat.messageGone")}
        </p>
      ) : null}
      {error !== null && data === undefined ? (
        <Failure error={error} onRetry={retry} />
      ) : data === undefined ? (
        <div className={styles.ghosts} role="status" aria-label={t("chat.loadingMessages")}>
          {SKELETONS.map((index) => (
            <div key={index} className={`${styles.ghost} ${page.skeleton}`} />
          ))}
        </div>
      ) : data.length === 0 ? (
        <EmptyState message={t("chat.noMessages")} />
      ) : (
        <MessageList
          messages={data}
          channel={channel}
          channels={channels}
          linked={linked}
          isStale={isPlaceholderData}
        />
      )}
    </>
  );
}

interface BarProps {
  channel: Channel;
  offset: number;
  shown: number;
  picker: ReactNode;
  /** Called with the edge at which reading starts on the next page. */
  onStep: (origin: "end" | "start") => void;
}

function Bar({ channel, offset, shown, picker, onStep }: BarProps) {
  const navigate = useNavigate();
  const { older, newer } = stepsFrom(offset, channel.post_count);
  const go = (to: number, origin: "end" | "start") => {
    onStep(origin);
    void navigate({
      to: "/discord/server/$serverId/{-$channelId}/{-$messageId}",
      params: { serverId: channel.server_id, channelId: channel.id, messageId: undefined },
      search: { o: to === lastOffset(channel.post_count) ? undefined : String(to) },
      resetScroll: false,
    });
  };
  return (
    <div className={styles.bar}>
      {picker}
      <p className={styles.range}>
        {shown === 0
          ? null
          : t("chat.range", {
              from: formatNumber(offset + 1),
              to: formatNumber(offset + shown),
              total: formatNumber(channel.post_count),
            })}
      </p>
      <button
        type="button"
        className={`${button.button} ${styles.step}`}
        disabled={older === undefined}
        onClick={() => older !== undefined && go(older, "end")}
      >
        {t("chat.older")}
      </button>
      <button
        type="button"
        className={`${button.button} ${styles.step}`}
        disabled={newer === undefined}
        onClick={() => newer !== undefined && go(newer, "start")}
      >
        {t("chat.newer")}
      </button>
    </div>
  );
}

interface MessageListProps {
  messages: DiscordMessage[];
  channel: Channel;
  channels: readonly Channel[];
  linked: string | undefined;
  isStale: boolean;
}

function MessageList({ messages, channel, channels, linked, isStale }: MessageListProps) {
  const groups = useMemo(() => groupMessages(messages), [messages]);
  const context = useMemo(
    () => ({ serverId: channel.server_id, channelId: channel.id, channels, names: namesOn(messages) }),
    [channel, channels, messages],
  );
  return (
    <ChatContext value={context}>
      <ol className={styles.list} aria-busy={isStale}>
        {groups.map((group, at) => {
          const date = day(group[0]?.published ?? "");
          const before = groups[at - 1]?.[0];
          return (
            <li key={group[0]?.id}>
              {before === undefined || day(before.published) !== date ? (
                <p className={styles.day}>
                  <DateText iso={date} />
                </p>
              ) : null}
              <MessageGroup group={group} linked={linked} />
            </li>
          );
        })}
      </ol>
      <div ref={markEnd} className={styles.end} />
    </ChatContext>
  );
}
