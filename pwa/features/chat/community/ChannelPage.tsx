import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import button from "../../../ui/Button.module.css";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { PlainText } from "../../../ui/PlainText.tsx";
import { ChannelView } from "../ChannelView.tsx";
import { MessagesSkeleton } from "../Messages.tsx";
import { type CreatorId, channelsQuery, communityChat } from "./api.tsx";
import styles from "./Community.module.css";

export interface ChannelPageProps extends CreatorId {
  channelId: string;
  messageId: string | undefined;
  o: string | undefined;
  q: string | undefined;
}

/** `/:service/user/:id/community/:channel/:message?`: messages of one channel. */
export function ChannelPage({ service, id, channelId, messageId, o, q }: ChannelPageProps) {
  const { data: channels, error, refetch } = useQuery(channelsQuery({ service, id }));
  const chat = useMemo(() => channels && communityChat({ service, id }, channels), [service, id, channels]);
  if (channels === undefined || chat === undefined) {
    return error === null ? <MessagesSkeleton /> : <Failure error={error} onRetry={() => void refetch()} />;
  }
  const channel = channels.find(({ channel_id }) => channel_id === channelId);
  const shown = chat.channels.find((one) => one.id === channelId);
  if (channel === undefined || shown === undefined)
    return <EmptyState message={t("community.invalidChannel")} />;
  return (
    <section className={styles.page} aria-labelledby="channel-name">
      <header className={styles.head}>
        <h2 id="channel-name" className={styles.channelName}>
          {channel.emoji === null ? null : <span aria-hidden="true">{channel.emoji}</span>}
          <span dir="auto">{channel.name}</span>
        </h2>
        {channel.messages_refreshed_at === null ? null : (
          <span className={styles.soft}>
            {t("community.refreshed")} <DateText iso={channel.messages_refreshed_at} />
          </span>
        )}
        {channels.length < 2 ? null : (
          <Link to="/$service/user/$id/community" params={{ service, id }} className={button.button}>
            <Icon name="message" size={18} />
            {t("chat.allChannels")}
          </Link>
        )}
      </header>
      {channel.community_guidelines ? (
        <PlainText text={channel.community_guidelines} className={styles.soft} />
      ) : null}
      <ChannelView key={channelId} chat={chat} channel={shown} messageId={messageId} o={o} q={q} />
    </section>
  );
}
