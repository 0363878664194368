import { useQuery } from "@tanstack/react-query";
import { Link, Navigate } from "@tanstack/react-router";
import type { CommunityChannel } from "#shared/entities/community.ts";
import { Failure } from "../../api/Failure.tsx";
import { t } from "../../i18n/index.ts";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import page from "../../ui/Page.module.css";
import { type CreatorId, channelsQuery } from "./api.ts";
import styles from "./Community.module.css";

/** `/:service/user/:id/community`: a creator's channels; of a single one, its messages. */
export function CommunityPage({ service, id }: CreatorId) {
  const { data: channels, error, refetch } = useQuery(channelsQuery({ service, id }));
  if (channels === undefined) {
    return error === null ? <ChannelsSkeleton /> : <Failure error={error} onRetry={() => void refetch()} />;
  }
  const [only, second] = channels;
  if (only === undefined) return <EmptyState />;
  if (second === undefined) {
    return (
      <Navigate
        to="/$service/user/$id/community/$channelId"
        params={{ service, id, channelId: only.channel_id }}
        replace
      />
    );
  }
  return (
    <ul className={styles.channels}>
      {channels.map((channel) => (
        <li key={channel.channel_id}>
          <ChannelCard channel={channel} service={service} id={id} />
        </li>
      ))}
    </ul>
  );
}

function ChannelCard({ channel, service, id }: { channel: CommunityChannel } & CreatorId) {
  return (
    <Link
      to="/$service/user/$id/community/$channelId"
      params={{ service, id, channelId: channel.channel_id }}
      className={styles.channel}
    >
      <h2 className={styles.channelName}>
        {channel.emoji === null ? null : <span aria-hidden="true">{channel.emoji}</span>}
        <span dir="auto">{channel.name}</span>
      </h2>
      <span className={styles.soft}>{t("community.messages", { count: channel.post_count })}</span>
      {channel.messages_refreshed_at === null ? null : (
        <span className={styles.soft}>
          {t("community.refreshed")} <DateText iso={channel.messages_refreshed_at} />
        </span>
      )}
    </Link>
  );
}

function ChannelsSkeleton() {
  return (
    <div className={styles.channels} role="status" aria-label={t("community.loading")}>
      {[0, 1].map((index) => (
        <div key={index} className={`${styles.ghostChannel} ${page.skeleton}`} />
      ))}
    </div>
  );
}
