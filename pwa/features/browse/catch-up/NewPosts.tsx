import { useMemo } from "react";
import type { NewPost } from "#shared/entities/favorite.ts";
import { t } from "../../../i18n/index.ts";
import { useProgressiveCount } from "../../../lib/progressive-list.ts";
import { postTitle } from "../../../lib/text.ts";
import button from "../../../ui/Button.module.css";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import page from "../../../ui/Page.module.css";
import { SaveAllButton } from "../../library/saved/SaveAllButton.tsx";
import { useOffer } from "../../reading/content-warning/prompt.ts";
import { matcher, mutes } from "../../reading/mutes/store.ts";
import { markAllSeen } from "../../reading/seen/actions.ts";
import styles from "./CatchUp.module.css";
import { creatorOf, groupsOf } from "./groups.ts";
import { CreatorGroup, SearchGroup } from "./PostGroup.tsx";
import type { SearchNews } from "./search-news.ts";

interface NewPostsProps {
  /** New posts of favorite creators. */
  posts: readonly NewPost[];
  /** Names of their creators, by `service/id`. */
  names: ReadonlyMap<string, string>;
  /** Total of all pages, including muted posts. */
  count: number;
  searches: readonly SearchNews[];
  /** True once all pages and searches are loaded. */
  isWhole: boolean;
}

export function NewPosts({ posts, names, count, searches, isWhole }: NewPostsProps) {
  const muted = mutes.use();
  const { creators, found, all, hidden } = useMemo(
    () => groupsOf(posts, searches, matcher(muted)),
    [posts, searches, muted],
  );
  const shown = useProgressiveCount(creators.length + found.length);
  useOffer([...new Set(all.map(({ service }) => service))]);
  const savable = useMemo(
    () =>
      all.map((post) => ({
        ...post,
        title: postTitle(post),
        creatorName: names.get(creatorOf(post)) ?? post.creator_name ?? post.user,
      })),
    [all, names],
  );
  const figures = { count: all.length, creators: creators.length, searches: found.length };
  return (
    <>
      {isWhole ? (
        <p className={page.note} role="status">
          {all.length === 0 ? null : countText(figures)}
          {hidden === 0 ? null : ` · ${t("list.muted", { count: hidden })}`}
        </p>
      ) : (
        <p className={page.note} role="status" aria-label={t("catchUp.loading")}>
          {t("catchUp.loadingRest", { count })}
        </p>
      )}
      {isWhole && all.length > 0 ? (
        <div className={styles.actions}>
          <SaveAllButton posts={savable} />
          <button type="button" className={button.button} onClick={() => markAllSeen(all)}>
            {t("seen.markAll")}
          </button>
        </div>
      ) : null}
      {isWhole && all.length === 0 ? <EmptyState isDone message={t("catchUp.empty")} /> : null}
      {creators.slice(0, shown).map(([key, own], index) => (
        <CreatorGroup key={key} posts={own} name={names.get(key)} isFirst={index === 0} isWhole={isWhole} />
      ))}
      {found.slice(0, Math.max(0, shown - creators.length)).map(({ q, posts }, index) => (
        <SearchGroup key={q} q={q} posts={posts} isFirst={creators.length + index === 0} isWhole />
      ))}
    </>
  );
}

function countText(figures: { count: number; creators: number; searches: number }): string {
  if (figures.searches === 0) return t("catchUp.count", figures);
  return t(figures.creators === 0 ? "catchUp.countFound" : "catchUp.countAll", figures);
}
