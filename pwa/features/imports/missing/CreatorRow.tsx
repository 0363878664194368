import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { CreatorGaps, PostGap } from "#shared/entities/wanted.ts";
import { postUrl, profileUrl } from "#shared/services/addresses.ts";
import { serviceInfo } from "#shared/services/index.ts";
import { Failure } from "../../../api/Failure.tsx";
import { t } from "../../../i18n/index.ts";
import { Rich } from "../../../i18n/Rich.tsx";
import button from "../../../ui/Button.module.css";
import page from "../../../ui/Page.module.css";
import { postGapsQuery } from "./api.ts";
import styles from "./Missing.module.css";

/** A creator with the number of posts and files that are missing; opens to list them. */
export function CreatorRow({ gaps, source }: { gaps: CreatorGaps; source: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const { service, creator, name, here, posts, files } = gaps;
  const title = name || creator || t("missing.unknownCreator");
  const counts = [
    ...(here || creator === null ? [] : [t("missing.notHere")]),
    ...(posts === 0 ? [] : [t("missing.posts", { count: posts })]),
    ...(files === 0 ? [] : [t("missing.files", { count: files })]),
  ];
  const heading = (
    <>
      <span className={styles.name}>
        <bdi translate="no">{title}</bdi>
      </span>
      <span className={styles.soft}>
        <bdi translate="no">{serviceInfo(service).title}</bdi>
        {counts.map((count) => ` · ${count}`).join("")}
      </span>
    </>
  );
  if (posts + files === 0)
    return (
      <li className={styles.creator}>
        <p className={styles.summary}>{heading}</p>
        <Profile gaps={gaps} title={title} className={styles.body} />
      </li>
    );
  return (
    <li className={styles.creator}>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className={styles.summary}>{heading}</summary>
        {isOpen ? (
          <div className={styles.body}>
            <Profile gaps={gaps} title={title} className={styles.link} />
            <Posts gaps={gaps} source={source} />
          </div>
        ) : null}
      </details>
    </li>
  );
}

interface ProfileProps {
  gaps: CreatorGaps;
  title: string;
  className: string | undefined;
}

/** The creator's page here, or else on the service. */
function Profile({ gaps, title, className }: ProfileProps) {
  const { service, creator, by_public_id: isPublic, here } = gaps;
  if (creator === null) return null;
  if (here)
    return (
      <p className={className}>
        <Link to="/$service/user/$id" params={{ service, id: creator }}>
          {t("missing.openCreator", { name: title })}
        </Link>
      </p>
    );
  const address = isPublic ? undefined : profileUrl(service, creator);
  return address === undefined ? null : (
    <p className={className}>
      <a href={address} target="_blank" rel="noopener noreferrer nofollow">
        <Rich
          id="post.original"
          values={{ service: serviceInfo(service).title }}
          tags={{ service: (text) => <bdi translate="no">{text}</bdi> }}
        />
      </a>
    </p>
  );
}

function Posts({ gaps, source }: { gaps: CreatorGaps; source: string | undefined }) {
  const query = useInfiniteQuery(postGapsQuery(gaps, { source }));
  if (query.error !== null && query.data === undefined)
    return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined)
    return (
      <div role="status" aria-label={t("missing.loadingPosts")}>
        <div className={`${styles.ghost} ${page.skeleton}`} />
      </div>
    );
  return (
    <>
      <ul className={styles.posts}>
        {query.data.pages.flatMap(({ posts }) =>
          posts.map((post) => <PostRow key={post.id} post={post} gaps={gaps} />),
        )}
      </ul>
      {query.hasNextPage ? (
        <button
          type="button"
          className={button.button}
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t("more.load")}
        </button>
      ) : null}
    </>
  );
}

function PostRow({ post, gaps: { service, creator } }: { post: PostGap; gaps: CreatorGaps }) {
  const { id, title, here, source, files, held_by: heldBy } = post;
  const needsCreator = serviceInfo(service).postUrl?.includes("{user}") === true;
  const address =
    here || (creator === null && needsCreator) ? undefined : postUrl(service, creator ?? "", id);
  const label = <bdi dir="auto">{title || id}</bdi>;
  return (
    <li>
      {here && creator !== null ? (
        <Link to="/$service/user/$id/post/$post" params={{ service, id: creator, post: id }}>
          {label}
        </Link>
      ) : address !== undefined ? (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow">
          {label}
        </a>
      ) : (
        label
      )}
      {here ? null : (
        <p className={styles.soft}>
          {t("missing.notHere")} · {t("missing.sourceName", { source })}
        </p>
      )}
      <Holders names={heldBy} />
      {files.length === 0 ? null : (
        <ul className={styles.files} aria-label={t("missing.filesOf", { title: title || id })}>
          {files.map(({ name, url, sha256, held_by: holders }) => (
            <li key={`${name} ${sha256}`}>
              <bdi translate="no">{name}</bdi>
              {url === null ? null : (
                <code className={styles.address} translate="no">
                  {url}
                </code>
              )}
              <Holders names={holders} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Holders({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  return <p className={styles.held}>{t("missing.heldBy", { names: names.join(", ") })}</p>;
}
