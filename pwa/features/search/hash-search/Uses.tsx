import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { FileUses, HashHit } from "#shared/entities/archive-file.ts";
import { HttpError, NetworkError } from "../../../api/errors.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { postTitle } from "../../../lib/text.ts";
import page from "../../../ui/Page.module.css";
import { hashQuery, revisionsQuery } from "./api.ts";
import { MessageLink, PostLink, SavedLink } from "./FoundIn.tsx";
import styles from "./HashPage.module.css";
import { findOnDevice } from "./offline-lookups.ts";
import { onlyOnDevice } from "./only-on-device.ts";

/** Posts, older revisions and chat messages with a file; offline, saved posts on this device. */
export function Uses({ hash }: { hash: string }) {
  const isLocal = onlyOnDevice.use() === "on";
  const { data, error, refetch } = useQuery({ ...hashQuery(hash), enabled: !isLocal });
  if (isLocal) return <SavedUses hash={hash} />;
  if (error instanceof HttpError && error.status === 404) return <p>{t("hash.unknown")}</p>;
  if (data !== undefined)
    return (
      <>
        <p>{t("hash.found", { posts: data.posts.length, messages: data.discord_posts.length })}</p>
        <UseList hash={hash} uses={data} />
      </>
    );
  if (error === null) return <p className={page.note}>{t("hash.looking")}</p>;
  return (
    <>
      {error instanceof NetworkError ? <SavedUses hash={hash} /> : null}
      <Failure error={error} onRetry={() => void refetch()} />
    </>
  );
}

function SavedUses({ hash }: { hash: string }) {
  const { data } = useQuery({
    queryKey: ["search-hash-saved", hash],
    queryFn: async () => (await findOnDevice([hash])).get(hash) ?? [],
  });
  if (data === undefined || data.length === 0) return data === undefined ? null : <p>{t("hash.notSaved")}</p>;
  return (
    <ul className={styles.uses}>
      {data.map((place) => (
        <li key={place.key}>
          <SavedLink place={place} />
        </li>
      ))}
    </ul>
  );
}

function UseList({ hash, uses }: { hash: string; uses: FileUses }) {
  const { data: former = [] } = useQuery(revisionsQuery(hash, uses));
  const revisionOf = ({ service, id }: FileUses["posts"][number]) =>
    former.find((one: HashHit["posts"][number]) => one.service === service && one.id === id)?.revision ??
    null;
  return (
    <ul className={styles.uses}>
      {uses.posts.map((post) => (
        <li key={`${post.service} ${post.user} ${post.id}`}>
          <PostLink post={{ ...post, title: postTitle(post), revision: revisionOf(post) }} />
        </li>
      ))}
      {uses.discord_posts.map((message) => (
        <li key={`${message.channel} ${message.id}`}>
          <MessageLink message={message} />
        </li>
      ))}
      {uses.posts.length + uses.discord_posts.length === 0 ? (
        <li>
          <Link to="/file/{-$hash}" params={{ hash }}>
            {t("hash.details")}
          </Link>
        </li>
      ) : null}
    </ul>
  );
}
