import { Link, useNavigate } from "@tanstack/react-router";
import type { DiscordServer } from "#shared/entities/discord.ts";
import { formatNumber, t } from "../../i18n/index.ts";
import button from "../../ui/Button.module.css";
import styles from "./ChannelNav.module.css";
import { type Channel, groupChannels } from "./channels.ts";

const CHANNEL = "/discord/server/$serverId/{-$channelId}/{-$messageId}";

/** The router keeps what is not named, and a linked message is of its own channel only. */
const toChannel = (serverId: string, channelId: string) => ({ serverId, channelId, messageId: undefined });

/** Channels beside the messages, on wide screens. */
export function ChannelList({ server }: { server: DiscordServer }) {
  return (
    <nav className={styles.list} aria-label={t("chat.channels")}>
      {groupChannels(server.channels).map(({ heading, channels }) => (
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
                  to={CHANNEL}
                  params={toChannel(server.id, channel.id)}
                  className={styles.link}
                  activeOptions={{ includeSearch: false }}
                >
                  <Name channel={channel} />
                  <span className={styles.count}>{formatNumber(channel.post_count)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** The same as a choice, on narrow screens. */
export function ChannelSelect({ server, current }: { server: DiscordServer; current: string }) {
  const navigate = useNavigate();
  const option = (channel: Channel) => (
    <option key={channel.id} value={channel.id} dir="auto">
      #{channel.name}
    </option>
  );
  return (
    <select
      className={`${button.field} ${styles.select}`}
      aria-label={t("chat.channel")}
      value={current}
      onChange={(event) => void navigate({ to: CHANNEL, params: toChannel(server.id, event.target.value) })}
    >
      {groupChannels(server.channels).map(({ heading, channels }) =>
        heading === undefined ? (
          channels.map(option)
        ) : (
          <optgroup key={heading.id} label={heading.name}>
            {channels.map(option)}
          </optgroup>
        ),
      )}
    </select>
  );
}

/** All channels of a server, for whoever has not chosen one yet. */
export function ChannelGrid({ server }: { server: DiscordServer }) {
  return (
    <nav className={styles.groups} aria-label={t("chat.channels")}>
      {groupChannels(server.channels).map(({ heading, channels }) => (
        <section key={heading?.id ?? ""} className={styles.section}>
          {heading === undefined ? null : <h2 dir="auto">{heading.name}</h2>}
          <ul className={styles.grid}>
            {channels.map((channel) => (
              <li key={channel.id}>
                <Link to={CHANNEL} params={toChannel(server.id, channel.id)} className={styles.card}>
                  <Name channel={channel} />
                  {channel.topic ? (
                    <span className={styles.topic} dir="auto">
                      {channel.topic}
                    </span>
                  ) : null}
                  <span className={styles.count}>{t("chat.messages", { count: channel.post_count })}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
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
