import { useQuery } from "@tanstack/react-query";
import { Link, type LinkProps, useNavigate } from "@tanstack/react-router";
import { type ChatPiece, splitMarks } from "#shared/rules/chat-marks.ts";
import { PAGE_SIZE } from "#shared/rules/paging.ts";
import { Failure } from "../../api/Failure.tsx";
import { t } from "../../i18n/index.ts";
import { offsetNumber } from "../../lib/list-search.ts";
import button from "../../ui/Button.module.css";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Marked } from "../../ui/Highlight.tsx";
import styles from "./ChannelView.module.css";
import type { Channel } from "./channels.ts";
import type { Chat } from "./chat.ts";
import { MessageSearch } from "./MessageSearch.tsx";
import { MessagesSkeleton } from "./Messages.tsx";

interface FoundMessagesProps {
  chat: Chat;
  /** Undefined for all channels. */
  channel: Channel | undefined;
  q: string;
  o: string | undefined;
}

/** Search results, newest first; each links to the message in its channel. */
export function FoundMessages({ chat, channel, q, o }: FoundMessagesProps) {
  const navigate = useNavigate();
  const here = chat.link(channel?.id) as LinkProps;
  const { data, error, refetch } = useQuery(chat.search(q, channel?.id, o));
  const offset = offsetNumber(o);
  const go = (to: number) => void navigate({ ...here, search: { q, o: to <= 0 ? undefined : String(to) } });
  return (
    <section className={styles.found} aria-label={t("chat.found")}>
      <MessageSearch
        q={q}
        channel={channel}
        onSearch={(words, replace) =>
          void navigate({ ...here, search: { q: words || undefined }, replace, resetScroll: false })
        }
      />
      <p className={styles.ways}>
        <Link {...here} search={{}} className={button.button}>
          {t(channel === undefined ? "chat.allChannels" : "chat.toMessages")}
        </Link>
        {channel === undefined ? null : (
          <Link {...(chat.link() as LinkProps)} search={{ q }} className={button.button}>
            {t("chat.searchAll")}
          </Link>
        )}
      </p>
      {error !== null && data === undefined ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <MessagesSkeleton />
      ) : data.messages.length === 0 ? (
        <EmptyState message={t("search.empty")} />
      ) : (
        <ol className={styles.results}>
          {data.messages.map((message) => (
            <li key={message.id}>
              <Link {...chat.link(message.channel, message.id)} className={styles.result} preload={false}>
                <span className={styles.who}>
                  <strong dir="auto">{message.author?.trim() || t("chat.someone")}</strong>
                  {channel === undefined ? (
                    <span dir="auto">#{chat.channels.find(({ id }) => id === message.channel)?.name}</span>
                  ) : null}
                  <DateText iso={message.published} show="moment" />
                </span>
                <span className={styles.snippet} dir="auto">
                  <Marked
                    text={
                      chat.names === undefined ? message.snippet : readable(message.snippet, chat, data.names)
                    }
                  />
                </span>
              </Link>
            </li>
          ))}
        </ol>
      )}
      {offset > 0 || data?.more === true ? (
        <p className={styles.ways}>
          <button
            type="button"
            className={button.button}
            disabled={data?.more !== true}
            onClick={() => go(offset + PAGE_SIZE)}
          >
            {t("chat.older")}
          </button>
          <button
            type="button"
            className={button.button}
            disabled={offset <= 0}
            onClick={() => go(offset - PAGE_SIZE)}
          >
            {t("chat.newer")}
          </button>
        </p>
      ) : null}
    </section>
  );
}

type Names = Readonly<Record<string, string>>;

const readable = (snippet: string, chat: Chat, names: Names) =>
  splitMarks(snippet)
    .map((piece) => wordsOf(piece, chat, names))
    .join("");

function wordsOf(piece: ChatPiece, { channels }: Chat, names: Names): string {
  switch (piece.kind) {
    case "text":
      return piece.text;
    case "emoji":
      return `:${piece.name}:`;
    case "channel":
      return `#${channels.find(({ id }) => id === piece.id)?.name ?? t("chat.otherChannel")}`;
    case "role":
      return `@${t("chat.role")}`;
    case "user":
      return `@${names[piece.id] ?? t("chat.someone")}`;
    case "time":
      return "…";
  }
}
