import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { CommunityChannel } from "#shared/entities/community.ts";
import { CHAT_PAGE_SIZE } from "#shared/rules/paging.ts";
import { Failure } from "../../api/Failure.tsx";
import { formatNumber, t } from "../../i18n/index.ts";
import { offsetNumber } from "../../lib/list-search.ts";
import button from "../../ui/Button.module.css";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Icon } from "../../ui/Icon.tsx";
import page from "../../ui/Page.module.css";
import { PlainText } from "../../ui/PlainText.tsx";
import { type CreatorId, channelsQuery, messagesQuery } from "./api.ts";
import styles from "./Community.module.css";
import { Message } from "./Message.tsx";

const SKELETONS = Array.from({ length: 8 }, (_, index) => index);

export interface ChannelPageProps extends CreatorId {
  channelId: string;
  o: string | undefined;
}

/** `/:service/user/:id/community/:channel`: what is said in one channel, newest first. */
export function ChannelPage({ service, id, channelId, o }: ChannelPageProps) {
  const { data: channels, error, refetch } = useQuery(channelsQuery({ service, id }));
  if (channels === undefined) {
    return error === null ? <MessagesSkeleton /> : <Failure error={error} onRetry={() => void refetch()} />;
  }
  const channel = channels.find(({ channel_id }) => channel_id === channelId);
  if (channel === undefined) return <EmptyState message={t("community.invalidChannel")} />;
  return (
    <section className={styles.page} aria-labelledby="channel-name">
      <header className={styles.head}>
        <h2 id="channel-name" className={styles.channelName}>
          {channel.emoji === null ? null : <span aria-hidden="true">{channel.emoji}</span>}
          <span dir="auto">{channel.name}</span>
        </h2>
        {channels.length < 2 ? null : (
          <Link to="/$service/user/$id/community" params={{ service, id }} className={button.button}>
            <Icon name="message" size={18} />
            {t("community.allChannels")}
          </Link>
        )}
      </header>
      {channel.community_guidelines ? (
        <PlainText text={channel.community_guidelines} className={styles.soft} />
      ) : null}
      <Messages service={service} channel={channel} o={o} />
    </section>
  );
}

function Messages({
  service,
  channel,
  o,
}: {
  service: string;
  channel: CommunityChannel;
  o: string | undefined;
}) {
  const query = useQuery(messagesQuery(service, channel.channel_id, o));
  const { data, error, refetch, isPlaceholderData } = query;
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <MessagesSkeleton />;
  const offset = offsetNumber(o);
  const steps = <Steps offset={offset} shown={data.length} count={channel.post_count} />;
  if (data.length === 0 && offset === 0) return <EmptyState message={t("community.noMessages")} />;
  return (
    <>
      {steps}
      {data.length === 0 ? (
        <EmptyState message={t("community.noMessages")} />
      ) : (
        <ol className={styles.messages} aria-busy={isPlaceholderData}>
          {data.map((message) => (
            <li key={message.message_id}>
              <Message message={message} />
              {message.replies.length === 0 ? null : (
                <ol className={styles.replies} aria-label={t("community.replies")}>
                  {message.replies.map((reply) => (
                    <li key={reply.message_id}>
                      <Message message={reply} isReply />
                    </li>
                  ))}
                </ol>
              )}
            </li>
          ))}
        </ol>
      )}
      {data.length > 10 ? steps : null}
    </>
  );
}

/** Older messages are further on, since the newest come first. */
function Steps({ offset, shown, count }: { offset: number; shown: number; count: number }) {
  const navigate = useNavigate();
  const go = (to: number) =>
    void navigate({ to: ".", search: { o: to <= 0 ? undefined : String(to) }, resetScroll: true });
  return (
    <div className={styles.steps}>
      <p className={page.note}>
        {shown === 0
          ? null
          : t("community.range", {
              from: formatNumber(offset + 1),
              to: formatNumber(offset + shown),
              total: formatNumber(count),
            })}
      </p>
      <button
        type="button"
        className={`${button.button} ${styles.step}`}
        disabled={offset + CHAT_PAGE_SIZE >= count}
        onClick={() => go(offset + CHAT_PAGE_SIZE)}
      >
        {t("community.older")}
      </button>
      <button
        type="button"
        className={`${button.button} ${styles.step}`}
        disabled={offset <= 0}
        onClick={() => go(offset - CHAT_PAGE_SIZE)}
      >
        {t("community.newer")}
      </button>
    </div>
  );
}

function MessagesSkeleton() {
  return (
    <div className={styles.messages} role="status" aria-label={t("community.loadingMessages")}>
      {SKELETONS.map((index) => (
        <div key={index} className={`${styles.ghost} ${page.skeleton}`} />
      ))}
    </div>
  );
}
