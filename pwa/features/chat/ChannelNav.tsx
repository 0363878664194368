import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { formatNumber, t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { PopoverButton } from "../../ui/PopoverButton.tsx";
import styles from "./ChannelNav.module.css";
import {
  CHANNEL_ORDERS,
  type Channel,
  type ChannelGroup,
  type ChannelOrder,
  channelOrder,
  listChannels,
  readable,
} from "./channels.ts";
import type { Chat } from "./chat.ts";
import { readMarks, unreadIn } from "./read-marks.ts";

/** Minimum number of channels with a filter. */
const MIN_FILTERED = 4;

/** Channels beside the messages, on wide screens. */
export function ChannelList({ chat }: { chat: Chat }) {
  return (
    <div className={styles.list}>
      <Channels chat={chat} />
    </div>
  );
}

/** Channels in a sheet, on narrow screens. */
export function ChannelSheet({ chat, current }: { chat: Chat; current: Channel }) {
  return (
    <span className={styles.opener}>
      <PopoverButton
        label={t("chat.channels")}
        className={`${button.button} ${styles.openerButton}`}
        face={
          <>
            <Name channel={current} />
            <Icon name="next" size={14} />
          </>
        }
      >
        <Channels chat={chat} />
      </PopoverButton>
    </span>
  );
}

function Channels({ chat }: { chat: Chat }) {
  const [groups, tools] = useChannels(chat);
  const marks = readMarks.use();
  return (
    <>
      {tools}
      <nav aria-label={t("chat.channels")}>
        {groups.map(({ heading, channels }) => (
          <div key={heading?.id ?? ""}>
            {heading === undefined ? null : (
              <p className={styles.heading} dir="auto">
                {heading.name}
              </p>
            )}
            <ul className={styles.channels}>
              {channels.map((channel) => (
                <li key={channel.id}>
                  <Link
                    {...chat.link(channel.id)}
                    className={styles.link}
                    activeOptions={{ includeSearch: false }}
                  >
                    <Name channel={channel} />
                    <Unread count={unreadIn(marks, chat, channel)} />
                    <span className={styles.count}>{formatNumber(channel.post_count)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </>
  );
}

/** All channels of a server, before one is chosen. */
export function ChannelGrid({ chat }: { chat: Chat }) {
  const [groups, tools] = useChannels(chat);
  const marks = readMarks.use();
  return (
    <div className={styles.groups}>
      {tools}
      <nav className={styles.groups} aria-label={t("chat.channels")}>
        {groups.map(({ heading, channels }) => (
          <section key={heading?.id ?? ""} className={styles.section}>
            {heading === undefined ? null : <h2 dir="auto">{heading.name}</h2>}
            <ul className={styles.grid}>
              {channels.map((channel) => (
                <li key={channel.id}>
                  <Link {...chat.link(channel.id)} className={styles.card}>
                    <Name channel={channel} />
                    {channel.topic ? (
                      <span className={styles.topic} dir="auto">
                        {channel.topic}
                      </span>
                    ) : null}
                    <span className={styles.count}>
                      {t("chat.messages", { count: channel.post_count })}{" "}
                      <Unread count={unreadIn(marks, chat, channel)} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  );
}

/** Filtered and sorted channels, and the fields for that. */
function useChannels(chat: Chat): [ChannelGroup[], React.ReactNode] {
  const [filter, setFilter] = useState("");
  const order = channelOrder.use();
  const groups = listChannels(chat.channels, { order, filter });
  if (readable(chat.channels).length < MIN_FILTERED) return [groups, null];
  const labels: Record<ChannelOrder, string> = {
    given: t("chat.orderGiven"),
    name: t("chat.orderName"),
    messages: t("chat.orderMessages"),
  };
  const tools = (
    <>
      <div className={styles.tools}>
        <input
          className={button.field}
          type="search"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          aria-label={t("chat.filter")}
          placeholder={t("chat.filter")}
          autoComplete="off"
        />
        <select
          className={button.field}
          aria-label={t("chat.order")}
          value={order}
          onChange={(event) => channelOrder.set(CHANNEL_ORDERS.find((known) => known === event.target.value))}
        >
          {CHANNEL_ORDERS.map((one) => (
            <option key={one} value={one}>
              {labels[one]}
            </option>
          ))}
        </select>
      </div>
      {groups.length === 0 ? <EmptyState message={t("chat.noChannels")} /> : null}
    </>
  );
  return [groups, tools];
}

function Unread({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.unread}>
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className={styles.hidden}>{t("chat.unread", { count })}</span>
    </span>
  );
}

function Name({ channel }: { channel: Channel }) {
  return (
    <span className={styles.name}>
      <span aria-hidden="true">{channel.icon_emoji ?? "#"}</span>
      <span dir="auto">{channel.name}</span>
      {channel.is_nsfw ? <span className={styles.badge}>{t("chat.adult")}</span> : null}
    </span>
  );
}
