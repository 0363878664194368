import { type LinkProps, useNavigate } from "@tanstack/react-router";
import { ChannelGrid, ChannelList, ChannelSheet } from "./ChannelNav.tsx";
import styles from "./ChannelView.module.css";
import type { Channel } from "./channels.ts";
import type { Chat } from "./chat.ts";
import { FoundMessages } from "./FoundMessages.tsx";
import { JumpToDay } from "./JumpToDay.tsx";
import { MessageSearch, MessageSearchButton } from "./MessageSearch.tsx";
import { Messages } from "./Messages.tsx";

export interface ChannelViewProps {
  chat: Chat;
  channel: Channel;
  messageId: string | undefined;
  /** From the search string. */
  o: string | undefined;
  q: string | undefined;
}

/** A channel: its messages or search results, beside the list of channels. */
export function ChannelView({ chat, channel, messageId, o, q }: ChannelViewProps) {
  const tools = (
    <>
      <ChannelSheet chat={chat} current={channel} />
      <MessageSearchButton chat={chat} channel={channel} />
      <JumpToDay chat={chat} channel={channel} />
    </>
  );
  return (
    <div className={styles.columns}>
      <ChannelList chat={chat} />
      <div className={styles.channel}>
        {q === undefined ? (
          <Messages
            key={channel.id}
            chat={chat}
            channel={channel}
            messageId={messageId}
            o={o}
            tools={tools}
          />
        ) : (
          <FoundMessages chat={chat} channel={channel} q={q} o={o} />
        )}
      </div>
    </div>
  );
}

/** All channels, or search results in all of them. */
export function ChannelsView({ chat, o, q }: Pick<ChannelViewProps, "chat" | "o" | "q">) {
  const navigate = useNavigate();
  if (q !== undefined) return <FoundMessages chat={chat} channel={undefined} q={q} o={o} />;
  return (
    <div className={styles.channels}>
      <MessageSearch
        q={undefined}
        channel={undefined}
        onSearch={(words, replace) =>
          void navigate({ ...(chat.link() as LinkProps), search: { q: words || undefined }, replace })
        }
      />
      <ChannelGrid chat={chat} />
    </div>
  );
}
