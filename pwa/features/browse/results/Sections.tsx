import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatNumber, t } from "../../../i18n/index.ts";
import { iconAddress } from "../../../lib/addresses.ts";
import { withoutMarks } from "../../../lib/highlight.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Marked } from "../../../ui/Highlight.tsx";
import { ServiceMark } from "../../../ui/ServiceMark.tsx";
import { matcher, mutes } from "../../reading/mutes/store.ts";
import { searchQuery } from "../../search/api.ts";
import { withoutMuted } from "../../search/muted.ts";
import { type Message, messageOption } from "../../search/options.ts";
import styles from "./Sections.module.css";

/** Matching creators, tags, DMs and chat messages, above the posts. */
export function Sections({ q }: { q: string }) {
  const { data } = useQuery(searchQuery(q));
  const muted = mutes.use();
  if (data === undefined) return null;
  const { answer } = withoutMuted(data, muted, matcher(muted));
  const { creators, tags, dms, messages = [] } = answer;
  if (creators.length + tags.length + dms.length + messages.length === 0) return null;
  return (
    <div className={styles.sections}>
      <Section title={t("search.creators")} rows={creators} toAll={<AllCreators q={q} />}>
        {(creator) => (
          <Link
            key={`${creator.service}/${creator.id}`}
            to="/$service/user/$id"
            params={{ service: creator.service, id: creator.id }}
            className={styles.row}
          >
            <Avatar
              src={iconAddress(creator.service, creator.id)}
              name={withoutMarks(creator.name)}
              size={40}
            />
            <span className={styles.text}>
              <span className={styles.name} dir="auto">
                <Marked text={creator.name} />
              </span>
              <span className={styles.note}>
                <ServiceMark service={creator.service} />{" "}
                {t("search.postCount", { count: creator.post_count })}
              </span>
            </span>
          </Link>
        )}
      </Section>
      <Section title={t("search.tags")} rows={tags} toAll={<AllTags q={q} />}>
        {({ tag, marked, post_count }) => (
          <Link key={tag} to="/posts" search={{ tag: [tag] }} className={styles.tag}>
            <bdi>
              <Marked text={marked} />
            </bdi>
            <span className={styles.count} aria-hidden="true">
              {formatNumber(post_count)}
            </span>
            <span className="sr-only">{t("search.postCount", { count: post_count })}</span>
          </Link>
        )}
      </Section>
      <Section title={t("search.dms")} rows={dms} toAll={<AllDms q={q} />}>
        {(dm) => (
          <Link
            key={dm.hash}
            to="/$service/user/$id/dms"
            params={{ service: dm.service, id: dm.user }}
            className={styles.row}
          >
            <Avatar src={iconAddress(dm.service, dm.user)} name={dm.creator} size={40} />
            <span className={styles.text}>
              <span className={styles.name} dir="auto">
                {dm.creator}
              </span>
              <span className={styles.snippet} dir="auto">
                <Marked text={dm.snippet} />
              </span>
            </span>
          </Link>
        )}
      </Section>
      <Section
        title={t("search.messages")}
        rows={messages}
        toAll={chatsOf(messages).map((message) => (
          <AllMessages key={`${message.service}/${message.user}`} q={q} {...message} />
        ))}
      >
        {(message) => (
          <Link key={messageOption(message).id} to={messageOption(message).href} className={styles.row}>
            <Avatar src={iconAddress(message.service, message.user)} name={message.creator} size={40} />
            <span className={styles.text}>
              <span className={styles.name} dir="auto">
                {message.author?.trim() || t("chat.someone")}
              </span>
              <span className={styles.note}>
                <ServiceMark service={message.service} />{" "}
                <bdi>
                  {message.creator} #{message.channel_name}
                </bdi>
              </span>
              <span className={styles.snippet} dir="auto">
                <Marked text={message.snippet} />
              </span>
            </span>
          </Link>
        )}
      </Section>
    </div>
  );
}

/** The first message of each chat. */
const chatsOf = (messages: readonly Message[]) =>
  messages.filter(
    ({ service, user }, at) =>
      messages.findIndex((one) => one.service === service && one.user === user) === at,
  );

interface SectionProps<T> {
  title: string;
  rows: readonly T[];
  toAll: ReactNode;
  children: (row: T) => ReactNode;
}

function Section<T>({ title, rows, toAll, children }: SectionProps<T>) {
  if (rows.length === 0) return null;
  return (
    <section className={styles.section} aria-label={title}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {toAll}
      </header>
      <div className={styles.rows}>{rows.map(children)}</div>
    </section>
  );
}

function AllCreators({ q }: { q: string }) {
  return (
    <Link to="/artists" search={{ q }} className={styles.all} aria-label={t("results.allCreators", { q })}>
      {t("results.all")}
    </Link>
  );
}

function AllTags({ q }: { q: string }) {
  return (
    <Link to="/posts/tags" search={{ q }} className={styles.all} aria-label={t("results.allTags", { q })}>
      {t("results.all")}
    </Link>
  );
}

function AllDms({ q }: { q: string }) {
  return (
    <Link to="/dms" search={{ q }} className={styles.all} aria-label={t("results.allDms", { q })}>
      {t("results.all")}
    </Link>
  );
}

/** Links to all matches in a chat, which has its own search. */
function AllMessages({ q, service, user, creator }: Message & { q: string }) {
  const shared = {
    search: { q },
    className: styles.all,
    children: t("results.allIn", { creator }),
  };
  if (service === "discord")
    return (
      <Link
        to="/discord/server/$serverId/{-$channelId}/{-$messageId}"
        params={{ serverId: user }}
        {...shared}
      />
    );
  return <Link to="/$service/user/$id/community" params={{ service, id: user }} {...shared} />;
}
