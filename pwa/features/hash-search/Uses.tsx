import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { FileUses } from "#shared/entities/archive.ts";
import { HttpError } from "../../api/errors.ts";
import { Failure } from "../../api/Failure.tsx";
import { t } from "../../i18n/index.ts";
import page from "../../ui/Page.module.css";
import { hashQuery } from "./api.ts";
import styles from "./HashPage.module.css";

/** Posts and chat messages that a file is in. */
export function Uses({ hash }: { hash: string }) {
  const { data, error, refetch } = useQuery(hashQuery(hash));
  if (error instanceof HttpError && error.status === 404) return <p>{t("hash.unknown")}</p>;
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className={page.note}>{t("hash.looking")}</p>;
  return (
    <>
      <p>{t("hash.found", { posts: data.posts.length, messages: data.discord_posts.length })}</p>
      <UseList uses={data} />
    </>
  );
}

function UseList({ uses: { posts, discord_posts } }: { uses: FileUses }) {
  return (
    <ul className={styles.uses}>
      {posts.map(({ service, user, id, title }) => (
        <li key={`${service} ${user} ${id}`}>
          <Link to="/$service/user/$id/post/$post" params={{ service, id: user, post: id }} dir="auto">
            {title === "" ? t("hash.untitled") : title}
          </Link>
        </li>
      ))}
      {discord_posts.map(({ server, channel, id, substring }) => (
        <li key={`${channel} ${id}`}>
          <Link
            to="/discord/server/$serverId/{-$channelId}/{-$messageId}"
            params={{ serverId: server, channelId: channel, messageId: id }}
            dir="auto"
          >
            {substring === "" ? t("hash.message") : substring}
          </Link>
        </li>
      ))}
    </ul>
  );
}
