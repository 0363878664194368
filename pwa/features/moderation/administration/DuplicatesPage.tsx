import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MAX_DUPLICATES } from "#shared/contracts/duplicates.ts";
import type { Duplicate, DuplicatePicture } from "#shared/entities/duplicate.ts";
import { filePath } from "#shared/rules/files.ts";
import { Loaded } from "../../../api/Loaded.tsx";
import { t } from "../../../i18n/index.ts";
import { thumbnailAddress } from "../../../lib/addresses.ts";
import { offsetNumber } from "../../../lib/list-search.ts";
import { formatPixels, formatSize } from "../../../lib/sizes.ts";
import { cutTitle } from "../../../lib/text.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { PageHeading } from "../../../ui/PageHeading.tsx";
import { Paginator } from "../../../ui/Paginator.tsx";
import administration from "./Administration.module.css";
import styles from "./Duplicates.module.css";
import { type DuplicateSearch, duplicatesQuery } from "./duplicates-api.ts";

/** `/account/administrator/duplicates`: images that look the same, of all creators or of one. */
export function DuplicatesPage({ search }: { search: DuplicateSearch }) {
  const query = useQuery(duplicatesQuery(search));
  const { o, user } = search;
  return (
    <div className={page.page}>
      <header className={page.head}>
        <PageHeading title={t("duplicates.title")} />
        <p className={page.note}>{t("duplicates.note")}</p>
      </header>
      {user === undefined ? null : (
        <p>
          <Link to="/account/administrator/duplicates" search={{}}>
            {t("duplicates.allCreators")}
          </Link>
        </p>
      )}
      <Loaded query={query} label={t("duplicates.loading")} skeleton={administration.ghost}>
        {({ count, duplicates }) =>
          count === 0 ? (
            <EmptyState isDone message={t("duplicates.none")} />
          ) : (
            <>
              <p className={page.note}>
                {t(count === MAX_DUPLICATES ? "duplicates.manyPairs" : "duplicates.pairs", { count })}
              </p>
              <ul className={styles.list}>
                {duplicates.map((pair) => (
                  <Pair key={pair.pictures.map(({ hash }) => hash).join()} pair={pair} />
                ))}
              </ul>
              <Paginator offset={offsetNumber(o)} count={count} label={t("duplicates.pages")} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function Pair({ pair: { distance, pictures } }: { pair: Duplicate }) {
  const [one, other] = pictures.map(({ width, height }) => (width ?? 0) * (height ?? 0));
  return (
    <li className={styles.pair}>
      <p className={styles.distance}>
        {t((one ?? 0) > (other ?? 0) ? "duplicates.larger" : "duplicates.sameSize", { distance })}
      </p>
      {pictures.map((picture) => (
        <Side key={picture.hash} picture={picture} />
      ))}
    </li>
  );
}

function Side({ picture }: { picture: DuplicatePicture }) {
  const { hash, ext, size, posts, discord_posts, more, width, height, creators } = picture;
  const service = posts[0]?.service ?? "discord";
  const uses = posts.length + discord_posts.length;
  const pixels = formatPixels(width, height) ?? [];
  return (
    <section className={styles.side} aria-label={[pixels, formatSize(size)].flat().join(" · ")}>
      <Link
        to="/file/{-$hash}"
        params={{ hash }}
        className={styles.picture}
        aria-label={t("hash.details")}
        data-cover={service}
      >
        <img
          src={thumbnailAddress(filePath(hash, ext), 360)}
          alt=""
          width={360}
          height={270}
          loading="lazy"
          decoding="async"
        />
      </Link>
      <p className={styles.facts} translate="no">
        {[pixels, ext.slice(1).toUpperCase(), formatSize(size)].flat().join(" · ")}
      </p>
      <p className={styles.facts}>{t(more ? "duplicates.manyUses" : "duplicates.uses", { count: uses })}</p>
      <ul className={styles.links}>
        {posts.map(({ service: at, user, id, title, revision }) => (
          <li key={`${at} ${user} ${id}`}>
            <Link
              to="/$service/user/$id/post/$post"
              params={{ service: at, id: user, post: id }}
              dir="auto"
              preload={false}
            >
              {revision === null
                ? cutTitle(title.trim()) || t("hash.untitled")
                : t("hash.olderRevision", { title: cutTitle(title.trim()) || t("hash.untitled") })}
            </Link>
          </li>
        ))}
        {creators.map(({ service: at, id, name }) => (
          <li key={`${at} ${id}`}>
            <Link to="/account/administrator/duplicates" search={{ service: at, user: id }} dir="auto">
              {t("duplicates.ofCreator", { name })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
