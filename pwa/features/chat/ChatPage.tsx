import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import type { DiscordServer } from "#shared/entities/discord.ts";
import { Failure } from "../../api/Failure.tsx";
import { t } from "../../i18n/index.ts";
import { iconAddress } from "../../lib/addresses.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import button from "../../ui/Button.module.css";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { NotFound } from "../../ui/NotFound.tsx";
import page from "../../ui/Page.module.css";
import { PageHeading } from "../../ui/PageHeading.tsx";
import { noteVisit } from "../reading/history/store.ts";
import { discordChat, serverQuery } from "./api.tsx";
import { ChannelsView, ChannelView } from "./ChannelView.tsx";
import styles from "./ChatPage.module.css";
import { type Channel, readable } from "./channels.ts";

export interface ChatPageProps {
  serverId: string;
  channelId: string | undefined;
  messageId: string | undefined;
  /** From the search string. */
  o: string | undefined;
  q: string | undefined;
}

/** `/discord/server/:server/:channel?/:message?`: a chat server, one channel at a time. */
export function ChatPage({ serverId, channelId, messageId, o, q }: ChatPageProps) {
  const { data: server, error, refetch } = useQuery(serverQuery(serverId));
  useEffect(() => {
    if (server === undefined) return;
    const href = `/discord/server/${encodeURIComponent(server.id)}`;
    noteVisit({ href, kind: "creator", service: "discord", title: server.name });
  }, [server]);
  const chat = useMemo(() => server && discordChat(server), [server]);
  if (error !== null && server === undefined)
    return <Failure error={error} isPage onRetry={() => void refetch()} />;
  if (server === undefined || chat === undefined) return <ChatSkeleton />;
  const channels = readable(server.channels);
  const channel = channels.find(({ id }) => id === channelId);
  if (channelId !== undefined && channel === undefined && channels.length > 0) return <NotFound />;
  return (
    <div className={styles.chat}>
      <ServerHead server={server} channel={channel} />
      {channels.length === 0 ? (
        <EmptyState message={t("chat.noChannels")} />
      ) : channel === undefined ? (
        <ChannelsView chat={chat} o={o} q={q} />
      ) : (
        <ChannelView key={channel.id} chat={chat} channel={channel} messageId={messageId} o={o} q={q} />
      )}
    </div>
  );
}

function ServerHead({ server, channel }: { server: DiscordServer; channel: Channel | undefined }) {
  const name = channel === undefined ? server.name : `#${channel.name} · ${server.name}`;
  return (
    <header className={styles.head}>
      <Avatar src={iconAddress("discord", server.id)} name={server.name} size={56} />
      <div className={styles.names}>
        {channel === undefined ? null : (
          <p className={styles.server}>
            <Link
              to="/discord/server/$serverId/{-$channelId}/{-$messageId}"
              params={{ serverId: server.id, channelId: undefined, messageId: undefined }}
              dir="auto"
            >
              {server.name}
            </Link>
          </p>
        )}
        <PageHeading title={name} className={styles.title}>
          <span dir="auto">{channel === undefined ? server.name : `#${channel.name}`}</span>
        </PageHeading>
        {channel?.topic ? (
          <p className={styles.topic} dir="auto">
            {channel.topic}
          </p>
        ) : null}
      </div>
      <p className={styles.actions}>
        <Link
          to="/$service/user/$id/links"
          params={{ service: "discord", id: server.id }}
          className={button.button}
        >
          <Icon name="creators" size={18} />
          <span className={styles.actionText}>{t("chat.linkedAccounts")}</span>
        </Link>
      </p>
    </header>
  );
}

function ChatSkeleton() {
  return (
    <div className={styles.chat} role="status" aria-label={t("chat.loading")}>
      <div className={`${styles.ghostHead} ${page.skeleton}`} />
      <div className={`${styles.ghostBody} ${page.skeleton}`} />
    </div>
  );
}
