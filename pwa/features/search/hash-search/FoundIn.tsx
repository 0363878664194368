import { Link } from "@tanstack/react-router";
import type { HashHit } from "#shared/entities/archive-file.ts";
import { t } from "../../../i18n/index.ts";
import { cutTitle } from "../../../lib/text.ts";
import type { SavedLocation } from "../../../offline/owned-files/lookups.ts";
import styles from "./FileTable.module.css";
import type { Row } from "./rows.ts";

type PostUse = HashHit["posts"][number];
type MessageUse = HashHit["discord_posts"][number];

/** Maximum number of uses in a row; the linked page lists all. */
const MAX_SHOWN = 2;

/** Uses of a file: saved posts on the device first, then the newest in the archive. */
export function FoundIn({ row: { hash, hit, saved = [] } }: { row: Row }) {
  const isSaved = ({ service, user, id }: PostUse) =>
    saved.some(({ key }) => key === `${service}/${user}/${id}`);
  const posts = hit?.posts.filter((post) => !isSaved(post)) ?? [];
  const places = [
    ...saved.map((place) => <SavedLink key={place.key} place={place} />),
    ...posts.map((post) => <PostLink key={`${post.service} ${post.user} ${post.id}`} post={post} />),
    ...(hit?.discord_posts ?? []).map((message) => (
      <MessageLink key={`${message.channel} ${message.id}`} message={message} />
    )),
  ];
  const isUnused = hit !== undefined && places.length === 0;
  const hasMore = hit !== undefined && (hit.more || places.length > MAX_SHOWN);
  return (
    <ul className={styles.places}>
      {places.slice(0, MAX_SHOWN).map((place) => (
        <li key={place.key}>{place}</li>
      ))}
      {hash !== undefined && (hasMore || isUnused) ? (
        <li>
          {isUnused ? (
            <Link to="/file/{-$hash}" params={{ hash }}>
              {t("hash.details")}
            </Link>
          ) : (
            <Link to="/search_hash" search={{ hash, shared: undefined }}>
              {t("hash.all")}
            </Link>
          )}
        </li>
      ) : null}
    </ul>
  );
}

/** Link to the post, or to its older revision if only that has the file. */
export function PostLink({ post: { service, user, id, title, revision } }: { post: PostUse }) {
  const params = { service, id: user, post: id };
  const words = cutTitle(title.trim()) || t("hash.untitled");
  if (revision === null)
    return (
      <Link to="/$service/user/$id/post/$post" params={params} dir="auto">
        {words}
      </Link>
    );
  return (
    <Link
      to="/$service/user/$id/post/$post/revision/$revision"
      params={{ ...params, revision: String(revision) }}
      dir="auto"
    >
      {t("hash.olderRevision", { title: words })}
    </Link>
  );
}

export function MessageLink({ message: { server, channel, id, substring } }: { message: MessageUse }) {
  return (
    <Link
      to="/discord/server/$serverId/{-$channelId}/{-$messageId}"
      params={{ serverId: server, channelId: channel, messageId: id }}
      dir="auto"
    >
      {substring === "" ? t("hash.message") : substring}
    </Link>
  );
}

export function SavedLink({ place: { key, title } }: { place: SavedLocation }) {
  const [service = "", id = "", post = ""] = key.split("/");
  return (
    <Link to="/$service/user/$id/post/$post" params={{ service, id, post }} dir="auto">
      {t("hash.inSaved", { title: cutTitle(title.trim()) || t("hash.untitled") })}
    </Link>
  );
}
