import { Link } from "@tanstack/react-router";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import type { TagCount } from "#shared/entities/creator.ts";
import { formatNumber, t } from "../../../i18n/index.ts";
import { useFilterText } from "../../../lib/filter-text.ts";
import button from "../../../ui/Button.module.css";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import page from "../../../ui/Page.module.css";
import { MuteTagButton } from "../../reading/mutes/MuteButton.tsx";
import { filterTags, prepareTags, similarFinder } from "../../search/tags/filter.ts";
import { byFirstLetter } from "./groups.ts";
import { useVisibleRows } from "./rows.ts";
import styles from "./TagList.module.css";

/** Row height in pixels, as in the style sheet. Equal heights allow virtualizing thousands of tags. */
const ROW = 48;
const MIN_WIDTH = 240;
const SKELETONS = Array.from({ length: 12 }, (_, index) => index);

export interface TagListProps {
  tags: TagCount[];
  /** Links lead to posts of this creator; to all posts without one. */
  creator?: { service: string; id: string };
}

/** Tags with counts of posts, and a filter field. */
export function TagList({ tags, creator }: TagListProps) {
  const [text, setText] = useFilterText();
  const [isMuting, setIsMuting] = useState(false);
  const wanted = useDeferredValue(text);
  const prepared = useMemo(() => prepareTags(tags), [tags]);
  const findSimilar = useMemo(() => similarFinder(prepared), [prepared]);
  const shown = useMemo(() => filterTags(prepared, wanted), [prepared, wanted]);
  const similar = useMemo(() => findSimilar(wanted, shown), [findSimilar, wanted, shown]);
  return (
    <div className={styles.box}>
      <div className={styles.head}>
        <input
          className={`${button.field} ${styles.filter}`}
          type="search"
          aria-label={t("tags.filter")}
          placeholder={t("tags.filter")}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <p className={page.note} role="status">
          {t("tags.count", { count: shown.length })}
        </p>
        <button
          type="button"
          className={`${button.button} ${styles.muting}`}
          aria-pressed={isMuting}
          onClick={() => setIsMuting(!isMuting)}
        >
          <Icon name="mute" size={18} />
          <span>{t("tags.mute")}</span>
        </button>
      </div>
      {shown.length > 0 ? (
        <Tags tags={shown} creator={creator} isMuting={isMuting} />
      ) : similar.length === 0 ? (
        <EmptyState message={t("tags.noMatch")} />
      ) : null}
      {similar.length === 0 ? null : (
        <>
          <p className={page.note} role="status">
            {t("similar.note", { count: shown.length })}
          </p>
          <Tags tags={similar} creator={creator} isMuting={isMuting} />
        </>
      )}
    </div>
  );
}

/** Maximum number of tags shown as chips; more are virtualized rows. */
const MAX_CHIPS = 400;

interface TagsProps {
  tags: TagCount[];
  creator: TagListProps["creator"];
  /** Shows a mute button beside each tag. */
  isMuting: boolean;
}

function Tags(props: TagsProps) {
  return props.tags.length > MAX_CHIPS ? <Rows {...props} /> : <Chips {...props} />;
}

/** Chips grouped by first letter, larger for tags with more posts. */
function Chips({ tags, creator, isMuting }: TagsProps) {
  const groups = useMemo(() => byFirstLetter(tags), [tags]);
  return (
    <>
      {groups.map(({ letter, tags: group }) => (
        <section key={letter} className={styles.group}>
          <h2 className={styles.letter}>
            <bdi>{letter}</bdi>
          </h2>
          <ul className={styles.chips}>
            {group.map((tag) => (
              <li key={tag.tag.tag} className={styles.chip} data-weight={tag.weight}>
                <TagLink tag={tag.tag} creator={creator} />
                {isMuting ? <MuteTagButton tag={tag.tag.tag} /> : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Rows({ tags, creator, isMuting }: TagsProps) {
  const box = useRef<HTMLUListElement>(null);
  const { columns, from, until } = useVisibleRows(box, {
    count: tags.length,
    rowHeight: ROW,
    minWidth: MIN_WIDTH,
  });
  const rows = Math.ceil(tags.length / columns);
  const first = from * columns;
  return (
    <ul
      ref={box}
      className={styles.list}
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        height: rows * ROW,
        paddingBlockStart: from * ROW,
      }}
    >
      {tags.slice(first, until * columns).map((tag, at) => (
        <li key={tag.tag} className={styles.row} aria-setsize={tags.length} aria-posinset={first + at + 1}>
          <TagLink tag={tag} creator={creator} />
          {isMuting ? <MuteTagButton tag={tag.tag} /> : null}
        </li>
      ))}
    </ul>
  );
}

function TagLink({ tag: { tag, post_count }, creator }: { tag: TagCount; creator: TagListProps["creator"] }) {
  const inside = (
    <>
      <span className={styles.tag} dir="auto">
        {tag}
      </span>
      <span className={styles.count} aria-hidden="true">
        {formatNumber(post_count)}
      </span>
      <span className="sr-only">{t("tags.posts", { count: post_count })}</span>
    </>
  );
  const search = { tag: [tag] };
  if (creator === undefined) {
    return (
      <Link to="/posts" search={search} className={styles.link} preload={false}>
        {inside}
      </Link>
    );
  }
  return (
    <Link to="/$service/user/$id" params={creator} search={search} className={styles.link} preload={false}>
      {inside}
    </Link>
  );
}

/** Placeholder with the same rows. */
export function TagListSkeleton() {
  return (
    <div className={styles.box} role="status" aria-label={t("tags.loading")}>
      <div className={styles.head}>
        <span className={`${styles.ghostField} ${page.skeleton}`} />
      </div>
      <div className={styles.ghosts}>
        {SKELETONS.map((index) => (
          <span key={index} className={`${styles.ghost} ${page.skeleton}`} />
        ))}
      </div>
    </div>
  );
}
