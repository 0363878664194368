import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { ChannelsView } from "../ChannelView.tsx";
import { type CreatorId, channelsQuery, communityChat } from "./api.tsx";
import styles from "./Community.module.css";

interface CommunityPageProps extends CreatorId {
  o: string | undefined;
  q: string | undefined;
}

/** `/:service/user/:id/community`: a creator's channels, or the messages of a single one. */
export function CommunityPage({ service, id, o, q }: CommunityPageProps) {
  const { data: channels, error, refetch } = useQuery(channelsQuery({ service, id }));
  const chat = useMemo(() => channels && communityChat({ service, id }, channels), [service, id, channels]);
  if (channels === undefined || chat === undefined) {
    return error === null ? <ChannelsSkeleton /> : <Failure error={error} onRetry={() => void refetch()} />;
  }
  const [only, second] = channels;
  if (only === undefined) return <EmptyState />;
  if (second === undefined) {
    return (
      <Navigate
        to="/$service/user/$id/community/$channelId/{-$messageId}"
        params={{ service, id, channelId: only.channel_id, messageId: undefined }}
        search={{ q }}
        replace
      />
    );
  }
  return <ChannelsView chat={chat} o={o} q={q} />;
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
